//===- Layout.cpp - Who holds which element -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

static int64_t countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t dimension : shape)
    count *= dimension;
  return count;
}

static int64_t combine(ArrayRef<int64_t> basis, int64_t bits) {
  int64_t index = 0;
  for (auto [i, entry] : llvm::enumerate(basis))
    if (bits >> i & 1)
      index ^= entry;
  return index;
}

int64_t LinearLayoutAttr::getRegisterIndex(int64_t reg) const {
  return combine(getReg(), reg);
}

int64_t LinearLayoutAttr::getThreadIndex(int64_t thread) const {
  return combine(getLane(), thread % lanesPerWarp) ^
         combine(getWarp(), thread / lanesPerWarp);
}

LogicalResult
LinearLayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<int64_t> reg, ArrayRef<int64_t> lane,
                         ArrayRef<int64_t> warp) {
  if (lane.size() != 5)
    return emitError() << "expects 5 lane entries, but got " << lane.size();
  if (warp.size() > 5)
    return emitError() << "expects at most 5 warp entries, but got "
                       << warp.size();
  if (reg.size() > 24)
    return emitError() << "expects at most 24 register entries, but got "
                       << reg.size();
  for (ArrayRef<int64_t> basis : {reg, lane, warp})
    for (int64_t entry : basis)
      if (entry < 0)
        return emitError() << "expects entries that are element indices";
  return success();
}

LinearLayoutAttr nv_tileas::getLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_if_present<LinearLayoutAttr>(tensor.getEncoding())
                : LinearLayoutAttr();
}

RankedTensorType nv_tileas::withLayout(RankedTensorType type,
                                       LinearLayoutAttr layout) {
  return RankedTensorType::get(type.getShape(), type.getElementType(), layout);
}

LinearLayoutAttr nv_tileas::getRowMajorLayout(MLIRContext *context,
                                              ArrayRef<int64_t> shape,
                                              int64_t numWarps) {
  int64_t count = countElements(shape), threads = lanesPerWarp * numWarps;
  SmallVector<int64_t> reg, lane, warp;
  int64_t next = 1;
  for (; next * threads < count; next *= 2)
    reg.push_back(next);
  auto take = [&](SmallVectorImpl<int64_t> &basis, int64_t size) {
    for (; size > 1; size /= 2) {
      basis.push_back(next < count ? next : 0);
      next *= 2;
    }
  };
  take(lane, lanesPerWarp);
  take(warp, numWarps);
  return LinearLayoutAttr::get(context, reg, lane, warp);
}

static LinearLayoutAttr mapEntries(LinearLayoutAttr layout,
                                   function_ref<int64_t(int64_t)> map) {
  auto mapAll = [&](ArrayRef<int64_t> basis) {
    return llvm::map_to_vector(basis, map);
  };
  return LinearLayoutAttr::get(layout.getContext(), mapAll(layout.getReg()),
                               mapAll(layout.getLane()),
                               mapAll(layout.getWarp()));
}

LinearLayoutAttr
nv_tileas::getBroadcastSourceLayout(LinearLayoutAttr layout,
                                    ArrayRef<int64_t> sourceShape,
                                    ArrayRef<int64_t> shape) {
  // An entry is one coordinate tuple; those of grown dimensions become 0.
  auto project = [&](int64_t index) {
    int64_t result = 0, stride = 1;
    for (size_t d = shape.size(); d-- > 0;) {
      if (sourceShape[d] == shape[d])
        result += index % shape[d] * stride;
      index /= shape[d];
      stride *= sourceShape[d];
    }
    return result;
  };
  return mapEntries(layout, project);
}

LinearLayoutAttr nv_tileas::getPermutedLayout(LinearLayoutAttr layout,
                                              ArrayRef<int64_t> sourceShape,
                                              ArrayRef<int32_t> permutation) {
  return mapEntries(layout, [&](int64_t index) {
    SmallVector<int64_t> coordinates(sourceShape.size());
    for (size_t d = sourceShape.size(); d-- > 0; index /= sourceShape[d])
      coordinates[d] = index % sourceShape[d];
    int64_t result = 0;
    for (int32_t from : permutation)
      result = result * sourceShape[from] + coordinates[from];
    return result;
  });
}

namespace {
/// The span of vectors over F2, as a reduced basis.
class Span {
public:
  /// What is left of `vector` after elimination; 0 if it is in the span.
  int64_t reduce(int64_t vector) const {
    for (int64_t pivot : basis)
      vector = std::min(vector, vector ^ pivot);
    return vector;
  }
  /// False if the vector was in the span already.
  bool insert(int64_t vector) {
    vector = reduce(vector);
    if (!vector)
      return false;
    basis.push_back(vector);
    llvm::sort(basis, std::greater<>());
    return true;
  }
  size_t size() const { return basis.size(); }

private:
  SmallVector<int64_t> basis;
};
} // namespace

LogicalResult
nv_tileas::verifyLayout(function_ref<InFlightDiagnostic()> emitError,
                        LinearLayoutAttr layout, ArrayRef<int64_t> shape) {
  int64_t count = countElements(shape);
  if (!llvm::isPowerOf2_64(count))
    return emitError() << "expects tile dimensions to be positive powers of "
                          "two where there is a layout";
  Span span;
  for (ArrayRef<int64_t> basis :
       {layout.getReg(), layout.getLane(), layout.getWarp()})
    for (int64_t entry : basis) {
      if (entry >= count)
        return emitError() << "layout entry " << entry
                           << " lies outside the tile's " << count
                           << " elements";
      span.insert(entry);
    }
  if (span.size() != llvm::Log2_64(count))
    return emitError() << "the layout leaves elements of the tile unowned";
  return success();
}
