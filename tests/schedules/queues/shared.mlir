// Queues of one kind have one ring where one is done before the next is made.
#L = #nv_tileas.linear<reg = [], lane = [1, 2, 4, 8, 16], warp = [32, 64]>
!tile = tensor<128xi32, #L>
!queue = !nv_tileaa.queue<!tile>
module attributes {nv_tileaa.compute_capability = 90 : i32} {
  // One after the other, in a loop or not.
  nv_tileaa.func @after(%x: !tile, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    nv_tileaa.queue.put %a {
      nv_tileaa.queue.yield %x : !tile
    } : !queue
    %g = nv_tileaa.queue.get %a {
    ^bb0(%e: !tile):
      nv_tileaa.queue.yield %e : !tile
    } : (!queue) -> !tile
    scf.for %i = %zero to %n step %one : i32 {
      %b = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.queue.put %b {
        nv_tileaa.queue.yield %g : !tile
      } : !queue
      %h = nv_tileaa.queue.get %b {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield %e : !tile
      } : (!queue) -> !tile
      %c = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.queue.put %c {
        nv_tileaa.queue.yield %h : !tile
      } : !queue
      nv_tileaa.queue.get %c {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield
      } : (!queue) -> ()
    }
    nv_tileaa.return
  }
  // Both at the same time.
  nv_tileaa.func @alive(%x: !tile, %n: i32) {
    %a = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    %b = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    nv_tileaa.queue.put %a {
      nv_tileaa.queue.yield %x : !tile
    } : !queue
    nv_tileaa.queue.put %b {
      nv_tileaa.queue.yield %x : !tile
    } : !queue
    nv_tileaa.queue.get %b {
    ^bb0(%e: !tile):
      nv_tileaa.queue.yield
    } : (!queue) -> ()
    nv_tileaa.queue.get %a {
    ^bb0(%e: !tile):
      nv_tileaa.queue.yield
    } : (!queue) -> ()
    nv_tileaa.return
  }
  // The first holds something while the second is made and done.
  nv_tileaa.func @around(%x: !tile, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    nv_tileaa.queue.put %a {
      nv_tileaa.queue.yield %x : !tile
    } : !queue
    scf.for %i = %zero to %n step %one : i32 {
      %g = nv_tileaa.queue.get %a {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield %e : !tile
      } : (!queue) -> !tile
      nv_tileaa.queue.put %a {
        nv_tileaa.queue.yield %g : !tile
      } : !queue
      %b = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.queue.put %b {
        nv_tileaa.queue.yield %g : !tile
      } : !queue
      nv_tileaa.queue.get %b {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield
      } : (!queue) -> ()
    }
    nv_tileaa.queue.get %a {
    ^bb0(%e: !tile):
      nv_tileaa.queue.yield
    } : (!queue) -> ()
    nv_tileaa.return
  }
  // What the first was filled with before the loop goes out of it one by one.
  nv_tileaa.func @drained(%x: !tile) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %a = nv_tileaa.create_queue {depth = 2 : i32} : !queue
    nv_tileaa.queue.put %a {
      nv_tileaa.queue.yield %x : !tile
    } : !queue
    nv_tileaa.queue.put %a {
      nv_tileaa.queue.yield %x : !tile
    } : !queue
    scf.for %i = %zero to %two step %one : i32 {
      %g = nv_tileaa.queue.get %a {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield %e : !tile
      } : (!queue) -> !tile
      %b = nv_tileaa.create_queue {depth = 2 : i32} : !queue
      nv_tileaa.queue.put %b {
        nv_tileaa.queue.yield %g : !tile
      } : !queue
      nv_tileaa.queue.get %b {
      ^bb0(%e: !tile):
        nv_tileaa.queue.yield
      } : (!queue) -> ()
    }
    nv_tileaa.return
  }
}
