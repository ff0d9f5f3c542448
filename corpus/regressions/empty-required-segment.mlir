// An access whose view has no operand: the verifier read past the operands.
"cuda_tile.module"() <{sym_name = "m"}> ({
  "cuda_tile.entry"() <{function_type = (!cuda_tile.tile<i32>) -> (), sym_name = "e"}> ({
  ^bb0(%a: !cuda_tile.tile<i32>):
    %t = "cuda_tile.store_view_tko"(%a, %a) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 1, 0>}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.token
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
