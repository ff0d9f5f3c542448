//===- PtxIsaMemorySyntax.h - Warps, updates and copies ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// As PtxIsaSyntax.h, whose sets these name.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXISAMEMORYSYNTAX_H
#define TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXISAMEMORYSYNTAX_H

/// By section; one syntax a line.
static const char *const memorySyntaxes[] = {
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
    // With a policy, in global memory.
    "atom{.sem}{.scope}{.global}.boolop.L2::cache_hint.b3264",
    "atom{.sem}{.scope}{.global}.xor.L2::cache_hint.b3264",
    "atom{.sem}{.scope}{.global}.exch.L2::cache_hint.b3264",
    "atom{.sem}{.scope}{.global}.exch.L2::cache_hint.b128",
    "atom{.sem}{.scope}{.global}.cas.L2::cache_hint.bits",
    "atom{.sem}{.scope}{.global}.cas.L2::cache_hint.b128",
    "atom{.sem}{.scope}{.global}.add.L2::cache_hint.word",
    "atom{.sem}{.scope}{.global}.add.L2::cache_hint.fp",
    "atom{.sem}{.scope}{.global}.inc.L2::cache_hint.u32",
    "atom{.sem}{.scope}{.global}.dec.L2::cache_hint.u32",
    "atom{.sem}{.scope}{.global}.extremum.L2::cache_hint.word",
    "atom{.sem}{.scope}{.global}.add.noftz.L2::cache_hint.anyhalf",
    "atom{.sem}{.scope}{.global}.add.L2::cache_hint.v24.f32",
    "atom{.sem}{.scope}{.global}.arithmetic.noftz.L2::cache_hint.v248.f16s",
    "atom{.sem}{.scope}{.global}.arithmetic.noftz.L2::cache_hint.v24.f16x2s",
    "red{.redsem}{.scope}{.global}.boolop.L2::cache_hint.b3264",
    "red{.redsem}{.scope}{.global}.xor.L2::cache_hint.b3264",
    "red{.redsem}{.scope}{.global}.add.L2::cache_hint.word",
    "red{.redsem}{.scope}{.global}.add.L2::cache_hint.fp",
    "red{.redsem}{.scope}{.global}.inc.L2::cache_hint.u32",
    "red{.redsem}{.scope}{.global}.dec.L2::cache_hint.u32",
    "red{.redsem}{.scope}{.global}.extremum.L2::cache_hint.word",
    "red{.redsem}{.scope}{.global}.add.noftz.L2::cache_hint.anyhalf",
    "red{.redsem}{.scope}{.global}.add.L2::cache_hint.v24.f32",
    "red{.redsem}{.scope}{.global}.arithmetic.noftz.L2::cache_hint.v248.f16s",
    "red{.redsem}{.scope}{.global}.arithmetic.noftz.L2::cache_hint.v24.f16x2s",
    // 9.7.9.25.3 and 9.7.13.15, copies that complete later.
    "cp.async.cache.ss.global{.L2::cache_hint}{.prefetch}",
    "cp.async.commit_group",
    "cp.async.wait_group",
    "cp.async.wait_all",
    "cp.async.mbarrier.arrive{.noinc}{.ss}.b64",
    "mbarrier.pending_count.b64",
    "clusterlaunchcontrol.try_cancel.async{.shared::cta}.counted"
    "{.multicast::cluster::all}.b128",
    "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128",
    "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128",
    "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128",
    "clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128",
    "clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128",
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
};

#endif // TILEFUZZ_TESTS_UNIT_INTERP_SIMT_PTXISAMEMORYSYNTAX_H
