// tilefuzz.launch kernel=@scalars grid=1,1,1 seed=1
// tilefuzz.buffer halves : f16[128] = fill(0)
// tilefuzz.buffer brains : bf16[128] = fill(0)
// tilefuzz.buffer singles : f32[128] = fill(0)
// tilefuzz.args &halves &brains &singles 1.5 2.5 3.5
cuda_tile.module @m {
  entry @scalars(%h: tile<ptr<f16>>, %b: tile<ptr<bf16>>, %s: tile<ptr<f32>>,
                 %x: tile<f16>, %y: tile<bf16>, %z: tile<f32>) {
    %i = iota : tile<128xi32>
    %h1 = reshape %h : tile<ptr<f16>> -> tile<1xptr<f16>>
    %hs = broadcast %h1 : tile<1xptr<f16>> -> tile<128xptr<f16>>
    %hp = offset %hs, %i : tile<128xptr<f16>>, tile<128xi32> -> tile<128xptr<f16>>
    %x1 = reshape %x : tile<f16> -> tile<1xf16>
    %xs = broadcast %x1 : tile<1xf16> -> tile<128xf16>
    %t0 = store_ptr_tko weak %hp, %xs : tile<128xptr<f16>>, tile<128xf16> -> token
    %b1 = reshape %b : tile<ptr<bf16>> -> tile<1xptr<bf16>>
    %bs = broadcast %b1 : tile<1xptr<bf16>> -> tile<128xptr<bf16>>
    %bp = offset %bs, %i : tile<128xptr<bf16>>, tile<128xi32> -> tile<128xptr<bf16>>
    %y1 = reshape %y : tile<bf16> -> tile<1xbf16>
    %ys = broadcast %y1 : tile<1xbf16> -> tile<128xbf16>
    %t1 = store_ptr_tko weak %bp, %ys : tile<128xptr<bf16>>, tile<128xbf16> -> token
    %s1 = reshape %s : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ss = broadcast %s1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %sp = offset %ss, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %z1 = reshape %z : tile<f32> -> tile<1xf32>
    %zs = broadcast %z1 : tile<1xf32> -> tile<128xf32>
    %t2 = store_ptr_tko weak %sp, %zs : tile<128xptr<f32>>, tile<128xf32> -> token
    return
  }
}
