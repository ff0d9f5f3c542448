// Discardable attributes became the axes of a reduction and of the block's
// indices, the kind of a scan, and its order a store's.
// tilefuzz.launch kernel=@e grid=2,1,1 seed=1
// tilefuzz.buffer out : i32[16] = fill(0)
// tilefuzz.args &out
cuda_tile.module @m {
  entry @e(%p: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %row = reshape %i : tile<4xi32> -> tile<1x4xi32>
    %square = broadcast %row : tile<1x4xi32> -> tile<4x4xi32>
    %sum = reduce %square {axis = 1 : i32} dim=0 identities=[0 : i32] : tile<4x4xi32> -> tile<4xi32>
      (%a: tile<i32>, %b: tile<i32>) {
        %s = addi %a, %b {axis = 1 : i32, overflowFlags = #arith.overflow<nsw>} : tile<i32>
        yield %s : tile<i32>
      }
    %prefix = scan %sum {inclusive = false} dim=0 reverse=false identities=[0 : i32] : tile<4xi32> -> tile<4xi32>
      (%a: tile<i32>, %b: tile<i32>) {
        %s = addi %a, %b {isExact} : tile<i32>
        yield %s : tile<i32>
      }
    %x, %y, %z = get_tile_block_id {axis = 2 : i32} : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %first = muli %x, %eight : tile<i32>
    %base = offset %p, %first : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %base1 = reshape %base : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bases = broadcast %base1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %at = offset %bases, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %t = store_ptr_tko release device %at, %prefix {mem_semantic = #nv_tileaa.mem_semantic<weak>, mem_scope = #nv_tileaa.mem_scope<tl_blk>} : tile<4xptr<i32>>, tile<4xi32> -> token
  }
}
