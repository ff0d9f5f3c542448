//===- CoverageTileAA.cpp - What nv_tileaa programs should contain --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CoverageTables.h"

using namespace tilefuzz;
using namespace tilefuzz::coverage;

static constexpr unsigned Wide = set(I8, I16, I32, I64);
static constexpr unsigned Narrow = set(TF32, E4M3, E5M2);
/// What has arithmetic.
static constexpr unsigned Basic = Wide | BaseFloats;

static constexpr Rule rules[] = {
    {"arith.addi arith.subi arith.muli arith.maxsi arith.maxui arith.minsi "
     "arith.minui nv_tileaa.mulhiui arith.shli arith.shrsi arith.shrui "
     "arith.divsi arith.divui arith.floordivsi arith.ceildivsi arith.ceildivui "
     "arith.remsi arith.remui math.absi arith.cmpi",
     Counted::Operand0, Ints},
    {"arith.andi arith.ori arith.xori", Counted::Operand0, Ints},
    {"nv_tileaa.addf nv_tileaa.subf nv_tileaa.mulf nv_tileaa.fma "
     "nv_tileaa.divf nv_tileaa.sqrt nv_tileaa.clampf arith.negf math.absf "
     "math.ceil math.floor arith.maxnumf arith.minnumf arith.maximumf "
     "arith.minimumf arith.cmpf",
     Counted::Operand0, BaseFloats},
    {"arith.select", Counted::Operand1, Basic | set(I1, Ptr)},
    {"arith.extsi arith.extui arith.trunci", Counted::Ends, Ints},
    {"arith.sitofp arith.uitofp arith.fptosi arith.fptoui", Counted::Ends,
     Ints | BaseFloats},
    {"nv_tileaa.fp_to_fp", Counted::Ends, Floats},
    {"nv_tileaa.bitcast", Counted::Operand0, Numbers | bit(Ptr)},
    {"nv_tileaa.int_to_ptr", Counted::Result0, Numbers, true},
    {"nv_tileaa.ptr_to_int", Counted::Operand0, Numbers, true},
    {"arith.constant", Counted::Result0, Basic | bit(I1)},
    {"nv_tileaa.splat nv_tileaa.view", Counted::Operand0, Basic | set(I1, Ptr)},
    {"nv_tileaa.broadcast nv_tileaa.expand_dims nv_tileaa.extract",
     Counted::Operand0, Basic | bit(Ptr)},
    {"nv_tileaa.permute nv_tileaa.cat nv_tileaa.extract_slice",
     Counted::Operand0, Basic | bit(Ptr)},
    {"nv_tileaa.make_range nv_tileaa.generate", Counted::Result0, Ints},
    {"nv_tileaa.pack", Counted::Operand0, Numbers},
    {"nv_tileaa.unpack", Counted::Result0, Numbers},
    {"nv_tileaa.dot", Counted::Operand0,
     BaseFloats | Narrow | set(I8, E8M0, E2M1)},
    {"nv_tileaa.conv_dot", Counted::Operand0, set(I8, F16, BF16, F32)},
    {"nv_tileaa.reduce nv_tileaa.scan", Counted::Operand0, Basic | bit(I1)},
    {"nv_tileaa.histogram", Counted::Operand0, Ints},
    {"nv_tileaa.assume nv_tileaa.optimization_barrier", Counted::Operand0,
     Basic | bit(Ptr)},
    {"nv_tileaa.mark_for_reuse", Counted::Operand0, Basic},
    {"nv_tileaa.addptr", Counted::Operand0, Numbers, true},
    {"nv_tileaa.load nv_tileaa.store", Counted::Operand0, Numbers, true},
    {"nv_tileaa.make_memref nv_tileaa.block_tile nv_tileaa.tiled_load "
     "nv_tileaa.tiled_store nv_tileaa.gather_load nv_tileaa.scatter_store",
     Counted::Operand0, Numbers, true},
    {"nv_tileaa.get_dim_size", Counted::Result0, Ints},
    {"nv_tileaa.alloca nv_tileaa.get_global", Counted::Result0, Numbers, true},
    {"nv_tileaa.atomic_rmw nv_tileaa.tiled_atomic_rmw", Counted::Operand0,
     BaseFloats | set(I32, I64), true},
    {"nv_tileaa.atomic_cas", Counted::Operand0, set(I32, I64, F32, F64), true},
    {"nv_tileaa.print", Counted::Operand0, Numbers},
    {"nv_tileaa.func", Counted::Arguments, Numbers, true},
    {"scf.for", Counted::Operand0, Ints},
};

static constexpr Reason reasons[] = {
    {"nv_tileaa.launch_func", 0,
     "the host's: a kernel has none, and the program's launch says the same"},
    {"nv_tileaa.call", 0,
     "no rewrite looks at calls or through them: tests of the interpreter "
     "have them (tests/lit/interp/tileaa-calls.mlir)"},
    {"nv_tileaa.rsqrt", 0,
     "an approximation, as all functions with an error bound: for the public "
     "language, and no rewrite of this level looks at it"},
    {"nv_tileaa.plugin nv_tileaa.inject_ir", 0,
     "nothing says what the code does: both are refused when they are "
     "executed"},
    {"arith.addi arith.subi arith.muli arith.maxsi arith.maxui arith.minsi "
     "arith.minui nv_tileaa.mulhiui arith.shli arith.shrsi arith.shrui "
     "arith.divsi arith.divui arith.floordivsi arith.ceildivsi arith.ceildivui "
     "arith.remsi arith.remui math.absi arith.cmpi arith.sitofp arith.uitofp "
     "arith.fptosi arith.fptoui nv_tileaa.make_range nv_tileaa.generate "
     "nv_tileaa.histogram nv_tileaa.reduce nv_tileaa.scan "
     "nv_tileaa.get_dim_size "
     "scf.for",
     bit(I1),
     "of one bit is for the public language, which says what its conversion "
     "makes of it; here i1 has and, or, xor and select"},
    {"nv_tileaa.fp_to_fp", set(E8M0, E2M1),
     "most numbers have no counterpart: scales and 4-bit floats are for the "
     "public language"},
    {"nv_tileaa.dot", set(E8M0, E2M1),
     "products of scales do not exist, and 4-bit floats need views"},
    {"nv_tileaa.bitcast", set(I1, I8, TF32, E4M3, E5M2, E8M0, E2M1),
     "no other type of the width has arithmetic"},
    {"nv_tileaa.pack nv_tileaa.unpack nv_tileaa.print", StorageFloats | bit(I1),
     "the elements that have arithmetic stand for all"},
    {"nv_tileaa.get_dim_size", bit(I8), "too narrow for some sizes"},
    {"nv_tileaa.print", Numbers & ~bit(I32),
     "what is printed is the public language's to vary"},
    {"nv_tileaa.permute nv_tileaa.cat nv_tileaa.extract_slice "
     "nv_tileaa.expand_dims",
     bit(Ptr), "addresses are disguised by views, splats and extractions"},
    {"nv_tileaa.int_to_ptr nv_tileaa.ptr_to_int", Numbers,
     "addresses do not depend on the pointee, and few programs have them as "
     "numbers: the results are unspecified"},
    {"nv_tileaa.addptr nv_tileaa.load nv_tileaa.store nv_tileaa.func "
     "nv_tileaa.make_memref nv_tileaa.block_tile nv_tileaa.tiled_load "
     "nv_tileaa.tiled_store nv_tileaa.gather_load nv_tileaa.scatter_store "
     "nv_tileaa.alloca nv_tileaa.get_global",
     set(I1, E2M1), "bytes hold several of these: for the public language"},
    {"nv_tileaa.tiled_store nv_tileaa.gather_load nv_tileaa.scatter_store "
     "nv_tileaa.alloca nv_tileaa.get_global",
     StorageFloats, "without arithmetic they are loaded, converted and stored"},
    {"nv_tileaa.func nv_tileaa.addptr nv_tileaa.load nv_tileaa.store "
     "nv_tileaa.make_memref nv_tileaa.block_tile nv_tileaa.tiled_load",
     bit(E8M0), "is stored as loaded, and few loads are of it"},
};

static constexpr AttributeRule attributes[] = {
    {"arith.cmpi", "predicate", "eq ne slt sle sgt sge ult ule ugt uge"},
    {"arith.cmpf", "predicate",
     "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno"},
    {"nv_tileaa.addf nv_tileaa.subf nv_tileaa.mulf nv_tileaa.fma "
     "nv_tileaa.divf nv_tileaa.sqrt",
     "rounding_mode", "rn rz rm rp"},
    {"nv_tileaa.addf nv_tileaa.subf nv_tileaa.mulf nv_tileaa.fma "
     "nv_tileaa.divf nv_tileaa.sqrt",
     "flush_to_zero", ""},
    {"nv_tileaa.clampf", "propagate_nan", ""},
    {"nv_tileaa.load nv_tileaa.tiled_load nv_tileaa.gather_load",
     "mem_semantic", "weak relaxed acquire"},
    {"nv_tileaa.store nv_tileaa.tiled_store nv_tileaa.scatter_store",
     "mem_semantic", "weak relaxed release"},
    {"nv_tileaa.load nv_tileaa.store nv_tileaa.tiled_load "
     "nv_tileaa.tiled_store nv_tileaa.gather_load nv_tileaa.scatter_store "
     "nv_tileaa.atomic_rmw nv_tileaa.atomic_cas nv_tileaa.tiled_atomic_rmw",
     "mem_scope", "tl_blk gpu sys cluster"},
    {"nv_tileaa.load nv_tileaa.store nv_tileaa.tiled_load "
     "nv_tileaa.tiled_store",
     "cache_modifier", "none ca cg cs lu cv"},
    {"nv_tileaa.load nv_tileaa.store nv_tileaa.tiled_load "
     "nv_tileaa.tiled_store",
     "eviction_policy", "none first last normal"},
    {"nv_tileaa.atomic_rmw nv_tileaa.atomic_cas nv_tileaa.tiled_atomic_rmw",
     "mem_semantic", "relaxed acquire release acq_rel"},
    {"nv_tileaa.atomic_rmw nv_tileaa.tiled_atomic_rmw", "rmw_mode",
     "and or xor add addf max min umax umin xchg"},
    {"nv_tileaa.dot nv_tileaa.conv_dot", "signedness_a", "signed unsigned"},
    {"nv_tileaa.dot nv_tileaa.conv_dot", "signedness_b", "signed unsigned"},
    {"nv_tileaa.scan", "inclusive", "true false"},
    {"nv_tileaa.scan", "reverse", "true false"},
    {"nv_tileaa.reduce nv_tileaa.scan", "axis", "0 1 2"},
    {"nv_tileaa.expand_dims", "axis", "0 1 2"},
    {"nv_tileaa.load nv_tileaa.store", "in_bounds", ""},
    {"nv_tileaa.conv_tile", "activation_layout",
     "channels_last channels_first"},
    {"nv_tileaa.assume", "predicate", "div_by bounded same_elements"},
    {"nv_tileaa.alloca", "global", ""},
    {"nv_tileaa.get_program_id", "axis", "0 1 2"},
    // The outermost extent takes part in no block's number.
    {"nv_tileaa.get_num_programs", "axis", "0 1"},
};

const CoverageTables &coverage::getTileAACoverage() {
  static const CoverageTables tables = {rules, reasons, attributes};
  return tables;
}
