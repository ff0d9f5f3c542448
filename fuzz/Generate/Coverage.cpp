//===- Coverage.cpp - What generated programs contain ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Coverage.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/TileAA/TileAAOps.h"
#include "fuzz/Generate/CoverageTables.h"
#include "fuzz/Generate/Forms.h"
#include "fuzz/Generate/Notes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"
#include <set>

using namespace mlir;
using namespace tilefuzz;
using namespace tilefuzz::coverage;
namespace aa = mlir::nv_tileaa;
namespace ct = mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// What the dialect has
//===----------------------------------------------------------------------===//

static constexpr StringLiteral elementNames[] = {
    "i1",   "i4",  "i8",  "i16",  "i32",  "i64",  "f16",  "bf16",
    "tf32", "f32", "f64", "e4m3", "e5m2", "e8m0", "e2m1", "ptr"};

static constexpr Rule rules[] = {
    {"addi subi muli negi absi mulhii andi ori xori maxi mini shli shri divi "
     "remi cmpi",
     Counted::Operand0, Ints},
    {"iota", Counted::Result0, Ints},
    {"addf subf mulf fma maxf minf cmpf absf negf ceil floor remf divf sqrt "
     "exp "
     "tanh exp2 rsqrt log log2 sin cos tan sinh cosh pow fpowi atan2",
     Counted::Operand0, BaseFloats},
    {"select", Counted::Operand1, Any & ~bit(E2M1)},
    {"exti trunci", Counted::Ends, WideInts},
    {"itof", Counted::Ends, (Ints | Floats) & ~bit(E8M0)},
    {"ftoi", Counted::Ends, Ints | Floats},
    {"ftof", Counted::Ends, Floats},
    {"bitcast", Counted::Operand0, Numbers},
    {"pack", Counted::Operand0,
     (Numbers | bit(I4)) & ~set(I8, E4M3, E5M2, E8M0)},
    {"unpack", Counted::Result0,
     (Numbers | bit(I4)) & ~set(I8, E4M3, E5M2, E8M0)},
    {"ptr_to_int offset", Counted::Operand0, Numbers, true},
    {"ptr_to_ptr", Counted::Ends, Numbers, true},
    {"int_to_ptr", Counted::Result0, Numbers, true},
    {"constant", Counted::Result0, Numbers},
    {"broadcast reshape permute cat extract insert", Counted::Operand0, Any},
    {"assume", Counted::Operand0, Any},
    {"entry", Counted::Arguments, Numbers, true},
    {"for", Counted::Operand0, Ints},
    {"reduce scan", Counted::Operand0, Numbers | bit(I4)},
    {"load_ptr_tko store_ptr_tko", Counted::Operand0, Numbers, true},
    {"load_view_tko store_view_tko make_tensor_view make_partition_view "
     "make_strided_view make_gather_scatter_view",
     Counted::Operand0, Numbers, true},
    {"get_tensor_shape get_index_space_shape", Counted::Result0, Ints},
    {"alloca get_global", Counted::Result0, Numbers, true},
    {"print_tko", Counted::Operand0, Any},
    {"atomic_rmw_tko atomic_red_view_tko", Counted::Operand0,
     BaseFloats | set(I32, I64), true},
    {"atomic_cas_tko", Counted::Operand0, set(I32, I64, F32, F64), true},
    {"mmaf", Counted::Operand0, BaseFloats | set(TF32, E4M3, E5M2)},
    {"mmai", Counted::Operand0, set(I8)},
    {"mmaf_scaled", Counted::Operand0, set(E4M3, E5M2, E2M1)},
};

/// What is left out on purpose.
static constexpr Reason reasons[] = {
    {"offset load_ptr_tko store_ptr_tko alloca ptr_to_int int_to_ptr",
     bit(E2M1),
     "pointers address bytes, which hold two of these: views access them"},
    {"ptr_to_int int_to_ptr", Numbers & ~set(I32, F16),
     "addresses do not depend on the pointee: two stand for all"},
    {"get_tensor_shape get_index_space_shape", set(I1, I8),
     "too narrow for the sizes of the buffers"},
    {"for", bit(I1), "1 is -1 when signed: no step is positive"},
    {"reduce scan", StorageFloats | bit(I4),
     "there is no arithmetic to combine them with"},
    {"insert", bit(Ptr), "nothing public says that pointers are put in"},
    {"print_tko", bit(Ptr), "addresses are the device's choice"},
    {"entry", bit(I4), "is no type of memory"},
};

static const CoverageTables &tablesOf(bool tileAA) {
  static const CoverageTables cudaTile = {rules, reasons, {}};
  return tileAA ? getTileAACoverage() : cudaTile;
}

/// A rule or reason that names the operation; null: none.
template <typename T>
static const T *find(ArrayRef<T> table, StringRef operation,
                     unsigned elements = ~0u) {
  for (const T &row : table) {
    SmallVector<StringRef> names;
    row.operations.split(names, ' ');
    if constexpr (std::is_same_v<T, Reason>)
      if (!(row.elements & elements))
        continue;
    if (llvm::is_contained(names, operation))
      return &row;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static std::optional<Element> elementOf(Type type, bool throughPointers) {
  if (auto view = dyn_cast<aa::TiledViewType>(type))
    type = view.getElementType();
  else if (auto memref = dyn_cast<aa::StridedMemRefType>(type))
    type = memref.getElementType();
  else if (isa<RankedTensorType>(type))
    type = aa::getTileElementType(type);
  if (auto pointer = dyn_cast<aa::PtrType>(type)) {
    if (!throughPointers)
      return Ptr;
    type = pointer.getPointeeType();
  }
  if (auto tile = dyn_cast<ct::TileType>(type))
    type = tile.getElementType();
  else if (auto view = dyn_cast<ct::TensorViewType>(type))
    type = view.getElementType();
  else if (auto view = dyn_cast<ct::TileViewInterface>(type))
    type = cast<ct::TileType>(view.getViewTileType()).getElementType();
  if (auto pointer = dyn_cast<ct::PointerType>(type)) {
    if (!throughPointers)
      return Ptr;
    type = pointer.getPointeeType();
  }
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return I1;
    case 4:
      return I4;
    case 8:
      return I8;
    case 16:
      return I16;
    case 32:
      return I32;
    case 64:
      return I64;
    }
    return std::nullopt;
  }
  return llvm::TypeSwitch<Type, std::optional<Element>>(type)
      .Case([](Float16Type) { return F16; })
      .Case([](BFloat16Type) { return BF16; })
      .Case([](FloatTF32Type) { return TF32; })
      .Case([](Float32Type) { return F32; })
      .Case([](Float64Type) { return F64; })
      .Case([](Float8E4M3FNType) { return E4M3; })
      .Case([](Float8E5M2Type) { return E5M2; })
      .Case([](Float8E8M0FNUType) { return E8M0; })
      .Case([](Float4E2M1FNType) { return E2M1; })
      .Default([](Type) { return std::nullopt; });
}

static SmallVector<Type> countedTypes(Operation *operation, Counted counted) {
  switch (counted) {
  case Counted::Operand0:
    if (operation->getNumOperands())
      return {operation->getOperand(0).getType()};
    return {};
  case Counted::Operand1:
    return {operation->getOperand(1).getType()};
  case Counted::Result0:
    if (operation->getNumResults())
      return {operation->getResult(0).getType()};
    return {};
  case Counted::Ends:
    return {operation->getOperand(0).getType(),
            operation->getResult(0).getType()};
  case Counted::Arguments:
    return SmallVector<Type>(operation->getRegion(0).getArgumentTypes());
  }
  llvm_unreachable("unknown rule");
}

/// `name=value` of what has few values; empty for others.
static std::string describe(Operation *operation, NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (isa<UnitAttr>(value))
    return name.str();
  std::string text;
  if (name == "in_bounds" || name == "inbounds")
    return name.str();
  // Both kinds of predicate are numbers.
  if (auto compare = dyn_cast<arith::CmpIOp>(operation);
      compare && name == "predicate")
    return ("predicate=" +
            arith::stringifyCmpIPredicate(compare.getPredicate()))
        .str();
  if (auto compare = dyn_cast<arith::CmpFOp>(operation);
      compare && name == "predicate")
    return ("predicate=" +
            arith::stringifyCmpFPredicate(compare.getPredicate()))
        .str();
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    uint32_t number = integer.getValue().getZExtValue();
    if (name == "memory_ordering_semantics")
      text = stringifyMemoryOrdering(ct::MemoryOrdering(number));
    else if (name == "memory_scope")
      text = stringifyMemoryScope(ct::MemoryScope(number));
    else if (name == "mode")
      text = stringifyAtomicMode(ct::AtomicMode(number));
    else if (name == "reverse" || name == "inclusive")
      text = number ? "true" : "false";
    else if (name == "axis")
      text = std::to_string(number);
    else
      return "";
    return (name + "=" + text).str();
  }
  if (!isa<ct::CudaTileDialect, aa::TileAADialect>(value.getDialect()) ||
      isa<aa::KernelSpecAttr>(value))
    return "";
  llvm::raw_string_ostream(text) << value;
  // #cuda_tile.rounding<zero>; of predicates only the kind.
  StringRef inner = StringRef(text).split('<').second.drop_back();
  if (name == "predicate")
    inner = StringRef(text).split('.').second.split('<').first;
  if (name == "optimization_hints")
    return name.str();
  return (name + "=" + inner).str();
}

void Coverage::add(const Program &program) {
  ModuleOp module = *program.module;
  ++programs;
  if (!tileAA) {
    ProgramClassSet found = classesOf(program);
    for (auto [i, count] : llvm::enumerate(classes))
      count += found[i];
  }
  std::set<StringRef> met;
  module->walk([&](Operation *operation) {
    Dialect *dialect = operation->getDialect();
    if (tileAA ? !isa_and_nonnull<aa::TileAADialect, arith::ArithDialect,
                                  math::MathDialect, scf::SCFDialect>(dialect)
               : !isa_and_nonnull<ct::CudaTileDialect>(dialect))
      return;
    StringRef name = tileAA ? operation->getName().getStringRef()
                            : operation->getName().stripDialect();
    Row &row = rows[name];
    ++row.total;
    if (const Rule *rule = find(tablesOf(tileAA).rules, name)) {
      unsigned seen = 0;
      for (Type type : countedTypes(operation, rule->counted))
        if (std::optional<Element> element =
                elementOf(type, rule->throughPointers))
          seen |= bit(*element);
      for (unsigned element = 0; element < NumElements; ++element)
        if (seen >> element & 1)
          ++row.elements[element];
    }
    NamedAttrList own;
    operation->getName().populateInherentAttrs(operation, own);
    for (NamedAttribute attribute : own)
      if (std::string text = describe(operation, attribute); !text.empty())
        ++row.attributes[text];
    for (NamedAttribute note : operation->getDiscardableAttrs())
      ++notes[note.getName().str()];
    for (const std::string &form : formsOf(operation))
      ++row.forms[form];
    if (tileAA)
      return;
    for (StringRef idiom : idiomsAt(operation))
      met.insert(idiom);
  });
  for (StringRef idiom : met)
    ++idioms[idiom.str()];
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

uint64_t Coverage::count(StringRef operation) const {
  auto found = rows.find(operation);
  return found == rows.end() ? 0 : found->second.total;
}

uint64_t Coverage::count(StringRef operation, StringRef attribute) const {
  auto found = rows.find(operation);
  if (found == rows.end())
    return 0;
  auto value = found->second.attributes.find(attribute.str());
  return value == found->second.attributes.end() ? 0 : value->second;
}

bool Coverage::isLeftOut(StringRef operation) const {
  return llvm::any_of(tablesOf(tileAA).reasons, [&](const Reason &reason) {
    SmallVector<StringRef> names;
    reason.operations.split(names, ' ');
    return !reason.elements && llvm::is_contained(names, operation);
  });
}

std::vector<std::string> Coverage::gaps() const {
  std::vector<std::string> result;
  const CoverageTables &tables = tablesOf(tileAA);
  for (const Rule &rule : tables.rules) {
    SmallVector<StringRef> names;
    rule.operations.split(names, ' ');
    for (StringRef name : names) {
      auto row = rows.find(name);
      for (unsigned element = 0; element < NumElements; ++element)
        if (rule.legal >> element & 1 &&
            (row == rows.end() || !row->second.elements.count(element)) &&
            !find(tables.reasons, name, 1u << element))
          result.push_back((name + " " + elementNames[element]).str());
    }
  }
  for (const AttributeRule &rule : tables.attributes) {
    SmallVector<StringRef> names, values;
    rule.operations.split(names, ' ');
    rule.values.split(values, ' ');
    for (StringRef name : names)
      for (StringRef value : values) {
        std::string text = value.empty() ? rule.attribute.str()
                                         : (rule.attribute + "=" + value).str();
        if (!count(name, text))
          result.push_back((name + " " + text).str());
      }
  }
  for (StringRef name : noteNames())
    if (!notes.count(name.str()))
      result.push_back(("note " + name).str());
  return result;
}

std::vector<std::string> Coverage::formGaps() const {
  std::vector<std::string> result;
  for (const auto &row : rows)
    for (const std::string &form : possibleForms(row.first()))
      if (!countForm(row.first(), form) &&
          whyFormIsMissing(row.first(), form).empty())
        result.push_back((row.first() + ": " + form).str());
  llvm::sort(result);
  return result;
}

uint64_t Coverage::countForm(StringRef operation, StringRef form) const {
  auto found = rows.find(operation);
  if (found == rows.end())
    return 0;
  auto value = found->second.forms.find(form.str());
  return value == found->second.forms.end() ? 0 : value->second;
}

uint64_t Coverage::countIdiom(StringRef idiom) const {
  auto found = idioms.find(idiom.str());
  return found == idioms.end() ? 0 : found->second;
}

void Coverage::printForms(llvm::raw_ostream &os) const {
  os << "forms\n";
  std::map<StringRef, const Row *> sorted;
  for (const auto &entry : rows)
    sorted[entry.first()] = &entry.second;
  for (const auto &[name, row] : sorted) {
    std::vector<std::string> possible = possibleForms(name);
    if (possible.empty())
      continue;
    os << "  " << name << "\n";
    for (const std::string &form : possible) {
      StringRef why = whyFormIsMissing(name, form);
      uint64_t count = countForm(name, form);
      os << llvm::format("%9s  ", count         ? std::to_string(count).c_str()
                                  : why.empty() ? "!"
                                                : "-")
         << form;
      if (!count && !why.empty())
        os << " (" << why << ")";
      os << "\n";
    }
  }
  if (tileAA)
    return;
  os << "programs by idiom\n";
  for (StringRef idiom : allIdioms())
    os << llvm::format("%9llu  ", (unsigned long long)countIdiom(idiom))
       << idiom << "\n";
  os << "programs by class\n";
  for (auto [row, count] : llvm::zip_equal(getProgramClasses(), classes))
    os << llvm::format("%9llu  ", (unsigned long long)count) << row.text
       << "\n";
}

void Coverage::print(llvm::raw_ostream &os) const {
  const CoverageTables &tables = tablesOf(tileAA);
  os << programs << " programs: operations by element type\n"
     << "  (n: the dialect has no such form; -: left out, see below; !: a "
        "gap)\n"
     << llvm::left_justify("", 26);
  for (StringRef name : elementNames)
    os << llvm::right_justify(name, 7);
  os << llvm::right_justify("all", 9) << "\n";
  std::map<StringRef, const Row *> sorted;
  for (const auto &entry : rows)
    sorted[entry.first()] = &entry.second;
  for (const auto &[name, row] : sorted) {
    const Rule *rule = find(tables.rules, name);
    os << "  " << llvm::left_justify(name, 24);
    for (unsigned element = 0; element < NumElements; ++element) {
      auto found = row->elements.find(element);
      bool isLegal = rule && rule->legal >> element & 1;
      std::string cell = found != row->elements.end()
                             ? std::to_string(found->second)
                         : !isLegal                                  ? "n"
                         : find(tables.reasons, name, 1u << element) ? "-"
                                                                     : "!";
      os << llvm::right_justify(cell, 7);
    }
    os << llvm::format("%9llu\n", (unsigned long long)row->total);
  }
  os << "left out\n";
  for (const Reason &reason : tables.reasons) {
    os << "  " << reason.operations << ":";
    for (unsigned element = 0; element < NumElements; ++element)
      if (reason.elements >> element & 1)
        os << " " << elementNames[element];
    os << "\n    " << reason.text << "\n";
  }
  os << "attributes\n";
  for (const auto &[name, row] : sorted) {
    if (row->attributes.empty())
      continue;
    os << "  " << llvm::left_justify(name, 24);
    for (const auto &[text, count] : row->attributes)
      os << " " << text << ":" << count;
    os << "\n";
  }
  os << "attributes that mean nothing\n ";
  for (const auto &[name, count] : notes)
    os << " " << name << ":" << count;
  os << "\n";
  printForms(os);
}
