//===- PtxIsaTest.cpp - The names that the ISA has ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The syntax of the families that the tables of forms are about, transcribed
// from the sections of the PTX ISA 9.0 in its own notation: `{.x}` may be left
// out, and `.x` is one of a set where x is one. Each name is in exactly the
// tables, and the tables have no other but those that are listed with a reason.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace tilefuzz::simt;
using llvm::StringRef;

using Sets = std::map<std::string, const char *>;

/// Sets that mean the same in all sections.
static const Sets common = {
    {"rnd", "rn rz rm rp"},
    {"irnd", "rni rzi rmi rpi"},
    {"frnd", "rn rz rm rp"},
    {"frnd2", "rn rz"},
    {"frnd3", "rz rp"},
    {"int", "u16 u32 u64 s16 s32 s64"},
    {"sint", "s16 s32 s64"},
    {"wideint", "u16 u32 s16 s32"},
    {"word", "u32 s32 u64 s64"},
    {"i32", "u32 s32"},
    {"bits", "b16 b32 b64"},
    {"b3264", "b32 b64"},
    {"logic", "pred b16 b32 b64"},
    {"hilo", "hi lo"},
    {"half", "f16 f16x2"},
    {"brain", "bf16 bf16x2"},
    {"anyhalf", "f16 f16x2 bf16 bf16x2"},
    {"atype", "f16 bf16"},
    {"fp", "f32 f64"},
    {"mode", "clamp wrap"},
    {"dir", "l r"},
    {"permute", "f4e b4e rc8 ecl ecr rc16"},
    {"class", "finite infinite number notanumber normal subnormal"},
    {"cmp", "eq ne lt le gt ge"},
    {"ucmp", "eq ne lt le gt ge lo ls hi hs"},
    {"bcmp", "eq ne"},
    {"fcmp", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan"},
    {"bool", "and or xor"},
    {"boolop", "and or"},
    {"uint", "u16 u32 u64"},
    {"wideset", "u32 s32 f32"},
    {"halfset", "f16 bf16"},
    {"hset", "u16 s16 u32 s32"},
    {"select", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"},
    {"cvtint", "u8 u16 u32 u64 s8 s16 s32 s64"},
    {"f8x2", "e4m3x2 e5m2x2"},
    {"f6x2", "e2m3x2 e3m2x2"},
    {"f8x4", "e4m3x4 e5m2x4"},
    {"f6x4", "e2m3x4 e3m2x4"},
    {"shuffle", "up down bfly idx"},
    {"vote", "all any uni"},
    {"match", "any all"},
    {"extremum", "min max"},
    {"arithmetic", "add min max"},
    {"sem", "relaxed acquire release acq_rel"},
    {"redsem", "relaxed release"},
    {"scope", "cta cluster gpu sys"},
    {"space", "global shared shared::cta shared::cluster"},
    {"v24", "v2 v4"},
    {"v248", "v2 v4 v8"},
    {"f16s", "f16 bf16"},
    {"f16x2s", "f16x2 bf16x2"},
    {"ss", "shared shared::cta"},
    {"num", "x1 x2 x4"},
    {"num2", "x1 x2"},
    {"srcfmt", "b6x16_p32 b4x16_p64"},
    {"layout", "row col"},
    {"ctype", "f16 f32"},
    {"f8type", "e4m3 e5m2"},
    {"f8f6f4type", "e4m3 e5m2 e3m2 e2m3 e2m1"},
    {"s8u8", "s8 u8"},
    {"s4u4", "s4 u4"},
    {"bitop", "xor and"},
    {"f8shape", "m16n8k16 m16n8k32"},
    {"f64shape", "m8n8k4 m16n8k4 m16n8k8 m16n8k16"},
    {"s8shape", "m8n8k16 m16n8k16 m16n8k32"},
    {"s4shape", "m8n8k32 m16n8k32 m16n8k64"},
    {"b1shape", "m8n8k128 m16n8k128 m16n8k256"},
    {"wshape", "m16n16k16 m8n32k16 m32n8k16"},
    {"wspace", "global shared shared::cta"},
    {"factor", "a b"},
    {"abc", "a b c"},
    {"wfactor", "f16 s8 u8 bf16"},
    {"wsum", "f16 f32 s32"},
    {"subshape", "m8n8k32 m8n8k128"},
    {"cache", "ca cg"},
    {"spvariant", "sp sp::ordered_metadata"},
    {"sphalf", "m16n8k16 m16n8k32"},
    {"sptf32", "m16n8k8 m16n8k16"},
    {"sps8", "m16n8k32 m16n8k64"},
    {"sps4", "m16n8k64 m16n8k128"},
    {"bulkshared", "shared::cta shared::cluster"},
    {"counted", "mbarrier::complete_tx::bytes"},
    {"fetch", "prefetch"},
    {"dim", "1d 2d 3d 4d 5d"},
    {"imdim", "3d 4d 5d"},
    {"immode", "im2col im2col::w im2col::w::128"},
    {"loadmode", "tile tile::gather4 im2col im2col::w im2col::w::128"},
    {"pair", "cta_group::1 cta_group::2"},
    {"bulkupdate", "add min max inc dec and or xor"},
    {"mapspace", "global shared::cta"},
    {"mapword", "rank box_dim global_dim element_stride elemtype "
                "interleave_layout swizzle_mode swizzle_atomicity fill_mode"},
    {"mapkind", "const param"},
    {"mapsem", "acquire release"},
    {"bulksum", "u32 s32 u64"},
    {"bitwise", "and or xor"},
    {"prefetch", "L2::64B L2::128B L2::256B"},
};

/// By section; one syntax a line.
static const char *const syntaxes[] = {
    // 9.7.1, integers.
    "add.int",
    "add.u16x2",
    "add.s16x2",
    "add.sat.s32",
    "sub.int",
    "sub.sat.s32",
    "mul.hilo.int",
    "mul.wide.wideint",
    "mad.hilo.int",
    "mad.wide.wideint",
    "mad.hi.sat.s32",
    "mul24.hilo.i32",
    "mad24.hilo.i32",
    "mad24.hi.sat.s32",
    "sad.int",
    "div.int",
    "rem.int",
    "abs.sint",
    "neg.sint",
    "min.int",
    "min.u16x2",
    "min{.relu}.s16x2",
    "min.relu.s32",
    "max.int",
    "max.u16x2",
    "max{.relu}.s16x2",
    "max.relu.s32",
    "popc.b3264",
    "clz.b3264",
    "bfind{.shiftamt}.word",
    "fns.b32",
    "brev.b3264",
    "bfe.word",
    "bfi.b3264",
    "szext.mode.i32",
    "bmsk.mode.b32",
    "dp4a.i32.i32",
    "dp2a.hilo.i32.i32",
    // 9.7.2, extended precision.
    "add.cc.word",
    "addc{.cc}.word",
    "sub.cc.word",
    "subc{.cc}.word",
    "mad.hilo.cc.word",
    "madc.hilo{.cc}.word",
    // 9.7.3, floats.
    "testp.class.fp",
    "copysign.fp",
    "add{.rnd}{.ftz}{.sat}.f32",
    "add{.rnd}{.ftz}.f32x2",
    "add{.rnd}.f64",
    "sub{.rnd}{.ftz}{.sat}.f32",
    "sub{.rnd}{.ftz}.f32x2",
    "sub{.rnd}.f64",
    "mul{.rnd}{.ftz}{.sat}.f32",
    "mul{.rnd}{.ftz}.f32x2",
    "mul{.rnd}.f64",
    "fma.rnd{.ftz}{.sat}.f32",
    "fma.rnd{.ftz}.f32x2",
    "fma.rnd.f64",
    "mad.rnd{.ftz}{.sat}.f32",
    "mad.rnd.f64",
    "div.approx{.ftz}.f32",
    "div.full{.ftz}.f32",
    "div.rnd{.ftz}.f32",
    "div.rnd.f64",
    "abs{.ftz}.f32",
    "abs.f64",
    "neg{.ftz}.f32",
    "neg.f64",
    "min{.ftz}{.NaN}{.abs}.f32",
    "min{.ftz}{.NaN}.xorsign.abs.f32",
    "min.f64",
    "max{.ftz}{.NaN}{.abs}.f32",
    "max{.ftz}{.NaN}.xorsign.abs.f32",
    "max.f64",
    "rcp.approx{.ftz}.f32",
    "rcp.rnd{.ftz}.f32",
    "rcp.rnd.f64",
    "rcp.approx.ftz.f64",
    "sqrt.approx{.ftz}.f32",
    "sqrt.rnd{.ftz}.f32",
    "sqrt.rnd.f64",
    "rsqrt.approx{.ftz}.f32",
    "rsqrt.approx{.ftz}.f64",
    "sin.approx{.ftz}.f32",
    "cos.approx{.ftz}.f32",
    "lg2.approx{.ftz}.f32",
    "ex2.approx{.ftz}.f32",
    "tanh.approx.f32",
    // 9.7.4, halves.
    "add{.rn}{.ftz}{.sat}.half",
    "add{.rn}.brain",
    "sub{.rn}{.ftz}{.sat}.half",
    "sub{.rn}.brain",
    "mul{.rn}{.ftz}{.sat}.half",
    "mul{.rn}.brain",
    "fma.rn{.ftz}{.sat}.half",
    "fma.rn{.ftz}.relu.half",
    "fma.rn{.relu}.brain",
    "fma.rn.oob{.relu}.anyhalf",
    "neg{.ftz}.half",
    "neg.brain",
    "abs{.ftz}.half",
    "abs.brain",
    "min{.ftz}{.NaN}.half",
    "min{.ftz}{.NaN}.xorsign.abs.half",
    "min{.NaN}.brain",
    "min{.NaN}.xorsign.abs.brain",
    "max{.ftz}{.NaN}.half",
    "max{.ftz}{.NaN}.xorsign.abs.half",
    "max{.NaN}.brain",
    "max{.NaN}.xorsign.abs.brain",
    "tanh.approx.anyhalf",
    "ex2.approx.half",
    "ex2.approx.ftz.brain",
    // 9.7.5, mixed precision.
    "add{.rnd}{.sat}.f32.atype",
    "sub{.rnd}{.sat}.f32.atype",
    "fma.rnd{.sat}.f32.atype",
    // 9.7.6 and 9.7.7, comparison.
    "set.ucmp{.bool}.wideset.uint",
    "set.ucmp{.bool}.halfset.uint",
    "set.cmp{.bool}.wideset.sint",
    "set.cmp{.bool}.halfset.sint",
    "set.bcmp{.bool}.wideset.bits",
    "set.bcmp{.bool}.halfset.bits",
    "set.fcmp{.bool}{.ftz}.wideset.f32",
    "set.fcmp{.bool}.wideset.f64",
    "set.fcmp{.bool}{.ftz}.f16.f32",
    "set.fcmp{.bool}.bf16.f32",
    "set.fcmp{.bool}.halfset.f64",
    "set.fcmp{.bool}{.ftz}.f16.f16",
    "set.fcmp{.bool}.bf16.f16",
    "set.fcmp{.bool}{.ftz}.hset.f16",
    "set.fcmp{.bool}.hset.bf16",
    "set.fcmp{.bool}{.ftz}.f16x2.f16x2",
    "set.fcmp{.bool}{.ftz}.i32.f16x2",
    "set.fcmp{.bool}.bf16x2.bf16x2",
    "set.fcmp{.bool}.i32.bf16x2",
    "setp.ucmp{.bool}.uint",
    "setp.cmp{.bool}.sint",
    "setp.bcmp{.bool}.bits",
    "setp.fcmp{.bool}{.ftz}.f32",
    "setp.fcmp{.bool}.f64",
    "setp.fcmp{.bool}{.ftz}.half",
    "setp.fcmp{.bool}.brain",
    "selp.select",
    "slct.select.s32",
    "slct{.ftz}.select.f32",
    // 9.7.8, logic and shifts.
    "and.logic",
    "or.logic",
    "xor.logic",
    "cnot.bits",
    "lop3.b32",
    "lop3.boolop.b32",
    "shf.dir.mode.b32",
    "shl.bits",
    "shr.bits",
    "shr.int",
    // 9.7.9, data movement.
    "prmt.b32{.permute}",
    "shfl.sync.shuffle.b32",
    "shfl.shuffle.b32",
    "cvt{.sat}.cvtint.cvtint",
    "cvt.frnd{.ftz}{.sat}.f32.cvtint",
    "cvt.frnd{.sat}.f16.cvtint",
    "cvt.frnd{.sat}.bf16.cvtint",
    "cvt.frnd{.sat}.f64.cvtint",
    "cvt.irnd{.ftz}{.sat}.cvtint.f32",
    "cvt.irnd{.sat}.cvtint.f16",
    "cvt.irnd{.sat}.cvtint.bf16",
    "cvt.irnd{.sat}.cvtint.f64",
    "cvt{.ftz}{.sat}.f32.atype",
    "cvt{.ftz}{.sat}.f32.f32",
    "cvt{.ftz}{.sat}.f64.f32",
    "cvt{.sat}.f64.atype",
    "cvt{.sat}.f64.f64",
    "cvt{.sat}.f16.f16",
    "cvt{.sat}.bf16.bf16",
    "cvt.irnd{.ftz}{.sat}.f32.f32",
    "cvt.irnd{.sat}.f16.f16",
    "cvt.irnd{.sat}.bf16.bf16",
    "cvt.irnd{.sat}.f64.f64",
    "cvt.frnd{.ftz}{.sat}.f32.f64",
    "cvt.frnd{.ftz}{.sat}.atype.f32",
    "cvt.frnd{.sat}.atype.f64",
    "cvt.frnd{.sat}.bf16.f16",
    "cvt.frnd{.sat}.f16.bf16",
    "cvt.frnd2{.relu}{.satfinite}.atype.f32",
    "cvt.frnd2{.relu}{.satfinite}.f16x2s.f32",
    "cvt.rs{.relu}{.satfinite}.f16x2s.f32",
    "cvt.rna{.satfinite}.tf32.f32",
    "cvt.frnd2{.satfinite}{.relu}.tf32.f32",
    "cvt.rn.satfinite{.relu}.f8x2.f32",
    "cvt.rn.satfinite{.relu}.f8x2.f16x2",
    "cvt.rn{.relu}.f16x2.f8x2",
    "cvt.rs{.relu}.satfinite.f8x4.f32",
    "cvt.rn.satfinite{.relu}.e2m1x2.f32",
    "cvt.rn{.relu}.f16x2.e2m1x2",
    "cvt.rs{.relu}.satfinite.e2m1x4.f32",
    "cvt.rn.satfinite{.relu}.f6x2.f32",
    "cvt.rn{.relu}.f16x2.f6x2",
    "cvt.rs{.relu}.satfinite.f6x4.f32",
    "cvt.frnd3{.satfinite}.ue8m0x2.f32",
    "cvt.frnd3{.satfinite}.ue8m0x2.bf16x2",
    "cvt.rn.bf16x2.ue8m0x2",
    // 9.7.13, warps and updates.
    "vote.sync.vote.pred",
    "vote.sync.ballot.b32",
    "vote.vote.pred",
    "vote.ballot.b32",
    "match.match.sync.b3264",
    "activemask.b32",
    "redux.sync.arithmetic.i32",
    "redux.sync.and.b32",
    "redux.sync.or.b32",
    "redux.sync.xor.b32",
    "redux.sync.extremum{.abs}{.NaN}.f32",
    "elect.sync",
    "barrier{.cta}.sync{.aligned}",
    "barrier{.cta}.arrive{.aligned}",
    "barrier{.cta}.red.popc{.aligned}.u32",
    "barrier{.cta}.red.and{.aligned}.pred",
    "barrier{.cta}.red.or{.aligned}.pred",
    "bar{.cta}.sync",
    "bar{.cta}.arrive",
    "bar{.cta}.red.popc.u32",
    "bar{.cta}.red.and.pred",
    "bar{.cta}.red.or.pred",
    "atom{.sem}{.scope}{.space}.boolop.b3264",
    "atom{.sem}{.scope}{.space}.xor.b3264",
    "atom{.sem}{.scope}{.space}.exch.b3264",
    "atom{.sem}{.scope}{.space}.exch.b128",
    "atom{.sem}{.scope}{.space}.cas.bits",
    "atom{.sem}{.scope}{.space}.cas.b128",
    "atom{.sem}{.scope}{.space}.add.word",
    "atom{.sem}{.scope}{.space}.add.fp",
    "atom{.sem}{.scope}{.space}.inc.u32",
    "atom{.sem}{.scope}{.space}.dec.u32",
    "atom{.sem}{.scope}{.space}.extremum.word",
    "atom{.sem}{.scope}{.space}.add.noftz.anyhalf",
    "atom{.sem}{.scope}{.global}.add.v24.f32",
    "atom{.sem}{.scope}{.global}.arithmetic.noftz.v248.f16s",
    "atom{.sem}{.scope}{.global}.arithmetic.noftz.v24.f16x2s",
    "red{.redsem}{.scope}{.space}.boolop.b3264",
    "red{.redsem}{.scope}{.space}.xor.b3264",
    "red{.redsem}{.scope}{.space}.add.word",
    "red{.redsem}{.scope}{.space}.add.fp",
    "red{.redsem}{.scope}{.space}.inc.u32",
    "red{.redsem}{.scope}{.space}.dec.u32",
    "red{.redsem}{.scope}{.space}.extremum.word",
    "red{.redsem}{.scope}{.space}.add.noftz.anyhalf",
    "red{.redsem}{.scope}{.global}.add.v24.f32",
    "red{.redsem}{.scope}{.global}.arithmetic.noftz.v248.f16s",
    "red{.redsem}{.scope}{.global}.arithmetic.noftz.v24.f16x2s",
    // 9.7.9.25.3 and 9.7.13.15, copies that complete later.
    "cp.async.cache.ss.global{.L2::cache_hint}{.prefetch}",
    "cp.async.commit_group",
    "cp.async.wait_group",
    "cp.async.wait_all",
    "cp.async.mbarrier.arrive{.noinc}{.ss}.b64",
    "mbarrier.pending_count.b64",
    // cp.async.bulk and its relatives, by the tables of their elements.
    "cp.async.bulk.bulkshared.global.counted{.L2::cache_hint}",
    "cp.async.bulk.shared::cluster.global.counted.multicast::cluster"
    "{.L2::cache_hint}",
    "cp.async.bulk.shared::cluster.shared::cta.counted",
    "cp.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}{.cp_mask}",
    "cp.reduce.async.bulk.shared::cluster.shared::cta.counted.add.bulksum",
    "cp.reduce.async.bulk.shared::cluster.shared::cta.counted.extremum.i32",
    "cp.reduce.async.bulk.shared::cluster.shared::cta.counted.inc.u32",
    "cp.reduce.async.bulk.shared::cluster.shared::cta.counted.dec.u32",
    "cp.reduce.async.bulk.shared::cluster.shared::cta.counted.bitwise.b32",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".add.bulksum",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".add.fp",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".add.noftz.atype",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".extremum.word",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".extremum.atype",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".inc.u32",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".dec.u32",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group{.L2::cache_hint}"
    ".bitwise.b3264",
    "cp.async.bulk.fetch.L2.global{.L2::cache_hint}",
    "cp.async.bulk.commit_group",
    "cp.async.bulk.wait_group{.read}",
    // cp.async.bulk.tensor and what there is for tensor maps.
    "cp.async.bulk.tensor.dim.bulkshared.global{.tile}.counted"
    "{.L2::cache_hint}",
    "cp.async.bulk.tensor.2d.bulkshared.global.tile::gather4.counted"
    "{.L2::cache_hint}",
    "cp.async.bulk.tensor.imdim.bulkshared.global.immode.counted"
    "{.L2::cache_hint}",
    "cp.async.bulk.tensor.dim.shared::cluster.global{.loadmode}.counted"
    ".multicast::cluster{.pair}{.L2::cache_hint}",
    "cp.async.bulk.tensor.dim.shared::cluster.global{.loadmode}.counted"
    ".pair{.L2::cache_hint}",
    "cp.async.bulk.tensor.dim.global.shared::cta{.tile}.bulk_group"
    "{.L2::cache_hint}",
    "cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group"
    "{.L2::cache_hint}",
    "cp.async.bulk.tensor.imdim.global.shared::cta.im2col_no_offs.bulk_group"
    "{.L2::cache_hint}",
    "cp.reduce.async.bulk.tensor.dim.global.shared::cta.bulkupdate{.tile}"
    ".bulk_group{.L2::cache_hint}",
    "cp.reduce.async.bulk.tensor.imdim.global.shared::cta.bulkupdate"
    ".im2col_no_offs.bulk_group{.L2::cache_hint}",
    "cp.async.bulk.fetch.tensor.dim.L2.global{.tile}{.L2::cache_hint}",
    "cp.async.bulk.fetch.tensor.2d.L2.global.tile::gather4{.L2::cache_hint}",
    "cp.async.bulk.fetch.tensor.imdim.L2.global.immode{.L2::cache_hint}",
    "prefetch{.mapkind}.tensormap",
    "tensormap.replace.tile.global_address{.mapspace}.b1024.b64",
    "tensormap.replace.tile.mapword{.mapspace}.b1024.b32",
    "tensormap.replace.tile.global_stride{.mapspace}.b1024.b64",
    "fence.proxy.tensormap::generic.mapsem.scope",
    // 9.7.14, matrices of a warp.
    "ldmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16",
    "ldmatrix.sync.aligned.m16n16.num2.trans{.ss}.b8",
    "ldmatrix.sync.aligned.m8n16.num{.ss}.b8x16.srcfmt",
    "ldmatrix.sync.aligned.m16n16.num2.trans{.ss}.b8x16.srcfmt",
    "stmatrix.sync.aligned.m8n8.num{.trans}{.ss}.b16",
    "stmatrix.sync.aligned.m16n8.num.trans{.ss}.b8",
    "movmatrix.sync.aligned.m8n8.trans.b16",
    // When `.ctype` is `.f32`, `.dtype` is, too; but for m8n8k4 the two are the
    // same.
    "mma.sync.aligned.m8n8k4.layout.layout.f32.f16.f16.ctype",
    "mma.sync.aligned.m8n8k4.layout.layout.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "mma.sync.aligned.f8shape.row.col.f16.f8type.f8type.f16",
    "mma.sync.aligned.f8shape.row.col.f32.f8type.f8type.f32",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f16.f8f6f4type.f8f6f4type."
    "f16",
    "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.f8f6f4type.f8f6f4type."
    "f32",
    "mma.sync.aligned.f64shape.row.col.f64.f64.f64.f64",
    "mma.sync.aligned.s8shape.row.col{.satfinite}.s32.s8u8.s8u8.s32",
    "mma.sync.aligned.s4shape.row.col{.satfinite}.s32.s4u4.s4u4.s32",
    "mma.sync.aligned.b1shape.row.col.s32.b1.b1.s32.bitop.popc",
    "mma.spvariant.sync.aligned.sphalf.row.col.f16.f16.f16.f16",
    "mma.spvariant.sync.aligned.sphalf.row.col.f32.f16.f16.f32",
    "mma.spvariant.sync.aligned.sphalf.row.col.f32.bf16.bf16.f32",
    "mma.spvariant.sync.aligned.sptf32.row.col.f32.tf32.tf32.f32",
    "mma.spvariant.sync.aligned.m16n8k64.row.col.f32.f8type.f8type.f32",
    "mma.spvariant.sync.aligned.sps8.row.col{.satfinite}.s32.s8u8.s8u8.s32",
    "mma.spvariant.sync.aligned.sps4.row.col{.satfinite}.s32.s4u4.s4u4.s32",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f16."
    "f8f6f4type.f8f6f4type.f16",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32."
    "f8f6f4type.f8f6f4type.f32",
    // The combinations of `.kind`, `.scale_vec_size` and `.stype` that table 36
    // has.
    "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4."
    "block_scale{.scale_vec::2X}.f32.e2m1.e2m1.f32.ue8m0",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4."
    "block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4nvf4."
    "block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4."
    "block_scale{.scale_vec::1X}.f32.f8f6f4type.f8f6f4type.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale{.scale_vec::2X}."
    "f32.e2m1.e2m1.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale."
    "scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale."
    "scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale{."
    "scale_vec::1X}.f32.f8f6f4type.f8f6f4type.f32.ue8m0",
    "wmma.load.factor.sync.aligned.layout.wshape{.wspace}.wfactor",
    "wmma.load.c.sync.aligned.layout.wshape{.wspace}.wsum",
    "wmma.load.factor.sync.aligned.layout.m16n16k8{.wspace}.tf32",
    "wmma.load.c.sync.aligned.layout.m16n16k8{.wspace}.f32",
    "wmma.load.abc.sync.aligned.layout.m8n8k4{.wspace}.f64",
    "wmma.load.a.sync.aligned.row.m8n8k32{.wspace}.s4u4",
    "wmma.load.b.sync.aligned.col.m8n8k32{.wspace}.s4u4",
    "wmma.load.a.sync.aligned.row.m8n8k128{.wspace}.b1",
    "wmma.load.b.sync.aligned.col.m8n8k128{.wspace}.b1",
    "wmma.load.c.sync.aligned.layout.subshape{.wspace}.s32",
    "wmma.store.d.sync.aligned.layout.wshape{.wspace}.wsum",
    "wmma.store.d.sync.aligned.layout.m16n16k8{.wspace}.f32",
    "wmma.store.d.sync.aligned.layout.m8n8k4{.wspace}.f64",
    "wmma.store.d.sync.aligned.layout.subshape{.wspace}.s32",
    "wmma.mma.sync.aligned.layout.layout.wshape.ctype.ctype",
    "wmma.mma.sync.aligned.layout.layout.wshape.s32.s8.s8.s32{.satfinite}",
    "wmma.mma.sync.aligned.layout.layout.wshape.s32.u8.u8.s32{.satfinite}",
    "wmma.mma.sync.aligned.layout.layout.wshape.f32.bf16.bf16.f32",
    "wmma.mma.sync.aligned.layout.layout.m16n16k8.f32.tf32.tf32.f32",
    "wmma.mma.sync.aligned.layout.layout.m8n8k4{.rnd}.f64.f64.f64.f64",
    "wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32{.satfinite}",
    "wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32{.satfinite}",
    "wmma.mma.bitop.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32",
};

static void expand(StringRef syntax, const std::string &name,
                   std::set<std::string> &names) {
  if (syntax.empty()) {
    names.insert(name);
    return;
  }
  bool isOptional = syntax.consume_front("{");
  if (isOptional || syntax.starts_with("."))
    syntax = syntax.drop_front();
  StringRef part = syntax.take_while(
      [](char c) { return c != '.' && c != '{' && c != '}'; });
  StringRef rest = syntax.drop_front(part.size());
  if (isOptional) {
    rest = rest.drop_front();
    expand(rest, name, names);
  }
  auto set = name.empty() ? common.end() : common.find(part.str());
  llvm::SmallVector<StringRef> alternatives = {part};
  if (set != common.end()) {
    alternatives.clear();
    StringRef(set->second).split(alternatives, ' ');
  }
  for (StringRef one : alternatives)
    expand(rest, name + (name.empty() ? "" : ".") + one.str(), names);
}

/// What the tables have beyond the syntax of the ISA, and why.
static StringRef reasonFor(StringRef name) {
  if (name.contains(".sat.ftz.f32") ||
      (name.contains(".relu.satfinite.") && name.ends_with(".tf32.f32")))
    return "LLVM writes them in this order";
  if (name.ends_with(".add") || name.ends_with(".noftz"))
    return "the examples of the ISA name vectors in this order";
  if (name.contains("matrix.sync.aligned.x"))
    return "CUTLASS names the number before the shape";
  return "";
}

TEST(PtxIsa, QualifiersMayStandInAnyOrderAndTypesMayNot) {
  auto partsOf = [](StringRef name) {
    std::optional<PtxMatch> match = matchPtxForm(name);
    return match ? llvm::join(match->parts, ".") : "none";
  };
  // As tileiras 13.4 writes them and its ptxas takes them.
  for (auto [written, meant] :
       {std::pair<StringRef, StringRef>("atom.global.cta.acq_rel.cas.b64",
                                        "atom.acq_rel.cta.global.cas.b64"),
        {"atom.shared.cta.max.u32", "atom.cta.shared.max.u32"},
        {"cvt.f16.f32.rz", "cvt.rz.f16.f32"}})
    EXPECT_EQ(partsOf(written), meant) << written.str();
  // What is meant by these would have another result.
  for (StringRef name : {"cvt.f32.s32.rzi", "cvt.f16.f32.rz.rz",
                         "atom.global.cta.acq_rel.sys.cas.b64"})
    EXPECT_EQ(partsOf(name), "none") << name.str();
}

TEST(PtxIsa, TheTablesHaveTheNamesOfTheIsa) {
  std::set<std::string> isa, tables;
  for (StringRef syntax : syntaxes) {
    size_t before = isa.size();
    expand(syntax, "", isa);
    EXPECT_GT(isa.size(), before) << syntax.str() << " says nothing new";
  }
  for (llvm::ArrayRef<PtxForm> table : getPtxForms())
    for (const PtxForm &form : table)
      for (const std::string &name : namesOf(form))
        tables.insert(name);
  for (const std::string &name : isa)
    EXPECT_TRUE(tables.count(name)) << "no table has " << name;
  for (const std::string &name : tables)
    EXPECT_TRUE(isa.count(name) || reasonFor(name) != "")
        << "the ISA has no " << name;
  EXPECT_GT(isa.size(), 10'000u);
}
