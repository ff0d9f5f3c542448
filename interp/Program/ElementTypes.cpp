//===- ElementTypes.cpp - The types of buffers' elements ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/ElementTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefuzz;

Type tilefuzz::typeOfKind(MLIRContext *context, ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
    return IntegerType::get(context, 1);
  case ElementKind::I8:
    return IntegerType::get(context, 8);
  case ElementKind::I16:
    return IntegerType::get(context, 16);
  case ElementKind::I32:
    return IntegerType::get(context, 32);
  case ElementKind::I64:
    return IntegerType::get(context, 64);
  case ElementKind::F16:
    return Float16Type::get(context);
  case ElementKind::BF16:
    return BFloat16Type::get(context);
  case ElementKind::F32:
    return Float32Type::get(context);
  case ElementKind::F64:
    return Float64Type::get(context);
  case ElementKind::TF32:
    return FloatTF32Type::get(context);
  case ElementKind::F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementKind::F8E5M2:
    return Float8E5M2Type::get(context);
  case ElementKind::F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case ElementKind::F4E2M1FN:
    return Float4E2M1FNType::get(context);
  }
  llvm_unreachable("unknown kind");
}

std::optional<ElementKind> tilefuzz::elementKindOf(Type element) {
  using Kind = std::optional<ElementKind>;
  if (auto integer = dyn_cast<IntegerType>(element)) {
    switch (integer.isSignless() ? integer.getWidth() : 0) {
    case 1:
      return ElementKind::I1;
    case 8:
      return ElementKind::I8;
    case 16:
      return ElementKind::I16;
    case 32:
      return ElementKind::I32;
    case 64:
      return ElementKind::I64;
    }
    return std::nullopt;
  }
  return llvm::TypeSwitch<Type, Kind>(element)
      .Case([](Float16Type) { return ElementKind::F16; })
      .Case([](BFloat16Type) { return ElementKind::BF16; })
      .Case([](Float32Type) { return ElementKind::F32; })
      .Case([](Float64Type) { return ElementKind::F64; })
      .Case([](FloatTF32Type) { return ElementKind::TF32; })
      .Case([](Float8E4M3FNType) { return ElementKind::F8E4M3FN; })
      .Case([](Float8E5M2Type) { return ElementKind::F8E5M2; })
      .Case([](Float8E8M0FNUType) { return ElementKind::F8E8M0FNU; })
      .Case([](Float4E2M1FNType) { return ElementKind::F4E2M1FN; })
      .Default([](Type) { return Kind(); });
}
