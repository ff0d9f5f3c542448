// Whole functions before and after some tool: proved, refuted with inputs that
// the interpreter replays, or not decided with the operation named.
// RUN: tile-verify-fold --before=%s --after=%s | FileCheck %s --check-prefix=SAME
// SAME: @copy: proved {{.*}}(the same code)
// SAME: @sum: proved
// A tool that does what it should: all functions of nv_tileaa and of cuda_tile.
// RUN: tile-verify-fold --opt-command='tile-opt {in} --cuda-tile-canonicalize -o {out}' %corpus/kernels/histogram.mlir %corpus/kernels/saxpy.mlir %corpus/kernels/gather_scatter_permute.mlir %corpus/kernels/gemm_bias_relu.mlir | FileCheck %s --check-prefix=TOOL
// TOOL: histogram.mlir: @histogram: proved {{.*}}cuda_tile.atomic_rmw_tko uninterpreted
// TOOL: saxpy.mlir: @saxpy: proved {{.*}}f32 and f64 uninterpreted
// TOOL: gather_scatter_permute.mlir: @gather_scatter_permute: proved
// TOOL: gemm_bias_relu.mlir: @gemm_bias_relu: proved
// RUN: tile-verify-fold --opt-command='tile-opt {in} --tileaa-canonicalize' %s | FileCheck %s --check-prefix=LOWER
// LOWER: @copy: proved
// LOWER: @sum: proved
// A store that overtakes a load, a loop that adds something else, a lost mask.
// RUN: sed 's/token %a1 :/token %a0 :/' %s > %t.order.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.order.mlir | FileCheck %s --check-prefix=ORDER
// ORDER: @copy: refuted, {{.*}}no longer ordered before
// ORDER-NEXT: replayed: 'access 0' is ordered before 'access 1' in the source only
// RUN: sed 's/arith.addi %acc, %i/arith.subi %acc, %i/' %s > %t.loop.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.loop.mlir | FileCheck %s --check-prefix=LOOP
// LOOP: @sum: refuted, element 0 of observed value 0 differs for arg0 = 0x
// LOOP-NEXT: replayed: element 0 of observed value 0 is 0x
// Commuted in the loop: proved for so many iterations.
// RUN: sed 's/arith.addi %acc, %i/arith.addi %i, %acc/' %s > %t.commuted.mlir
// RUN: tile-verify-fold --before=%s --after=%t.commuted.mlir --trips=3 --json | FileCheck %s --check-prefix=TRIPS
// TRIPS: "at most 3 iterations of a loop"
// TRIPS: "verdict": "proved"
// RUN: sed 's/@sum/@other/' %s > %t.name.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.name.mlir | FileCheck %s --check-prefix=NAME
// NAME: @sum: refuted, the target has no function of that name
// What has no encoding is named.
// RUN: sed 's/arith.muli %v, %n : i32/"other.op"(%v, %n) : (i32, i32) -> i32/' %s > %t.other.mlir
// RUN: not tile-verify-fold --before=%s --after=%t.other.mlir | FileCheck %s --check-prefix=OTHER
// OTHER: @sum: unsupported, 'other.op', which only one side has, has no encoding
// An operation that is not known may use what was changed.
// RUN: sed 's/return/"other.op"() ({}) : () -> ()/' %S/Inputs/global.mlir > %t.global.mlir
// RUN: sed 's/1, 2/3, 2/' %t.global.mlir > %t.changed.mlir
// RUN: not tile-verify-fold --before=%t.global.mlir --after=%t.changed.mlir | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: @k: unsupported, an operation that is not known has a region
// What others may use is kept.
// RUN: sed '/get_global/,/store_ptr/d' %S/Inputs/global.mlir > %t.global.mlir
// RUN: sed '/@g/d' %t.global.mlir > %t.changed.mlir
// RUN: not tile-verify-fold --before=%t.global.mlir --after=%t.changed.mlir | FileCheck %s --check-prefix=DROPPED
// DROPPED: @k: proved
// DROPPED: @g: refuted, the target has no global of that name
// RUN: not tile-verify-fold --before=%s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: --before and --after go together
// RUN: not tile-verify-fold --opt-command='exit 7' %s 2>&1 | FileCheck %s --check-prefix=EXIT
// EXIT: error: {{.*}}verify-fold-validate.mlir: 'exit 7' failed with exit code 7
// RUN: not tile-verify-fold --opt-command='sleep 1000' --opt-seconds=1 %s 2>&1 | FileCheck %s --check-prefix=SLEEP
// SLEEP: error: {{.*}}verify-fold-validate.mlir: 'sleep 1000' failed: it takes longer than 1 s
// What writes nothing, or a pipe, has no verdict.
// RUN: not tile-verify-fold --opt-command=true %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tile-verify-fold --opt-command='rm {out}' %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tile-verify-fold --opt-command='rm {out}; mkfifo {out}' %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error: {{.*}}verify-fold-validate.mlir: '{{.*}}' wrote no output
// RUN: not tile-verify-fold tileaa-addptr-chain --opt-command='cp {in} {out}' --programs=1 2>&1 | FileCheck %s --check-prefix=NOHARVEST
// NOHARVEST: error: --opt-command takes no --harvest, --programs or --all-bugs
// RUN: not tile-verify-fold --all --programs=1 --instances=0 2>&1 | FileCheck %s --check-prefix=NOINSTANCES
// NOINSTANCES: error: --instances is above 0
// RUN: not tile-verify-fold --before=%s --after=%s never 2>&1 | FileCheck %s --check-prefix=NONAME
// NONAME: error: --before and --after take no NAME, FILE or --opt-command
// RUN: not tile-verify-fold --before=%s --after=%s --inject-bug=never 2>&1 | FileCheck %s --check-prefix=NOBUG
// NOBUG: error: --inject-bug is of the patterns here, not of another tool
// Instances of a pattern can be given to a tool, too; queries to a solver.
// RUN: tile-verify-fold tileaa-view-of-splat --opt-command='tile-opt {in} --allow-unregistered-dialect --tileaa-canonicalize' | FileCheck %s --check-prefix=INSTANCES
// INSTANCES-COUNT-10: tileaa-view-of-splat, {{.*}}: @f: proved
// RUN: rm -rf %t.smt && tile-verify-fold tileaa-addptr-chain --types=i32 --smtlib=%t.smt | FileCheck %s --check-prefix=TYPES
// A full disk is one line.
// RUN: rm -rf %t.full && mkdir %t.full && ln -s /dev/full %t.full/tileaa-addptr-chain.1-i32-offset-i16.0.smt2
// RUN: not tile-verify-fold tileaa-addptr-chain --types=i32 --smtlib=%t.full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not tile-verify-fold --list 2>&1 > /dev/full | FileCheck %s --check-prefix=STDOUT
// FULL: tile-verify-fold: error: cannot write '{{.*}}.smt2': No space left on device
// STDOUT: tile-verify-fold: error: the standard output cannot be written: No space left on device
// TYPES: proved on 12 instances
// RUN: cat %t.smt/tileaa-addptr-chain.1-i32-offset-i8.0.smt2 | FileCheck %s --check-prefix=SMT
// SMT: ; tileaa-addptr-chain.1: i32, offset i8
// SMT-NEXT: (set-info :status unsat)
// SMT: (check-sat)

nv_tileaa.func @copy(%p: !nv_tileaa.ptr<i32, 1>, %q: !nv_tileaa.ptr<i32, 1>) {
  %a0 = nv_tileaa.create_mem_token : !nv_tileaa.mem_token
  %x, %a1 = nv_tileaa.load %p token %a0 : (!nv_tileaa.ptr<i32, 1>, !nv_tileaa.mem_token) -> (i32, !nv_tileaa.mem_token)
  %a2 = nv_tileaa.store %q, %x token %a1 : (!nv_tileaa.ptr<i32, 1>, i32, !nv_tileaa.mem_token) -> !nv_tileaa.mem_token
  nv_tileaa.return
}
nv_tileaa.func @sum(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (i32) : i32 {
    %next = arith.addi %acc, %i : i32
    scf.yield %next : i32
  }
  %r = arith.muli %v, %n : i32
  nv_tileaa.return %r : i32
}
