// O = softmax(Q * transposed K * scale) * V below the diagonal, in f16 with sums of f32, tiles of
// 64 rows, 64 keys and a head of 64: what scripts/compare-code compiles. The launch is a small one.
// tilefuzz.launch kernel=@attention grid=2,1,1 seed=5
// tilefuzz.buffer Q : f16[8192] = uniform(-1, 1)
// tilefuzz.buffer K : f16[8192] = uniform(-1, 1)
// tilefuzz.buffer V : f16[8192] = uniform(-1, 1)
// tilefuzz.buffer O : f16[8192] = fill(0)
// tilefuzz.args &Q &K &V &O 128
// tilefuzz.args 0.18033688
cuda_tile.module @kernels {
  entry @attention(%q: tile<ptr<f16>>, %k: tile<ptr<f16>>, %v: tile<ptr<f16>>, %o: tile<ptr<f16>>, %length: tile<i32>, %scale: tile<f32>) {
    %c0 = constant <i32: 0> : tile<i32>
    %c1 = constant <i32: 1> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %none = constant <f32: -1.0e30> : tile<64x64xf32>
    %zero = constant <f32: 0.0> : tile<64x64xf32>
    %most0 = constant <f32: -1.0e30> : tile<64x1xf32>
    %total0 = constant <f32: 0.0> : tile<64x1xf32>
    %q0 = assume div_by<16>, %q : tile<ptr<f16>>
    %k0 = assume div_by<16>, %k : tile<ptr<f16>>
    %v0 = assume div_by<16>, %v : tile<ptr<f16>>
    %o0 = assume div_by<16>, %o : tile<ptr<f16>>
    %qv = make_tensor_view %q0, shape = [%length, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %kv = make_tensor_view %k0, shape = [64, %length], strides = [1, 64] : tile<i32> -> tensor_view<64x?xf16, strides=[1,64]>
    %vv = make_tensor_view %v0, shape = [%length, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %ov = make_tensor_view %o0, shape = [%length, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %qt = make_partition_view %qv : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %kt = make_partition_view %kv : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>
    %vt = make_partition_view %vv : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %ot = make_partition_view %ov : partition_view<tile=(64x64), tensor_view<?x64xf16, strides=[64,1]>>
    %block, %unused0, %unused1 = get_tile_block_id : tile<i32>
    %query, %t0 = load_view_tko weak %qt[%block, %c0] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %steps = iota : tile<64xi32>
    %first = muli %block, %c64 : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> tile<64xi32>
    %rows0 = addi %firsts, %steps : tile<64xi32>
    %rows1 = reshape %rows0 : tile<64xi32> -> tile<64x1xi32>
    %rows = broadcast %rows1 : tile<64x1xi32> -> tile<64x64xi32>
    %scale1 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scales = broadcast %scale1 : tile<1x1xf32> -> tile<64x64xf32>
    %end = addi %block, %c1 : tile<i32>
    %r:3 = for %i in (%c0 to %end, step %c1) : tile<i32> iter_values(%acc = %zero, %total = %total0, %most = %most0) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
      %key, %t1 = load_view_tko weak %kt[%c0, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[1,64]>>, tile<i32> -> tile<64x64xf16>, token
      %raw = mmaf %query, %key, %zero : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %scaled = mulf %raw, %scales : tile<64x64xf32>
      %at = muli %i, %c64 : tile<i32>
      %at1 = reshape %at : tile<i32> -> tile<1xi32>
      %ats = broadcast %at1 : tile<1xi32> -> tile<64xi32>
      %columns0 = addi %ats, %steps : tile<64xi32>
      %columns1 = reshape %columns0 : tile<64xi32> -> tile<1x64xi32>
      %columns = broadcast %columns1 : tile<1x64xi32> -> tile<64x64xi32>
      %isBelow = cmpi greater_than_or_equal %rows, %columns, signed : tile<64x64xi32> -> tile<64x64xi1>
      %score = select %isBelow, %scaled, %none : tile<64x64xi1>, tile<64x64xf32>
      %top = reduce %score dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32>
      (%l0: tile<f32>, %l1: tile<f32>) {
        %l2 = maxf %l0, %l1 : tile<f32>
        yield %l2 : tile<f32>
      }
      %top1 = reshape %top : tile<64xf32> -> tile<64x1xf32>
      %most1 = maxf %most, %top1 : tile<64x1xf32>
      %mosts = broadcast %most1 : tile<64x1xf32> -> tile<64x64xf32>
      %less = subf %score, %mosts : tile<64x64xf32>
      %p = exp2 %less : tile<64x64xf32>
      %change = subf %most, %most1 : tile<64x1xf32>
      %factor = exp2 %change : tile<64x1xf32>
      %sum = reduce %p dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32>
      (%s0: tile<f32>, %s1: tile<f32>) {
        %s2 = addf %s0, %s1 : tile<f32>
        yield %s2 : tile<f32>
      }
      %sum1 = reshape %sum : tile<64xf32> -> tile<64x1xf32>
      %total1 = fma %total, %factor, %sum1 : tile<64x1xf32>
      %value, %t2 = load_view_tko weak %vt[%i, %c0] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %ph = ftof %p : tile<64x64xf32> -> tile<64x64xf16>
      %factors = broadcast %factor : tile<64x1xf32> -> tile<64x64xf32>
      %kept = mulf %acc, %factors : tile<64x64xf32>
      %next = mmaf %ph, %value, %kept : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next, %total1, %most1 : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
    }
    %totals = broadcast %r#1 : tile<64x1xf32> -> tile<64x64xf32>
    %quotient = divf %r#0, %totals : tile<64x64xf32>
    %half = ftof %quotient : tile<64x64xf32> -> tile<64x64xf16>
    %t3 = store_view_tko weak %half, %ot[%block, %c0] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
