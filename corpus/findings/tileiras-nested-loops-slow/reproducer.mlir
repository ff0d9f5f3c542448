// tilefuzz.launch kernel=@main grid=1,1,1
// tilefuzz.buffer a : f32[128] = fill(1)
// tilefuzz.buffer b : f32[128] = fill(0)
// tilefuzz.args &a &b 1
cuda_tile.module @series {
  entry @main(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %i = iota : tile<128xi32>
    %a1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
    %a2 = broadcast %a1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %p = offset %a2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %b1 = reshape %b : tile<ptr<f32>> -> tile<1xptr<f32>>
    %b2 = broadcast %b1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %q = offset %b2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %v0, %t0 = load_ptr_tko weak %p : tile<128xptr<f32>> -> tile<128xf32>, token
    %r0 = for %i0 in (%zero to %n, step %one) : tile<i32> iter_values(%x0 = %v0) -> (tile<128xf32>) {
    %r1 = for %i1 in (%zero to %n, step %one) : tile<i32> iter_values(%x1 = %x0) -> (tile<128xf32>) {
    %r2 = for %i2 in (%zero to %n, step %one) : tile<i32> iter_values(%x2 = %x1) -> (tile<128xf32>) {
    %r3 = for %i3 in (%zero to %n, step %one) : tile<i32> iter_values(%x3 = %x2) -> (tile<128xf32>) {
    %r4 = for %i4 in (%zero to %n, step %one) : tile<i32> iter_values(%x4 = %x3) -> (tile<128xf32>) {
    %r5 = for %i5 in (%zero to %n, step %one) : tile<i32> iter_values(%x5 = %x4) -> (tile<128xf32>) {
    %r6 = for %i6 in (%zero to %n, step %one) : tile<i32> iter_values(%x6 = %x5) -> (tile<128xf32>) {
    %r7 = for %i7 in (%zero to %n, step %one) : tile<i32> iter_values(%x7 = %x6) -> (tile<128xf32>) {
    %r8 = for %i8 in (%zero to %n, step %one) : tile<i32> iter_values(%x8 = %x7) -> (tile<128xf32>) {
    %r9 = for %i9 in (%zero to %n, step %one) : tile<i32> iter_values(%x9 = %x8) -> (tile<128xf32>) {
    %r10 = for %i10 in (%zero to %n, step %one) : tile<i32> iter_values(%x10 = %x9) -> (tile<128xf32>) {
    %r11 = for %i11 in (%zero to %n, step %one) : tile<i32> iter_values(%x11 = %x10) -> (tile<128xf32>) {
    %r12 = for %i12 in (%zero to %n, step %one) : tile<i32> iter_values(%x12 = %x11) -> (tile<128xf32>) {
    %r13 = for %i13 in (%zero to %n, step %one) : tile<i32> iter_values(%x13 = %x12) -> (tile<128xf32>) {
    %r14 = for %i14 in (%zero to %n, step %one) : tile<i32> iter_values(%x14 = %x13) -> (tile<128xf32>) {
    %r15 = for %i15 in (%zero to %n, step %one) : tile<i32> iter_values(%x15 = %x14) -> (tile<128xf32>) {
    %r16 = for %i16 in (%zero to %n, step %one) : tile<i32> iter_values(%x16 = %x15) -> (tile<128xf32>) {
    %r17 = for %i17 in (%zero to %n, step %one) : tile<i32> iter_values(%x17 = %x16) -> (tile<128xf32>) {
    %inner = addf %x17, %v0 : tile<128xf32>
    continue %inner : tile<128xf32>
    }
    continue %r17 : tile<128xf32>
    }
    continue %r16 : tile<128xf32>
    }
    continue %r15 : tile<128xf32>
    }
    continue %r14 : tile<128xf32>
    }
    continue %r13 : tile<128xf32>
    }
    continue %r12 : tile<128xf32>
    }
    continue %r11 : tile<128xf32>
    }
    continue %r10 : tile<128xf32>
    }
    continue %r9 : tile<128xf32>
    }
    continue %r8 : tile<128xf32>
    }
    continue %r7 : tile<128xf32>
    }
    continue %r6 : tile<128xf32>
    }
    continue %r5 : tile<128xf32>
    }
    continue %r4 : tile<128xf32>
    }
    continue %r3 : tile<128xf32>
    }
    continue %r2 : tile<128xf32>
    }
    continue %r1 : tile<128xf32>
    }
    %end = store_ptr_tko weak %q, %r0 : tile<128xptr<f32>>, tile<128xf32> -> token
    return
  }
}
