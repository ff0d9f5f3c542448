// Early exits: of loop iterations, on several ways, and of the kernel.
// tilefuzz.launch kernel=@exits grid=6,1,1 seed=1
// tilefuzz.buffer out : i32[6] = fill(-1)
// tilefuzz.args &out 9
cuda_tile.module @m {
  entry @exits(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %q = offset %p, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %five = constant <i32: 5> : tile<i32>
    %last = cmpi equal %x, %five, signed : tile<i32> -> tile<i1>
    if %last {
      return
    }
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%a = %zero) -> (tile<i32>) {
      %rem = remi %i, %two signed : tile<i32>
      %odd = cmpi equal %rem, %one, signed : tile<i32> -> tile<i1>
      %many = cmpi greater_than %i, %x, signed : tile<i32> -> tile<i1>
      // Both branches fall through on some way, and exit on another.
      %b = if %odd -> (tile<i32>) {
        if %many {
          continue %a : tile<i32>
        }
        %c = addi %a, %i : tile<i32>
        yield %c : tile<i32>
      } else {
        %third = cmpi equal %i, %three, signed : tile<i32> -> tile<i1>
        %d = if %third -> (tile<i32>) {
          continue %two : tile<i32>
        } else {
          yield %one : tile<i32>
        }
        %e = addi %a, %d : tile<i32>
        yield %e : tile<i32>
      }
      %f = muli %b, %two : tile<i32>
      continue %f : tile<i32>
    }
    %big = cmpi greater_than %sum, %n, signed : tile<i32> -> tile<i1>
    if %big {
      %t = store_ptr_tko weak %q, %sum : tile<ptr<i32>>, tile<i32> -> token
      return
    } else {
      %neg = subi %zero, %sum : tile<i32>
      %t = store_ptr_tko weak %q, %neg : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
