//===- ListOperations.cpp - Operations of a dialect as rows ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// A TableGen backend of its own: what ODS says about each operation of one
// dialect, as rows of macros, so that no table repeats the arguments. In order:
//
//   OPERATION(MNEMONIC, NUM_RESULTS, HAS_VARIADIC_RESULTS, NUM_REGIONS)
//   OPERAND(NAME, One | Optional | Variadic)
//   ATTRIBUTE(NAME, Required | Optional | Default, Unit | Enum | Other)
//   ENUMERATOR(TEXT, VALUE)
//   END_OPERATION
//
// Of the results only those that are not variadic are counted. An attribute
// with a default value need not be written, and is there all the same.
//
// With -docs, what ODS says for people instead:
//
//   OPERATION_DOC(NAME, SUMMARY, DESCRIPTION)
//
//===----------------------------------------------------------------------===//

#include "mlir/TableGen/Attribute.h"
#include "mlir/TableGen/EnumInfo.h"
#include "mlir/TableGen/Operator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Main.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

namespace cl = llvm::cl;

static cl::opt<std::string> dialect("dialect", cl::Required,
                                    cl::desc("Lists the operations of this "
                                             "dialect."));

static cl::opt<bool> docs("docs",
                          cl::desc("Lists summaries and descriptions."));

static const llvm::Record *findEnum(const mlir::tblgen::Attribute &attribute) {
  const llvm::Record &def = attribute.getDef();
  if (def.isSubClassOf("EnumInfo"))
    return &def;
  if (def.isSubClassOf("EnumAttr"))
    return def.getValueAsDef("enum");
  return nullptr;
}

static void listAttribute(const mlir::tblgen::NamedAttribute &named,
                          llvm::raw_ostream &os) {
  if (named.attr.isDerivedAttr())
    return;
  mlir::tblgen::Attribute base = named.attr.getBaseAttr();
  const llvm::Record *enumeration = findEnum(base);
  llvm::StringRef kind = enumeration                           ? "Enum"
                         : base.getAttrDefName() == "UnitAttr" ? "Unit"
                                                               : "Other";
  llvm::StringRef presence = named.attr.hasDefaultValue() ? "Default"
                             : named.attr.isOptional()    ? "Optional"
                                                          : "Required";
  os << "ATTRIBUTE(\"" << named.name << "\", " << presence << ", " << kind
     << ")\n";
  if (!enumeration)
    return;
  for (const mlir::tblgen::EnumCase &word :
       mlir::tblgen::EnumInfo(enumeration).getAllCases())
    os << "ENUMERATOR(\"" << word.getStr() << "\", " << word.getValue()
       << ")\n";
}

static void listOperation(const mlir::tblgen::Operator &op,
                          llvm::raw_ostream &os) {
  unsigned variadic = op.getNumVariableLengthResults();
  os << "OPERATION(\"" << op.getDef().getValueAsString("opName") << "\", "
     << op.getNumResults() - variadic << ", " << (variadic ? "true" : "false")
     << ", " << op.getNumRegions() << ")\n";
  for (const mlir::tblgen::NamedTypeConstraint &operand : op.getOperands())
    os << "OPERAND(\"" << operand.name << "\", "
       << (operand.isOptional()         ? "Optional"
           : operand.isVariableLength() ? "Variadic"
                                        : "One")
       << ")\n";
  for (const mlir::tblgen::NamedAttribute &attribute : op.getAttributes())
    listAttribute(attribute, os);
  os << "END_OPERATION\n\n";
}

static bool listOperations(llvm::raw_ostream &os,
                           const llvm::RecordKeeper &records) {
  llvm::emitSourceFileHeader("Operations of " + dialect, os);
  for (llvm::StringRef macro :
       {"OPERATION(mnemonic, numResults, hasVariadicResults, numRegions)",
        "OPERAND(name, kind)", "ATTRIBUTE(name, presence, kind)",
        "ENUMERATOR(text, value)", "END_OPERATION"})
    os << "#ifndef " << macro.take_until([](char c) { return c == '('; })
       << "\n#define " << macro << "\n#endif\n";
  os << "\n";
  for (const llvm::Record *record : records.getAllDerivedDefinitions("Op")) {
    mlir::tblgen::Operator op(*record);
    if (op.getDialectName() == dialect)
      listOperation(op, os);
  }
  for (llvm::StringRef macro :
       {"OPERATION", "OPERAND", "ATTRIBUTE", "ENUMERATOR", "END_OPERATION"})
    os << "#undef " << macro << "\n";
  return false;
}

static bool listDocs(llvm::raw_ostream &os, const llvm::RecordKeeper &records) {
  llvm::emitSourceFileHeader("What operations of " + dialect + " mean", os);
  for (const llvm::Record *record : records.getAllDerivedDefinitions("Op")) {
    mlir::tblgen::Operator op(*record);
    if (op.getDialectName() != dialect)
      continue;
    os << "OPERATION_DOC(\"" << op.getOperationName() << "\", \"";
    os.write_escaped(op.getSummary().trim()) << "\", \"";
    os.write_escaped(op.hasDescription() ? op.getDescription().trim() : "")
        << "\")\n";
  }
  os << "#undef OPERATION_DOC\n";
  return false;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "Lists what ODS says about the operations of a "
                              "dialect\n");
  return llvm::TableGenMain(
      argv[0], [](llvm::raw_ostream &os, const llvm::RecordKeeper &records) {
        return docs ? listDocs(os, records) : listOperations(os, records);
      });
}
