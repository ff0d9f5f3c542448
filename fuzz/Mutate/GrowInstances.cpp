//===- GrowInstances.cpp - Code that rewrites are proved on, in programs --===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Mutate/GrowInstances.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Support/ModuleVerifier.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Mutate/InstanceChoice.h"
#include "fuzz/Mutate/Mutate.h"
#include "interp/Program/ElementTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Patterns/Templates.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace tilefuzz;
namespace ct = mlir::cuda_tile;
namespace aa = mlir::nv_tileaa;

/// The text of a type of either dialect: of tiles with this shape.
static std::string textOf(Type element, ArrayRef<int64_t> shape,
                          bool isTileAA) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << (!isTileAA ? "!cuda_tile.tile<" : shape.empty() ? "" : "tensor<");
  for (int64_t size : shape)
    os << size << 'x';
  // In tiles the pointers of cuda_tile are short.
  if (auto pointer = dyn_cast<ct::PointerType>(element))
    os << "ptr<" << pointer.getPointeeType() << '>';
  else
    os << element;
  if (!isTileAA || !shape.empty())
    os << '>';
  return text;
}

namespace {
class Grower {
public:
  Grower(Program &program, ByteSource &choices)
      : program(program), choices(choices),
        builder(program.module->getContext()) {
    program.module->walk([&](Operation *op) {
      bool isKernel = isa<ct::EntryOp>(op) ||
                      (isa<aa::FuncOp>(op) && op->hasAttr("cute.kernel"));
      StringRef name = program.launch.kernel;
      if (isKernel &&
          (name.empty() || SymbolTable::getSymbolName(op).getValue() == name))
        kernel = op;
    });
    isTileAA = isa_and_nonnull<aa::FuncOp>(kernel);
    for (uint32_t extent : program.launch.grid)
      blocks *= extent;
  }

  /// The pattern that it is of; empty: none.
  StringRef grow();

private:
  Block &body() { return kernel->getRegion(0).front(); }
  Value addParameter(Type element, uint64_t count, StringRef init);
  Type pointerTo(Type pointee) {
    return isTileAA ? Type(aa::PtrType::get(pointee, 1))
                    : Type(ct::PointerType::get(pointee));
  }
  SmallVector<Value> put(const InstanceCode &instance, ValueRange inputs);
  /// The code is text between inputs and what it observes.
  SmallVector<Value> put(const std::string &code, ValueRange inputs) {
    return put(InstanceCode(parseSourceString<ModuleOp>(
                   moduleOf(code, !isTileAA), builder.getContext())),
               inputs);
  }
  static std::string inputText(unsigned number, StringRef type) {
    return llvm::formatv(
        "  %i{0} = \"tilefuzz.input\"() {{name = \"i{0}\"} : () -> {1}\n",
        number, type);
  }
  static std::string observeText(StringRef name, StringRef type) {
    return llvm::formatv("  \"tilefuzz.observe\"({0}) : ({1}) -> ()\n", name,
                         type);
  }
  std::string text(Type element, ArrayRef<int64_t> shape) {
    return textOf(element, shape, isTileAA);
  }

  /// Of all blocks, by lines and then planes of the grid.
  Value blockNumber();
  /// Each of them to the first of so many elements.
  Value pointersTo(Type pointee, ArrayRef<int64_t> shape, StringRef init,
                   int64_t each = 1);
  Value load(Type type, StringRef init);
  void store(Value value, Value token);
  Value makeInput(Value input, const DefinednessSlice &slice, Operation *place);
  void substitute(Value value, Operation *place);

  Program &program;
  ByteSource &choices;
  OpBuilder builder;
  Operation *kernel = nullptr;
  bool isTileAA = false;
  uint64_t blocks = 1;
  Value block;
};
} // namespace

//===----------------------------------------------------------------------===//
// What the instance needs
//===----------------------------------------------------------------------===//

SmallVector<Value> Grower::put(const InstanceCode &instance,
                               ValueRange inputs) {
  IRMapping mapping;
  for (auto [input, value] : llvm::zip_equal(instance.inputs, inputs))
    mapping.map(input, value);
  for (Operation *op : instance.code)
    builder.clone(*op, mapping)->walk([&](Operation *made) {
      made->setLoc(builder.getUnknownLoc());
    });
  SmallVector<Value> results;
  for (Value value : instance.observed)
    results.push_back(mapping.lookup(value));
  return results;
}

/// A pointer to a new buffer.
Value Grower::addParameter(Type element, uint64_t count, StringRef init) {
  Launch &launch = program.launch;
  ArgSpec arg;
  arg.buffer = launch.buffers.size();
  launch.buffers.push_back({"b" + std::to_string(arg.buffer),
                            *elementKindOf(element), count, init.str()});
  launch.args.push_back(arg);
  Type type = pointerTo(element);
  if (!isTileAA)
    type = ct::TileType::get({}, type);
  Value parameter = body().addArgument(type, builder.getUnknownLoc());
  auto signature =
      builder.getFunctionType(body().getArgumentTypes(), TypeRange());
  if (auto function = dyn_cast<aa::FuncOp>(kernel))
    function.setFunctionType(signature);
  else
    cast<ct::EntryOp>(kernel).setFunctionType(signature);
  return parameter;
}

/// x + nx * (y + ny * z)
static constexpr llvm::StringLiteral cudaTileBlock = R"(
  %x, %y, %z = get_tile_block_id : tile<i32>
  %nx = constant <i32: {0}> : tile<i32>
  %ny = constant <i32: {1}> : tile<i32>
  %a = muli %z, %ny : tile<i32>
  %b = addi %a, %y : tile<i32>
  %c = muli %b, %nx : tile<i32>
  %d = addi %c, %x : tile<i32>
)";
static constexpr llvm::StringLiteral tileAABlock = R"(
  %x = nv_tileaa.get_program_id 0 : i32
  %y = nv_tileaa.get_program_id 1 : i32
  %z = nv_tileaa.get_program_id 2 : i32
  %nx = arith.constant {0} : i32
  %ny = arith.constant {1} : i32
  %a = arith.muli %z, %ny : i32
  %b = arith.addi %a, %y : i32
  %c = arith.muli %b, %nx : i32
  %d = arith.addi %c, %x : i32
)";

Value Grower::blockNumber() {
  if (block)
    return block;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&body());
  auto [x, y, z] = program.launch.grid;
  std::string code =
      llvm::formatv(false, isTileAA ? tileAABlock.data() : cudaTileBlock.data(),
                    x, y)
          .str();
  code += observeText("%d", text(builder.getI32Type(), {}));
  return block = put(code, {}).front();
}

static constexpr llvm::StringLiteral cudaTileStart = R"(
  %count = constant <i32: {1}> : tile<i32>
  %first = muli %i1, %count : tile<i32>
  %start = offset %i0, %first : {0}, tile<i32> -> {0}
)";
static constexpr llvm::StringLiteral cudaTileSpread = R"(
  %one = reshape %start : {0} -> {1}
  %all = broadcast %one : {1} -> {2}
  %lanes = iota : {3}
  %places = offset %all, %lanes : {2}, {3} -> {2}
  %shaped = reshape %places : {2} -> {4}
)";
static constexpr llvm::StringLiteral tileAAStart = R"(
  %count = arith.constant {1} : i32
  %first = arith.muli %i1, %count : i32
  %start = nv_tileaa.addptr %i0, %first : {0}, i32
)";
static constexpr llvm::StringLiteral tileAASpread = R"(
  %zero = arith.constant 0 : i32
  %all = nv_tileaa.splat %start : {0} -> {2}
  %lanes = nv_tileaa.make_range %zero, %count : i32 -> {3}
  %places = nv_tileaa.addptr %all, %lanes : {2}, {3}
  %shaped = nv_tileaa.view %places : {2} -> {4}
)";

/// To this block's part of a new buffer.
Value Grower::pointersTo(Type pointee, ArrayRef<int64_t> shape, StringRef init,
                         int64_t each) {
  int64_t count = each;
  for (int64_t size : shape)
    count *= size;
  Type pointer = pointerTo(pointee), i32 = builder.getI32Type();
  std::string one = text(pointer, {}), all = text(pointer, {count}),
              shaped = text(pointer, shape);
  std::string code =
      inputText(0, one) + inputText(1, text(i32, {})) +
      llvm::formatv(false, isTileAA ? tileAAStart.data() : cudaTileStart.data(),
                    one, count)
          .str();
  if (!shape.empty())
    code += llvm::formatv(
                false, isTileAA ? tileAASpread.data() : cudaTileSpread.data(),
                one, text(pointer, {1}), all, text(i32, {count}), shaped)
                .str();
  code += observeText(shape.empty() ? "%start" : "%shaped", shaped);
  return put(code, {addParameter(pointee, blocks * count, init), blockNumber()})
      .front();
}

static ArrayRef<int64_t> shapeOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

/// A new buffer's contents; memory has truth values as bytes.
Value Grower::load(Type type, StringRef init) {
  ArrayRef<int64_t> shape = shapeOf(type);
  Type element = getElementTypeOrSelf(type), i8 = builder.getI8Type();
  bool isTruth = element.isInteger(1);
  Type stored = isTruth ? i8 : element;
  std::string pointers = text(pointerTo(stored), shape),
              loaded = text(stored, shape), wanted = text(element, shape);
  std::string code = inputText(0, pointers);
  code += isTileAA
              ? llvm::formatv("  %v, %t = nv_tileaa.load %i0 : ({0}) -> ({1}, "
                              "!nv_tileaa.mem_token)\n",
                              pointers, loaded)
                    .str()
              : llvm::formatv("  %v, %t = load_ptr_tko weak %i0 : {0} -> {1}, "
                              "token\n",
                              pointers, loaded)
                    .str();
  if (isTruth)
    code += llvm::formatv(isTileAA ? "  %r = arith.trunci %v : {0} to {1}\n"
                                   : "  %r = trunci %v : {0} -> {1}\n",
                          loaded, wanted)
                .str();
  code += observeText(isTruth ? "%r" : "%v", wanted);
  return put(code, pointersTo(stored, shape, isTruth ? "uniform(0, 1)" : init))
      .front();
}

void Grower::store(Value value, Value token) {
  ArrayRef<int64_t> shape = shapeOf(value.getType());
  Type element = getElementTypeOrSelf(value.getType());
  bool isTruth = element.isInteger(1);
  Type stored = isTruth ? Type(builder.getI8Type()) : element;
  std::string pointers = text(pointerTo(stored), shape),
              given = text(element, shape), kept = text(stored, shape);
  std::string code = inputText(0, pointers) + inputText(1, given);
  if (token)
    code +=
        inputText(2, isTileAA ? "!nv_tileaa.mem_token" : "!cuda_tile.token");
  if (isTruth)
    code += llvm::formatv(isTileAA ? "  %r = arith.extui %i1 : {0} to {1}\n"
                                   : "  %r = exti %i1 unsigned : {0} -> {1}\n",
                          given, kept)
                .str();
  StringRef name = isTruth ? "%r" : "%i1";
  if (isTileAA)
    code += llvm::formatv("  %s = nv_tileaa.store %i0, {0}{1} : ({2}, {3}{4}) "
                          "-> !nv_tileaa.mem_token\n",
                          name, token ? " token %i2" : "", pointers, kept,
                          token ? ", !nv_tileaa.mem_token" : "")
                .str();
  else
    code += llvm::formatv(
                "  %s = store_ptr_tko weak %i0, {0}{1} : {2}, {3} -> token\n",
                name, token ? " token=%i2" : "", pointers, kept)
                .str();
  SmallVector<Value> inputs = {pointersTo(stored, shape, "fill(5)"), value};
  if (token)
    inputs.push_back(token);
  put(code, inputs);
}

/// Of what counts elements or parts; such inputs are the first.
static bool isIndex(OpOperand &use) {
  return use.getOperandNumber() > 0 &&
         isa<ct::ExtractOp, aa::ExtractOp, aa::ExtractSliceOp>(use.getOwner());
}

Value Grower::makeInput(Value input, const DefinednessSlice &slice,
                        Operation *place) {
  Type type = input.getType();
  if (isTokenType(type)) {
    SmallVector<Value> known = valuesBefore(place, type);
    if (!known.empty())
      return choices.pick(llvm::ArrayRef(known));
    OperationState state(builder.getUnknownLoc(),
                         isTileAA ? "nv_tileaa.create_mem_token"
                                  : "cuda_tile.make_token");
    state.addTypes(type);
    return builder.create(state)->getResult(0);
  }
  Operation *source = input.getDefiningOp();
  auto contents = source->getAttrOfType<StringAttr>("contents");
  auto elements = source->getAttrOfType<IntegerAttr>("elements");
  if (Type pointee = storedPointeeOf(type))
    return pointersTo(pointee, shapeOf(type),
                      contents ? contents.getValue() : "fill(5)",
                      elements ? elements.getInt() : 1);
  if (contents)
    return load(type, contents.getValue());
  if (llvm::any_of(input.getUses(), isIndex))
    return load(type, "fill(0)");
  Type element = getElementTypeOrSelf(type);
  // Whatever a mask is, the addresses are inside.
  if (slice.contains(input.getDefiningOp()) && !element.isInteger(1))
    return load(type, "list(1, 3)");
  if (choices.oneIn(8))
    return makeConstant(builder, builder.getUnknownLoc(), type, choices);
  // Floats of the program may not be unique.
  SmallVector<Value> known = valuesBefore(place, type);
  if (!isa<FloatType>(element) && !known.empty() && !choices.oneIn(4))
    return choices.pick(llvm::ArrayRef(known));
  static constexpr llvm::StringLiteral others[] = {"special()", "special()",
                                                   "bits()", "uniform(-3, 3)"};
  return load(type, choices.pick(llvm::ArrayRef(others)));
}

//===----------------------------------------------------------------------===//
// Where it stands
//===----------------------------------------------------------------------===//

/// What comes later computes with `value` in the place of one of its type.
void Grower::substitute(Value value, Operation *place) {
  DefinednessSlice slice(*program.module);
  SmallVector<OpOperand *> operands;
  for (Operation *op = place; op; op = op->getNextNode())
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        if (operand.get().getType() == value.getType() &&
            operand.get() != value && !slice.contains(operand))
          operands.push_back(&operand);
      // Their bodies are of the few whose order does not matter.
      return isa<ct::ReduceOp, ct::ScanOp, aa::ReduceOp, aa::ScanOp>(inner)
                 ? WalkResult::skip()
                 : WalkResult::advance();
    });
  if (!operands.empty())
    choices.pick(llvm::ArrayRef(operands))->set(value);
}

StringRef Grower::grow() {
  if (!kernel)
    return "";
  SmallVector<Operation *> places =
      llvm::to_vector(llvm::make_pointer_range(body()));
  Operation *place = choices.pick(llvm::ArrayRef(places));
  InstanceWish wish;
  wish.isTileAA = isTileAA;
  wish.shape = {2};
  SmallVector<Type> types;
  for (Operation *op : places)
    for (Type type : op->getResultTypes())
      if (isInstanceNumber(type) && llvm::product_of(shapeOf(type)) <= 64)
        types.push_back(type);
  if (!types.empty()) {
    Type type = choices.pick(llvm::ArrayRef(types));
    wish.shape = llvm::to_vector(shapeOf(type));
    wish.element = getElementTypeOrSelf(type);
  }
  std::optional<InstanceCode> instance =
      chooseInstance(*builder.getContext(), choices, wish);
  if (!instance)
    return "";
  builder.setInsertionPoint(place);
  DefinednessSlice slice(*instance->module);
  SmallVector<Value> inputs;
  for (Value input : instance->inputs)
    inputs.push_back(makeInput(input, slice, place));
  Value token;
  SmallVector<Value> numbers;
  for (Value value : put(*instance, inputs)) {
    if (isTokenType(value.getType()))
      token = value;
    else if (isInstanceNumber(value.getType()))
      numbers.push_back(value);
  }
  static constexpr size_t mostStored = 2;
  for (Value value : ArrayRef(numbers).take_front(mostStored))
    store(value, token);
  if (!numbers.empty() && choices.oneIn(2))
    substitute(choices.pick(llvm::ArrayRef(numbers)), place);
  return instance->row->pattern;
}

namespace {
/// Inputs and observations are of no dialect.
class AllowUnregistered {
public:
  explicit AllowUnregistered(MLIRContext &context)
      : context(context), before(context.allowsUnregisteredDialects()) {
    context.allowUnregisteredDialects();
  }
  ~AllowUnregistered() { context.allowUnregisteredDialects(before); }

private:
  MLIRContext &context;
  bool before;
};
} // namespace

llvm::SmallVector<StringRef> tilefuzz::growInstances(Program &program,
                                                     ByteSource &choices,
                                                     ModuleVerifier *verifier) {
  ScopedDiagnosticHandler silence(program.module->getContext(),
                                  [](Diagnostic &) { return success(); });
  AllowUnregistered allow(*program.module->getContext());
  Program grown = program.clone();
  Grower grower(grown, choices);
  SmallVector<StringRef> patterns;
  for (unsigned i = 0, count = 1 + choices.below(2); i < count; ++i)
    if (StringRef pattern = grower.grow(); !pattern.empty())
      patterns.push_back(pattern);
  Operation *module = grown.module.get();
  if (patterns.empty() ||
      failed(verifier ? verifier->verify(module) : verify(module)))
    return {};
  program = std::move(grown);
  return patterns;
}
