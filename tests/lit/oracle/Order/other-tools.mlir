// Programs of other tools: bytecode, generic form, without locations, made by a
// command; what cannot be said, and why.
//
// RUN: split-file %s %t
// RUN: tile-opt %t/source.mlir --mlir-print-op-generic -o %t/generic.mlir
// RUN: tile-verify-order %t/source.mlir %t/generic.mlir | FileCheck %s --check-prefix=KEPT
// RUN: tile-translate %t/source.mlir -o %t/source.tilebc
// RUN: tile-verify-order %t/source.mlir %t/source.tilebc | FileCheck %s --check-prefix=KEPT
// The launch of bytecode stands beside it.
// RUN: grep '// tilefuzz' %t/source.mlir > %t/source.launch
// RUN: tile-verify-order %t/source.tilebc %t/generic.mlir 2>&1 | FileCheck %s --check-prefix=KEPT --implicit-check-not=note
// KEPT: 6 required pairs, 0 strong accesses: kept
//
// RUN: tile-verify-order %t/source.mlir --opt-command='tile-opt {in} --mlir-print-op-generic -o {out}' | FileCheck %s --check-prefix=KEPT
// RUN: tile-verify-order %t/source.mlir --opt-command='tile-opt {in}' | FileCheck %s --check-prefix=KEPT
// RUN: not tile-verify-order %t/source.mlir --opt-command="sed 's/ token=%%a :/ :/' {in}" | FileCheck %s --check-prefix=LOST
// LOST: lost order (conflict): cuda_tile.store_ptr_tko ({{.*}}) before cuda_tile.load_ptr_tko
// RUN: not tile-verify-order %t/source.mlir --opt-command='exit 7' 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: error: 'exit 7' failed with exit code 7
// RUN: not tile-verify-order %t/source.mlir --opt-command='sleep 1000' --opt-seconds=1 2>&1 | FileCheck %s --check-prefix=SLEEP
// SLEEP: error: 'sleep 1000' failed: it takes longer than 1 s
// RUN: not tile-verify-order %t/source.mlir --opt-command='rm {out}; mkfifo {out}' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error: '{{.*}}' wrote no output
// RUN: not tile-verify-order %t/source.mlir --opt-command= 2>&1 | FileCheck %s --check-prefix=NOCOMMAND
// NOCOMMAND: error: --opt-command names no command
// RUN: not tile-verify-order %t/source.mlir --opt-command='echo nonsense' 2>&1 | FileCheck %s --check-prefix=NONSENSE
// NONSENSE: error: '{{.*}}' cannot be read
//
// RUN: not tile-verify-order %t/source.mlir %t/unknown.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown.mlir:4:{{[0-9]+}}: error: 'other.load' is an operation of no dialect that is known here
// UNKNOWN: error: '{{.*}}unknown.mlir' cannot be audited
//
// Another number of parameters: the target does not take the launch.
// RUN: not tile-verify-order %t/source.mlir %t/parameters.mlir | FileCheck %s --check-prefix=PARAMETERS
// PARAMETERS: cannot match: the target: the entry has 1 parameters, but the launch gives 2
//
// Without a launch, one is made up, of one block since two would race, and said
// so.
// RUN: grep -v '// tilefuzz' %t/source.mlir > %t/none.mlir
// RUN: tile-verify-order %t/none.mlir %t/generic.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: note: the program has no launch; what follows holds for one that was made up
// NONE: // tilefuzz.launch kernel=@k grid=1,1,1 seed=0
// NONE: generic.mlir, @k 6 required pairs, 0 strong accesses: kept
//
// Several launches: each is looked at.
// RUN: cat %t/source.launch %t/source.launch %t/none.mlir > %t/two.mlir
// RUN: tile-verify-order %t/two.mlir %t/generic.mlir | FileCheck %s --check-prefix=TWO
// TWO: generic.mlir, launch 1{{.*}}: kept
// TWO: generic.mlir, launch 2{{.*}}: kept
// RUN: tile-verify-order %t/none.mlir %t/generic.mlir --launch=%t/source.launch --launch=%t/two.mlir | FileCheck %s --check-prefix=FILES
// FILES: source.launch{{.*}}: kept
// FILES: two.mlir launch 1{{.*}}: kept
// FILES: two.mlir launch 2{{.*}}: kept

//--- source.mlir
// tilefuzz.launch grid=1 seed=1
// tilefuzz.buffer x : i32[4] = iota(10, 1)
// tilefuzz.buffer y : i32[4] = iota(20, 1)
// tilefuzz.args &x &y
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
    %v, %l = load_ptr_tko weak %x token=%a : tile<ptr<i32>> -> tile<i32>, token
    %w, %m = load_ptr_tko weak %y token=%l : tile<ptr<i32>> -> tile<i32>, token
    %s = addi %v, %w : tile<i32>
    %b = store_ptr_tko weak %y, %s token=%m : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
//--- unknown.mlir
// One operation is of another compiler.
"builtin.module"() ({
  ^bb0:
    %x = "other.load"() : () -> i32
}) : () -> ()
//--- parameters.mlir
cuda_tile.module @m {
  entry @k(%x: tile<ptr<i32>>) {
    return
  }
}
