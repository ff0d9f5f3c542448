cuda_tile.module @m attributes {producer = "spec-sample"} {
  global @lut <i32: [3, 5]> : tile<2xi32>
  entry @k(%n: tile<i32>, %c: tile<i1>) optimization_hints=<sm_90={occupancy = 4}> {
    %0 = negi %n : tile<i32>
    %1 = if %c -> (tile<i32>) {
      yield %0 : tile<i32>
    } else {
      %z = constant <i32: 7> : tile<i32>
      yield %z : tile<i32>
    }
    %2 = for %i in (%n to %1, step %0) : tile<i32> iter_values(%acc = %1) -> (tile<i32>) {
      %s = addi %acc, %i overflow<no_wrap> : tile<i32>
      continue %s : tile<i32>
    }
    print_tko "v %d", %2 : tile<i32> -> token
    return
  }
}
