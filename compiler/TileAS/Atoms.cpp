//===- Atoms.cpp - Products that tensor cores do --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/TileAS/Atoms.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

template <typename FactorT, typename SumT>
static bool takesFloats(Type factor, Type sum) {
  return isa<FactorT>(factor) && isa<SumT>(sum);
}
static bool takesBytes(Type factor, Type sum) {
  return factor.isInteger(8) && sum.isInteger(32);
}

/// Capabilities: PTX ISA 9.0, mma. Those of f8 begin with sm_89, but PTX has
/// them from 8.4 on, which is younger than what names sm_90a.
static constexpr MmaAtom atoms[] = {
    {"mma_f32_f16", "m16n8k16.row.col.f32.f16.f16.f32", 16,
     takesFloats<Float16Type, Float32Type>, 80},
    {"mma_f16_f16", "m16n8k16.row.col.f16.f16.f16.f16", 16,
     takesFloats<Float16Type, Float16Type>, 80},
    {"mma_f32_bf16", "m16n8k16.row.col.f32.bf16.bf16.f32", 16,
     takesFloats<BFloat16Type, Float32Type>, 80},
    {"mma_f32_tf32", "m16n8k8.row.col.f32.tf32.tf32.f32", 8,
     takesFloats<FloatTF32Type, Float32Type>, 80},
    {"mma_f32_e4m3", "m16n8k32.row.col.f32.e4m3.e4m3.f32", 32,
     takesFloats<Float8E4M3FNType, Float32Type>, 100},
    {"mma_f32_e5m2", "m16n8k32.row.col.f32.e5m2.e5m2.f32", 32,
     takesFloats<Float8E5M2Type, Float32Type>, 100},
    {"mma_s32_i8", "m16n8k32.row.col.s32.$a.$b.s32", 32, takesBytes, 80},
};

ArrayRef<MmaAtom> nv_tileas::getMmaAtoms() { return atoms; }

const MmaAtom *nv_tileas::findMmaAtom(StringRef name) {
  const auto *row = llvm::find_if(
      atoms, [&](const MmaAtom &atom) { return atom.name == name; });
  return row == std::end(atoms) ? nullptr : row;
}

const MmaAtom *nv_tileas::chooseMmaAtom(Type lhs, Type rhs, Type acc,
                                        int64_t capability) {
  Type factor = nv_tileaa::getTileElementType(lhs);
  Type sum = nv_tileaa::getTileElementType(acc);
  if (factor != nv_tileaa::getTileElementType(rhs))
    return nullptr;
  for (const MmaAtom &atom : atoms)
    if (atom.takes(factor, sum) && capability >= atom.capability &&
        fitsMmaAtom(atom, nv_tileaa::getTileShape(lhs),
                    nv_tileaa::getTileShape(rhs)))
      return &atom;
  return nullptr;
}

bool nv_tileas::fitsMmaAtom(const MmaAtom &atom, ArrayRef<int64_t> lhs,
                            ArrayRef<int64_t> rhs) {
  return lhs.take_back(2)[0] % MmaAtom::rows == 0 &&
         rhs.back() % MmaAtom::columns == 0 && lhs.back() % atom.depth == 0;
}

LinearLayoutAttr nv_tileas::getFragmentLayout(MLIRContext *context,
                                              ArrayRef<int64_t> shape,
                                              int64_t numWarps) {
  int64_t columns = shape.back(), rows = shape.take_back(2)[0];
  int64_t batches = shape.size() == 3 ? shape[0] : 1;
  auto row = [&](int64_t i) { return i * columns; };
  SmallVector<int64_t> lane{2, 4, row(1), row(2), row(4)}, reg{1, row(8)};
  SmallVector<int64_t> warp;
  // What one warp has left.
  int64_t ownRows = rows, ownColumns = columns, ownBatches = batches;
  for (; numWarps > 1; numWarps /= 2) {
    bool splitsRows = ownRows > MmaAtom::rows;
    bool splitsColumns = ownColumns > MmaAtom::columns;
    if (ownBatches > 1) {
      ownBatches /= 2;
      warp.push_back(ownBatches * rows * columns);
    } else if (splitsRows && (ownRows >= ownColumns || !splitsColumns)) {
      ownRows /= 2;
      warp.push_back(row(ownRows));
    } else if (splitsColumns) {
      ownColumns /= 2;
      warp.push_back(ownColumns);
    } else {
      warp.push_back(0);
    }
  }
  for (int64_t n = MmaAtom::columns; n < ownColumns; n *= 2)
    reg.push_back(n);
  for (int64_t m = MmaAtom::rows; m < ownRows; m *= 2)
    reg.push_back(row(m));
  for (int64_t b = 1; b < ownBatches; b *= 2)
    reg.push_back(b * rows * columns);
  return LinearLayoutAttr::get(context, reg, lane, warp);
}
