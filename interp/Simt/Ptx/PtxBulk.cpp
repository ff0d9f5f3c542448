//===- PtxBulk.cpp - Copies in bulk ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// PTX ISA 9.0, the sections of cp.async.bulk, cp.reduce.async.bulk,
// cp.async.bulk.prefetch, cp.async.bulk.commit_group and
// cp.async.bulk.wait_group.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Ptx/PtxForms.h"

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace llvm;
using Known = PtxEmitter::Known;

static constexpr RegisterType word = {TypeKind::Unsigned, 32},
                              policy = {TypeKind::Bits, 64},
                              ctaMask = {TypeKind::Bits, 16};

static uint32_t appendForm(Kernel &kernel, const BulkForm &form) {
  kernel.bulks.push_back(form);
  return kernel.bulks.size() - 1;
}

AtomicOperation simt::updateOf(const PtxMatch &match) {
  static constexpr std::pair<StringLiteral, AtomicOperation> rows[] = {
      {"add", AtomicOperation::Add},       {"min", AtomicOperation::Min},
      {"max", AtomicOperation::Max},       {"inc", AtomicOperation::Increment},
      {"dec", AtomicOperation::Decrement}, {"and", AtomicOperation::And},
      {"or", AtomicOperation::Or},         {"xor", AtomicOperation::Xor}};
  for (const auto &[name, operation] : rows)
    if (match.has(name))
      return operation;
  llvm_unreachable("every form of an update has one");
}

/// What stands first among the parts behind the name's own words is the
/// destination, then the source.
static StateSpace spaceOf(StringRef part) {
  std::optional<StateSpace> space = parsePtxSpace(part);
  assert(space && "the form's spaces are known");
  return *space;
}

/// `[to], [from], size`, `[mbarrier]` where one counts, to which CTAs, and the
/// policy of caches, which changes nothing.
static Known decodeCopy(PtxEmitter &e, const PtxStatement &statement,
                        const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  bool isUpdate = match.has("reduce");
  BulkForm form;
  form.kind = isUpdate ? BulkKind::Reduce : BulkKind::Copy;
  form.hasMbarrier = match.has("mbarrier::complete_tx::bytes");
  bool hasPolicy = match.has("L2::cache_hint");
  bool isMulticast = match.has("multicast::cluster");
  if (Error error = e.expectOperands(statement, 3 + form.hasMbarrier +
                                                    isMulticast + hasPolicy))
    return std::move(error);
  simt::Instruction op = match.instruction;
  unsigned firstSpace = isUpdate ? 4 : 3;
  op.space = spaceOf(match.parts[firstSpace]);
  op.sourceSpace = spaceOf(match.parts[firstSpace + 1]);
  if (isUpdate) {
    op.atomic = updateOf(match);
    op.bytes = op.type.width / 8;
    // Each element, relaxed, of the GPU.
    op.order = MemoryOrder::Relaxed;
    op.scope = simt::Scope::Gpu;
  }
  for (auto [i, space] : {std::pair(0, op.space), {1, op.sourceSpace}}) {
    Expected<uint32_t> pointer = e.pointer(operands[i], space);
    if (!pointer)
      return pointer.takeError();
    op.operands[i] = *pointer;
  }
  Expected<uint32_t> size = e.source(operands[2], word);
  if (!size)
    return size.takeError();
  op.operands[2] = *size;
  if (form.hasMbarrier) {
    Expected<uint32_t> barrier = e.pointer(operands[3], op.space);
    if (!barrier)
      return barrier.takeError();
    op.operands[3] = *barrier;
  }
  if (isMulticast) {
    Expected<uint32_t> mask = e.source(operands[4], ctaMask);
    if (!mask)
      return mask.takeError();
    form.ctaMask = *mask;
  }
  if (hasPolicy)
    if (Expected<uint32_t> hint = e.source(operands.back(), policy); !hint)
      return hint.takeError();
  op.first = appendForm(e.kernel, form);
  e.append(op);
  return true;
}

/// `[from], size`.
static Known decodePrefetch(PtxEmitter &e, const PtxStatement &statement,
                            const PtxMatch &match) {
  ArrayRef<PtxOperand> operands = statement.operands;
  bool hasPolicy = match.has("L2::cache_hint");
  if (Error error = e.expectOperands(statement, 2 + hasPolicy))
    return std::move(error);
  simt::Instruction op = match.instruction;
  Expected<uint32_t> from = e.pointer(operands[0], StateSpace::Global);
  if (!from)
    return from.takeError();
  Expected<uint32_t> size = e.source(operands[1], word);
  if (!size)
    return size.takeError();
  if (hasPolicy)
    if (Expected<uint32_t> hint = e.source(operands[2], policy); !hint)
      return hint.takeError();
  op.operands = {0, *from, *size};
  op.first = appendForm(e.kernel, {BulkKind::Prefetch, false, false});
  e.append(op);
  return true;
}

/// `cp.async.bulk.commit_group` and `cp.async.bulk.wait_group N`.
static Known decodeGroup(PtxEmitter &e, const PtxStatement &statement,
                         const PtxMatch &match) {
  bool isWait = match.has("wait_group");
  if (Error error = e.expectOperands(statement, isWait ? 1 : 0))
    return std::move(error);
  simt::Instruction op = match.instruction;
  BulkForm form;
  form.kind = isWait ? BulkKind::Wait : BulkKind::Commit;
  form.isOfReads = match.has("read");
  if (isWait) {
    const PtxOperand &most = statement.operands[0];
    if (most.kind != PtxOperand::Kind::Constant ||
        most.text.getAsInteger(0, op.immediate) || op.immediate < 0)
      return malformedPtx("not a constant:", most.text);
  }
  op.first = appendForm(e.kernel, form);
  e.append(op);
  return true;
}

#define BULK(SYNTAX, DECODE)                                                   \
  {SYNTAX, Opcode::Bulk, "", {}, Modifier::None, DECODE}
#define COUNTED "mbarrier::complete_tx::bytes"
#define HINT "L2::cache_hint?"
#define INTO_SHARED                                                            \
  "cp.reduce.async.bulk.shared::cluster.shared::cta." COUNTED "."
#define INTO_GLOBAL                                                            \
  "cp.reduce.async.bulk.global.shared::cta.bulk_group." HINT "."
static constexpr PtxForm forms[] = {
    BULK("cp.async.bulk.shared::cta|shared::cluster.global." COUNTED "." HINT,
         decodeCopy),
    BULK("cp.async.bulk.shared::cluster.shared::cta." COUNTED, decodeCopy),
    BULK("cp.async.bulk.global.shared::cta.bulk_group." HINT, decodeCopy),
    // Which elements are updated together: the table of cp.reduce.async.bulk.
    BULK(INTO_SHARED "add.u32|s32|u64", decodeCopy),
    BULK(INTO_SHARED "min|max.u32|s32", decodeCopy),
    BULK(INTO_SHARED "inc|dec.u32", decodeCopy),
    BULK(INTO_SHARED "and|or|xor.b32", decodeCopy),
    BULK(INTO_GLOBAL "add.u32|s32|u64|f32|f64", decodeCopy),
    BULK(INTO_GLOBAL "add.noftz.f16|bf16", decodeCopy),
    BULK(INTO_GLOBAL "min|max.u32|s32|u64|s64|f16|bf16", decodeCopy),
    BULK(INTO_GLOBAL "inc|dec.u32", decodeCopy),
    BULK(INTO_GLOBAL "and|or|xor.b32|b64", decodeCopy),
    BULK("cp.async.bulk.prefetch.L2.global." HINT, decodePrefetch),
    BULK("cp.async.bulk.commit_group", decodeGroup),
    BULK("cp.async.bulk.wait_group.read?", decodeGroup),
    BULK("cp.async.bulk.shared::cluster.global." COUNTED
         ".multicast::cluster." HINT,
         decodeCopy),
    // Bytes are copied whole.
    {"cp.async.bulk.global.shared::cta.bulk_group." HINT ".cp_mask"},
};
ArrayRef<PtxForm> simt::getPtxBulkForms() { return forms; }
