//===- Transfers.cpp - Vectors to and from memrefs and tensors ------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// vector.transfer_read and transfer_write (VectorOps.td): what lies beside the
// source is padding, or is not written, in dimensions that are not said to be
// in bounds.
//
//===----------------------------------------------------------------------===//

#include "interp/Function/FunctionMemory.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace tilefuzz;
using namespace tilefuzz::function;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {
/// One element of a transfer.
struct Meeting {
  enum class Kind { Inside, Beside, Masked };
  Kind kind = Kind::Inside;
  SmallVector<int64_t, 4> at;
};
} // namespace

/// Calls `visit` with each element of the vector, in row-major order.
static bool forEachMeeting(Machine &machine, const Instruction &in,
                           mlir::VectorTransferOpInterface op,
                           unsigned firstIndex, ArrayRef<int64_t> shape,
                           llvm::function_ref<bool(const Meeting &)> visit) {
  mlir::AffineMap map = op.getPermutationMap();
  mlir::Value mask = op.getMask();
  bool hasPlainMask = map.isMinorIdentity();
  if (mask && !hasPlainMask) {
    machine.unsupported(in, "a mask of a permuted transfer");
    return false;
  }
  SmallVector<int64_t> base;
  for (unsigned d = 0; d < shape.size(); ++d) {
    std::optional<int64_t> index = readIndex(machine, in, firstIndex + d);
    if (!index)
      return false;
    base.push_back(*index);
  }
  const FunctionValue *bits =
      mask ? &machine.operand(in, in.operands.size() - 1) : nullptr;
  SmallVector<bool> isInBounds = op.getInBoundsValues();
  size_t next = 0;
  return forEachPlace(
      op.getVectorType().getShape(), [&](ArrayRef<int64_t> place) {
        Meeting meeting;
        meeting.at.assign(base.begin(), base.end());
        bool isPromised = true;
        SmallVector<bool> moves(shape.size(), false);
        for (auto [k, expr] : llvm::enumerate(map.getResults())) {
          auto dim = llvm::dyn_cast<mlir::AffineDimExpr>(expr);
          if (!dim)
            continue;
          unsigned d = dim.getPosition();
          moves[d] = true;
          meeting.at[d] += place[k];
          if (meeting.at[d] < 0 || meeting.at[d] >= shape[d]) {
            meeting.kind = Meeting::Kind::Beside;
            isPromised &= !isInBounds[k];
          }
        }
        if (bits) {
          const Element &bit = (*bits)[next++];
          if (bit.certainty != Certainty::Exact) {
            machine.unstable(in, "a mask is not determined");
            return false;
          }
          if (!bit.bits)
            meeting.kind = Meeting::Kind::Masked;
        }
        bool isWrong = meeting.kind == Meeting::Kind::Beside && !isPromised;
        // Where the vector has no dimension, the index is.
        if (meeting.kind != Meeting::Kind::Masked)
          for (auto [d, index] : llvm::enumerate(meeting.at))
            isWrong |= !moves[d] && (index < 0 || index >= shape[d]);
        if (isWrong) {
          machine.undefined(in, Undefined::OutOfBounds);
          return false;
        }
        return visit(meeting);
      });
}

static size_t rowMajorPlace(ArrayRef<int64_t> at, ArrayRef<int64_t> shape) {
  int64_t place = 0;
  for (auto [index, extent] : llvm::zip_equal(at, shape))
    place = place * extent + index;
  return size_t(place);
}

static Step evalRead(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::vector::TransferReadOp>(in.op);
  if (op.getVectorType().getElementType() !=
      op.getShapedType().getElementType())
    return machine.unsupported(in, "elements that are vectors");
  std::optional<View> view;
  SmallVector<int64_t, 4> shape(op.getShapedType().getShape());
  if (llvm::isa<mlir::MemRefType>(op.getShapedType())) {
    if (!(view = readView(machine, in, 0)))
      return Step::Stop;
    shape = view->sizes;
  }
  const Element padding = machine.operand(in, 1 + shape.size()).front();
  FunctionValue result;
  bool isDone = forEachMeeting(
      machine, in,
      llvm::cast<mlir::VectorTransferOpInterface>(op.getOperation()), 1, shape,
      [&](const Meeting &meeting) {
        if (meeting.kind != Meeting::Kind::Inside) {
          result.push_back(padding);
          return true;
        }
        if (!view) {
          result.push_back(
              machine.operand(in, 0)[rowMajorPlace(meeting.at, shape)]);
          return true;
        }
        Element *element = elementAt(machine, in, *view, meeting.at);
        if (element)
          result.push_back(*element);
        return element != nullptr;
      });
  if (!isDone)
    return Step::Stop;
  machine.setResult(in, 0, std::move(result));
  return Step::Next;
}

static Step evalWrite(Machine &machine, const Instruction &in) {
  auto op = llvm::cast<mlir::vector::TransferWriteOp>(in.op);
  if (op.getVectorType().getElementType() !=
      op.getShapedType().getElementType())
    return machine.unsupported(in, "elements that are vectors");
  std::optional<View> view;
  FunctionValue whole;
  SmallVector<int64_t, 4> shape(op.getShapedType().getShape());
  if (llvm::isa<mlir::MemRefType>(op.getShapedType())) {
    if (!(view = readView(machine, in, 1)))
      return Step::Stop;
    shape = view->sizes;
  } else {
    whole = machine.operand(in, 1);
  }
  const FunctionValue &value = machine.operand(in, 0);
  size_t next = 0;
  bool isDone = forEachMeeting(
      machine, in,
      llvm::cast<mlir::VectorTransferOpInterface>(op.getOperation()), 2, shape,
      [&](const Meeting &meeting) {
        const Element &written = value[next++];
        if (meeting.kind != Meeting::Kind::Inside)
          return true;
        Element *element =
            view ? elementAt(machine, in, *view, meeting.at, /*isWrite=*/true)
                 : &whole[rowMajorPlace(meeting.at, shape)];
        if (element)
          *element = written;
        return element != nullptr;
      });
  if (!isDone)
    return Step::Stop;
  if (!view)
    machine.setResult(in, 0, std::move(whole));
  return Step::Next;
}

static constexpr EvaluatorRow rows[] = {
    {"vector.transfer_read", evalRead},
    {"vector.transfer_write", evalWrite},
};
ArrayRef<EvaluatorRow> function::getTransferEvaluators() { return rows; }
