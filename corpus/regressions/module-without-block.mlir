// tile-translate --no-verify died of it: bytecode has a body of one block.
"cuda_tile.module"() <{sym_name = "m"}> ({}) : () -> ()
