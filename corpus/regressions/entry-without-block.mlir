// The same of an entry (module-without-block.mlir).
"cuda_tile.module"() <{sym_name = "m"}> ({
^bb0:
  "cuda_tile.entry"() <{sym_name = "e", function_type = () -> ()}> ({}) : () -> ()
}) : () -> ()
