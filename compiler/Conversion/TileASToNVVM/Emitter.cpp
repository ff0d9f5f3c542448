//===- Emitter.cpp - Walking, types and small pieces of code --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Conversion/TileASToNVVM/Emitter.h"
#include "compiler/Support/Refusal.h"
#include "compiler/TileAS/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tilefuzz;
namespace aa = mlir::nv_tileaa;
namespace as = mlir::nv_tileas;

/// More registers than this per thread and tile are no sensible program.
static constexpr int64_t maxRegisters = 4096;

Emitter::Emitter(gpu::GPUModuleOp module, const BugSet &bugs)
    : builder(module.getContext()), loc(module.getLoc()), bugs(bugs),
      module(module) {
  for (ArrayRef<HandlerRow> rows :
       {getAgentHandlers(), getArithHandlers(), getConversionHandlers(),
        getDivisionHandlers(), getMathHandlers(), getGlobalHandlers(),
        getLayoutHandlers(), getMemoryHandlers(), getOutputHandlers(),
        getPackingHandlers(), getPipelineHandlers(), getAtomicHandlers(),
        getControlHandlers(), getReduceHandlers(), getScanHandlers(),
        getShapeHandlers(), getProductHandlers()})
    for (const HandlerRow &row : rows)
      if (row.bug)
        variants[row.operation].push_back(row);
      else
        handlers[row.operation] = row.handler;
}

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

LogicalResult Emitter::emit(Operation *op) {
  auto handler = handlers.find(op->getName().getStringRef());
  if (handler == handlers.end())
    return refuse(op) << "is not supported by the lowering to NVVM";
  loc = op->getLoc();
  auto wrong = variants.find(op->getName().getStringRef());
  if (wrong != variants.end())
    for (const HandlerRow &row : wrong->second)
      if (bugs.acts(*row.bug))
        return row.handler(*this, op);
  return handler->second(*this, op);
}

LogicalResult Emitter::emitBody(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(emit(&op)))
      return failure();
  return success();
}

Registers Emitter::concat(ValueRange list) const {
  Registers all;
  for (Value value : list)
    llvm::append_range(all, get(value));
  return all;
}

void Emitter::bindParts(ValueRange list, ValueRange registers) {
  for (Value value : list) {
    // Types were lowered before the registers were made.
    size_t count = lower(nullptr, value.getType())->size();
    bind(value, Registers(registers.take_front(count)));
    registers = registers.drop_front(count);
  }
}

std::string Emitter::makeSymbol(llvm::StringRef stem) {
  std::string name;
  do
    name = (stem + "_" + Twine(numSymbols++)).str();
  while (module.lookupSymbol(name));
  return name;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Emitter::lowerElement(Type type) const {
  MLIRContext *context = type.getContext();
  if (auto pointer = dyn_cast<aa::PtrType>(type))
    return LLVM::LLVMPointerType::get(context,
                                      lowerSpace(pointer.getAddressSpace()));
  if (type.isIndex())
    return IntegerType::get(context, 64);
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return type;
  // Narrower formats are their codes, and a tf32 is the f32 that it lies in.
  if (isa<FloatTF32Type>(type))
    return Float32Type::get(context);
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
          Float4E2M1FNType>(type))
    return IntegerType::get(context, type.getIntOrFloatBitWidth());
  auto integer = dyn_cast<IntegerType>(type);
  if (integer && integer.isSignless() && integer.getWidth() <= 64 &&
      (integer.getWidth() == 1 ||
       (integer.getWidth() >= 4 && llvm::isPowerOf2_32(integer.getWidth()))))
    return type;
  return {};
}

TypedAttr Emitter::lowerConstant(Attribute value) const {
  auto number = dyn_cast<FloatAttr>(value);
  if (!number) {
    auto integer = cast<IntegerAttr>(value);
    Type type = lowerElement(integer.getType());
    return IntegerAttr::get(
        type, integer.getValue().zextOrTrunc(type.getIntOrFloatBitWidth()));
  }
  Type type = lowerElement(number.getType());
  if (type == number.getType())
    return number;
  APInt bits = number.getValue().bitcastToAPInt();
  if (!type.isF32())
    return IntegerAttr::get(type, bits);
  return FloatAttr::get(type,
                        APFloat(APFloat::IEEEsingle(), bits.zext(32).shl(13)));
}

Value Emitter::normalize(Type element, Value read) {
  if (!isa<FloatTF32Type>(element))
    return read;
  Type i32 = builder.getI32Type();
  Value bits = LLVM::BitcastOp::create(builder, loc, i32, read);
  bits = LLVM::AndOp::create(builder, loc, bits, constant(i32, 0xFFFFE000));
  return LLVM::BitcastOp::create(builder, loc, read.getType(), bits);
}

Value Emitter::castPointer(Value pointer) {
  auto type = cast<LLVM::LLVMPointerType>(pointer.getType());
  unsigned space = lowerSpace(type.getAddressSpace());
  if (space == type.getAddressSpace())
    return pointer;
  type = LLVM::LLVMPointerType::get(builder.getContext(), space);
  return LLVM::AddrSpaceCastOp::create(builder, loc, type, pointer);
}

FailureOr<SmallVector<Type>> Emitter::lower(Operation *at, Type type) {
  SmallVector<Type> types;
  if (isa<aa::MemTokenType>(type))
    return types;
  if (isa<as::PipelineType>(type)) {
    types.push_back(LLVM::LLVMPointerType::get(type.getContext(), 3));
    return types;
  }
  // A slot's number, and of an iterator the parity of its phase.
  if (isa<as::ProducerTokenType, as::ConsumerTokenType>(type)) {
    types.push_back(builder.getI32Type());
    return types;
  }
  if (isa<as::PipelineIteratorType>(type)) {
    types.append(2, builder.getI32Type());
    return types;
  }
  if (auto view = dyn_cast<as::TiledViewType>(type))
    type = view.getMemref();
  if (auto memref = dyn_cast<aa::StridedMemRefType>(type)) {
    types.push_back(LLVM::LLVMPointerType::get(
        type.getContext(), lowerSpace(memref.getAddressSpace())));
    types.append(2 * memref.getRank(), builder.getI64Type());
    return types;
  }
  Type element = lowerElement(aa::getTileElementType(type));
  if (!element) {
    if (at)
      refuse(at) << "has type " << type
                 << ", which the lowering to NVVM does not support";
    return failure();
  }
  FailureOr<ThreadLayout> layout = getLayout(at, type);
  if (failed(layout))
    return failure();
  types.append(layout->getNumRegisters(), element);
  return types;
}

FailureOr<ThreadLayout> Emitter::getLayout(Operation *at, Type type) {
  auto known = group.layouts.find(type);
  if (known != group.layouts.end())
    return known->second;
  auto reject = [&](const Twine &why) -> LogicalResult {
    if (at)
      refuse(at) << "has type " << type << ": " << why;
    return failure();
  };
  ThreadLayout layout = ThreadLayout::replicated(group.numThreads);
  if (isa<RankedTensorType>(type)) {
    as::LinearLayoutAttr attr = as::getLayout(type);
    if (!attr)
      return reject("a tile without a layout");
    if (attr.getNumThreads() != group.numThreads)
      return reject("a layout over " + Twine(attr.getNumThreads()) +
                    " threads in a kernel of " + Twine(group.numThreads));
    if (attr.getNumRegisters() > maxRegisters)
      return reject("more than " + Twine(maxRegisters) +
                    " registers per thread are not supported by the lowering "
                    "to NVVM");
    SmallVector<uint64_t> reg(attr.getReg()), tid(attr.getLane());
    llvm::append_range(tid, attr.getWarp());
    layout = ThreadLayout(reg, tid);
  }
  group.layouts[type] = layout;
  return layout;
}

Type Emitter::storageType(Type element) const {
  return element.isInteger(1) || element.isInteger(4)
             ? IntegerType::get(element.getContext(), 8)
             : element;
}

unsigned Emitter::storageBytes(Type element) const {
  if (isa<LLVM::LLVMPointerType>(element))
    return 8;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

//===----------------------------------------------------------------------===//
// Small pieces of code
//===----------------------------------------------------------------------===//

Value Emitter::assembly(Type result, StringRef text, StringRef constraints,
                        ValueRange operands) {
  auto op = LLVM::InlineAsmOp::create(
      builder, loc, result ? TypeRange(result) : TypeRange(), operands, text,
      constraints, /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::tailcallkind::TailCallKind::None, LLVM::AsmDialectAttr(),
      /*operand_attrs=*/ArrayAttr());
  return result ? op.getResult(0) : Value();
}

Value Emitter::constant(Type type, uint64_t value) {
  APInt bits(64, value);
  return LLVM::ConstantOp::create(
      builder, loc, type,
      IntegerAttr::get(type, bits.zextOrTrunc(type.getIntOrFloatBitWidth())));
}

Value Emitter::zero(Type type) {
  return LLVM::ZeroOp::create(builder, loc, type);
}

Block *Emitter::addBlock(TypeRange arguments) {
  OpBuilder::InsertionGuard guard(builder);
  return builder.createBlock(&kernel.getBody(), kernel.getBody().end(),
                             arguments,
                             SmallVector<Location>(arguments.size(), loc));
}

Value Emitter::guarded(Value condition, Value otherwise,
                       function_ref<Value()> body) {
  if (!condition)
    return body();
  Block *then = addBlock();
  Block *join = addBlock(otherwise.getType());
  LLVM::CondBrOp::create(builder, loc, condition, then, ValueRange(), join,
                         otherwise);
  builder.setInsertionPointToEnd(then);
  Value result = body();
  LLVM::BrOp::create(builder, loc, result, join);
  builder.setInsertionPointToEnd(join);
  return join->getArgument(0);
}

void Emitter::guarded(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  Block *then = addBlock(), *join = addBlock();
  LLVM::CondBrOp::create(builder, loc, condition, then, join);
  builder.setInsertionPointToEnd(then);
  body();
  LLVM::BrOp::create(builder, loc, ValueRange(), join);
  builder.setInsertionPointToEnd(join);
}

Value Emitter::conjunction(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return LLVM::AndOp::create(builder, loc, a, b);
}

Value Emitter::loadElement(Type element, Value address,
                           LLVM::AtomicOrdering ordering, StringRef scope) {
  Type storage = storageType(element);
  Value value = LLVM::LoadOp::create(builder, loc, storage, address,
                                     storageBytes(element), false, false, false,
                                     false, ordering, scope);
  if (storage == element)
    return value;
  if (element.isInteger(4))
    return LLVM::TruncOp::create(builder, loc, element, value);
  // Any byte but 0 reads as true.
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, value,
                              constant(storage, 0));
}

void Emitter::storeElement(Value value, Value address,
                           LLVM::AtomicOrdering ordering, StringRef scope) {
  unsigned bytes = storageBytes(value.getType());
  Type storage = storageType(value.getType());
  if (storage != value.getType())
    value = LLVM::ZExtOp::create(builder, loc, storage, value);
  LLVM::StoreOp::create(builder, loc, value, address, bytes, false, false,
                        false, ordering, scope);
}

//===----------------------------------------------------------------------===//
// Threads and elements
//===----------------------------------------------------------------------===//

Value Emitter::threadIndex() {
  if (!group.tid)
    group.tid = inPrologue([&]() -> Value {
      Type i32 = builder.getI32Type();
      // Seeded: each CTA has the threads of the first one.
      if (numCtas > 1 && !bugs.acts(SeededBug::ClusterThreadsOfFirst))
        return clusterThread();
      Value thread = NVVM::ThreadIdXOp::create(builder, loc, i32);
      if (group.firstThread)
        thread = LLVM::SubOp::create(builder, loc, thread,
                                     constant(i32, group.firstThread));
      return thread;
    });
  return group.tid;
}

Value Emitter::threadPart(const ThreadLayout &layout) {
  std::vector<uint64_t> key(layout.tid.begin(), layout.tid.end());
  auto known = group.threadParts.find(key);
  if (known != group.threadParts.end())
    return known->second;
  Value thread = threadIndex();
  Value part = inPrologue([&]() -> Value {
    Type i32 = builder.getI32Type();
    Value sum;
    auto add = [&](Value term) {
      sum = sum ? Value(LLVM::XOrOp::create(builder, loc, sum, term)) : term;
    };
    for (size_t first = 0; first < key.size();) {
      // A run of thread bits that select consecutive index bits moves at once.
      size_t last = first + 1;
      if (!llvm::isPowerOf2_64(key[first])) {
        first = last;
        continue;
      }
      while (last < key.size() && key[last] == key[last - 1] << 1)
        ++last;
      unsigned low = llvm::Log2_64(key[first]);
      Value bits = thread;
      if (first)
        bits = LLVM::LShrOp::create(builder, loc, bits, constant(i32, first));
      if (last < key.size())
        bits = LLVM::AndOp::create(
            builder, loc, bits,
            constant(i32, llvm::maskTrailingOnes<uint64_t>(last - first)));
      if (low)
        bits = LLVM::ShlOp::create(builder, loc, bits, constant(i32, low));
      add(bits);
      first = last;
    }
    for (auto [k, vector] : llvm::enumerate(key)) {
      if (!vector || llvm::isPowerOf2_64(vector))
        continue;
      Value bit = LLVM::LShrOp::create(builder, loc, thread, constant(i32, k));
      bit = LLVM::AndOp::create(builder, loc, bit, constant(i32, 1));
      add(LLVM::MulOp::create(builder, loc, bit, constant(i32, vector)));
    }
    return sum ? sum : constant(i32, 0);
  });
  group.threadParts[key] = part;
  return part;
}

Value Emitter::elementIndex(const ThreadLayout &layout, unsigned r) {
  Value part = threadPart(layout);
  uint64_t own = layout.getRegisterIndex(r);
  if (!own)
    return part;
  return LLVM::XOrOp::create(builder, loc, part, constant(part.getType(), own));
}

Value Emitter::isOwner(const ThreadLayout &layout) {
  uint64_t mask = layout.redundantThreads;
  if (!mask)
    return {};
  auto known = group.owners.find(mask);
  if (known != group.owners.end())
    return known->second;
  Value thread = threadIndex();
  return group.owners[mask] = inPrologue([&]() -> Value {
           Type i32 = builder.getI32Type();
           Value rest =
               LLVM::AndOp::create(builder, loc, thread, constant(i32, mask));
           return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                       rest, constant(i32, 0));
         });
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

LLVM::LLVMFuncOp Emitter::getPrintFunction() {
  constexpr StringLiteral name = "vprintf";
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer, pointer});
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
}

LLVM::LLVMFuncOp Emitter::getLibraryFunction(StringRef name,
                                             LLVM::LLVMFunctionType type) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known.getFunctionType() == type ? known : LLVM::LLVMFuncOp();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
}

Value Emitter::makeText(StringRef text) {
  LLVM::GlobalOp &global = texts[text];
  if (!global) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    std::string bytes = text.str() + '\0';
    global = LLVM::GlobalOp::create(
        builder, module.getLoc(),
        LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, makeSymbol("text"),
        builder.getStringAttr(bytes), /*alignment=*/1, /*addrSpace=*/1);
  }
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address = LLVM::AddressOfOp::create(builder, loc, global);
  return LLVM::AddrSpaceCastOp::create(builder, loc, pointer, address);
}

Value Emitter::argumentBuffer(unsigned count) {
  if (!arguments)
    arguments = inPrologue([&]() -> Value {
      Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
      return LLVM::AllocaOp::create(builder, loc, pointer, builder.getI64Type(),
                                    constant(builder.getI32Type(), count));
    });
  return arguments;
}
