//===- ListBranches.cpp - Branches of compiled rewrites as rows -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Runs while building. Reads libraries that clang instrumented with counters
// and coverage mappings, and lists their functions as rows of macros, so that
// a tool knows its branches wherever it stands, stripped or not. In order:
//
//   BRANCH_FUNCTION(NAME, NAME_HASH, HASH, FILE, FIRST, LAST)
//                                                   NAME is mangled; lines
//   BRANCH_EXPRESSION(KIND, LHS, RHS)               see CounterExpression
//   BRANCH(LINE, COLUMN, TEXT, TAKEN, NOT_TAKEN)    encoded counters
//   BRANCH_CALL(NAME_HASH)
//   END_BRANCH_FUNCTION()
//
// A counter is encoded as its kind plus four times its number. Calls are of
// instrumented functions: what the object code of a function names, its code or
// its counter (which stands there where it was inlined), also through functions
// and tables that are not instrumented. Virtual calls are not among them.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/ProfileData/Coverage/CoverageMappingReader.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include <map>
#include <set>

using namespace llvm;
using namespace llvm::coverage;

static cl::list<std::string> archives(cl::Positional, cl::desc("LIBRARY..."));
static cl::opt<std::string> sources("sources", cl::Required,
                                    cl::desc("The root of the tree."));
static cl::opt<std::string> output("o", cl::Required,
                                   cl::desc("The file to write."));

namespace {
/// A function, or a table that names functions.
struct Node {
  std::set<std::string> names;
  /// Of an instrumented function, else 0.
  uint64_t nameHash = 0;
};

struct Function {
  std::string name;
  uint64_t nameHash = 0, hash = 0;
  std::string file;
  /// Lines of its body.
  unsigned first = 0, last = 0;
  std::vector<CounterExpression> expressions;
  std::vector<CounterMappingRegion> branches;
};

class Lister {
public:
  Error addArchive(StringRef path);
  Error print(raw_ostream &os) const;

private:
  Error addObject(const object::ELF64LEObjectFile &object, StringRef name);
  Error addCoverage(const object::ELF64LEObjectFile &object);
  std::set<uint64_t> callsOf(uint64_t nameHash) const;

  /// By the name that the linker sees; of local ones with their object.
  std::map<std::string, Node> nodes;
  std::map<uint64_t, std::string> nodeOf;
  MapVector<uint64_t, Function> functions;
  std::set<uint64_t> ambiguous;
};
} // namespace

/// What is behind the file that a local function's name begins with.
static StringRef symbolOf(StringRef name) {
  size_t at = name.find_last_of(":;");
  return at == StringRef::npos ? name : name.substr(at + 1);
}

/// Relative to the tree: paths are mapped so when the file is compiled.
static StringRef fileOf(const CoverageMappingRecord &record) {
  StringRef file = record.Filenames.front();
  while (file.consume_front("./"))
    continue;
  return file;
}

Error Lister::addCoverage(const object::ELF64LEObjectFile &object) {
  SmallVector<std::unique_ptr<MemoryBuffer>> buffers;
  auto readers =
      BinaryCoverageReader::create(object.getMemoryBufferRef(), "", buffers);
  if (!readers)
    return handleErrors(readers.takeError(),
                        [](std::unique_ptr<CoverageMapError> error) -> Error {
                          // A file without a function of its own.
                          if (error->get() == coveragemap_error::no_data_found)
                            return Error::success();
                          return Error(std::move(error));
                        });
  for (std::unique_ptr<BinaryCoverageReader> &reader : *readers)
    for (Expected<const CoverageMappingRecord &> record : *reader) {
      if (!record)
        return record.takeError();
      uint64_t nameHash = IndexedInstrProf::ComputeHash(record->FunctionName);
      Function &function = functions[nameHash];
      if (function.hash) {
        if (function.hash != record->FunctionHash ||
            function.file != fileOf(*record))
          ambiguous.insert(nameHash);
        continue;
      }
      function.name = symbolOf(record->FunctionName).str();
      function.nameHash = nameHash;
      function.hash = record->FunctionHash;
      function.file = fileOf(*record).str();
      function.expressions.assign(record->Expressions.begin(),
                                  record->Expressions.end());
      for (const CounterMappingRegion &region : record->MappingRegions) {
        if (region.Kind == CounterMappingRegion::CodeRegion &&
            region.FileID == 0) {
          function.first = function.first
                               ? std::min(function.first, region.LineStart)
                               : region.LineStart;
          function.last = std::max(function.last, region.LineEnd);
        }
        // What a macro of another file branches on is none of the function's.
        if (region.isBranch() && region.FileID == 0)
          function.branches.push_back(region);
      }
    }
  return Error::success();
}

Error Lister::addObject(const object::ELF64LEObjectFile &object,
                        StringRef objectName) {
  // Names of local symbols of the functions that are instrumented.
  StringMap<uint64_t> instrumented;
  for (const object::SectionRef &section : object.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != getInstrProfSectionName(IPSK_name, Triple::ELF, false))
      continue;
    Expected<StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    Error error = readAndDecodeStrings(*contents, [&](StringRef name) {
      instrumented[symbolOf(name)] = IndexedInstrProf::ComputeHash(name);
      return Error::success();
    });
    if (error)
      return error;
  }

  // Without functions of interest; and where functions share a section, what
  // that names is not one function's.
  if (instrumented.empty())
    return Error::success();

  // Which node a section is.
  std::vector<std::string> ofSection(
      std::distance(object.section_begin(), object.section_end()) + 1);
  auto indexOf = [&](const object::SectionRef &section) {
    return section.getIndex();
  };
  for (const object::ELFSymbolRef symbol : object.symbols()) {
    uint8_t type = symbol.getELFType();
    if (type != ELF::STT_FUNC && type != ELF::STT_OBJECT)
      continue;
    Expected<object::section_iterator> section = symbol.getSection();
    if (!section)
      return section.takeError();
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    // Tables of virtual functions would connect all with all.
    if (*section == object.section_end() || name->starts_with("_ZTV"))
      continue;
    bool isLocal = symbol.getBinding() == ELF::STB_LOCAL;
    std::string key = isLocal ? (objectName + "#" + *name).str() : name->str();
    ofSection[indexOf(**section)] = key;
    auto found = instrumented.find(*name);
    if (type == ELF::STT_FUNC && found != instrumented.end()) {
      nodes[key].nameHash = found->second;
      nodeOf[found->second] = key;
    }
  }
  // A counter stands for its function: where that was inlined, only this is
  // left.
  for (const object::SectionRef &section : object.sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    Expected<object::section_iterator> relocated =
        section.getRelocatedSection();
    if (!relocated)
      return relocated.takeError();
    if (*relocated == object.section_end())
      continue;
    Expected<StringRef> of = (*relocated)->getName();
    if (!of)
      return of.takeError();
    if (*of != getInstrProfSectionName(IPSK_data, Triple::ELF, false))
      continue;
    Expected<StringRef> data = (*relocated)->getContents();
    if (!data)
      return data.takeError();
    uint64_t nameHash = support::endian::read64le(data->data());
    for (const object::RelocationRef &relocation : section.relocations()) {
      Expected<object::section_iterator> counters =
          relocation.getSymbol()->getSection();
      if (!counters)
        return counters.takeError();
      if (*counters == object.section_end())
        continue;
      auto known = nodeOf.find(nameHash);
      std::string key = known != nodeOf.end()
                            ? known->second
                            : "inlined#" + std::to_string(nameHash);
      nodes[key].nameHash = nameHash;
      nodeOf[nameHash] = key;
      ofSection[indexOf(**counters)] = key;
    }
  }
  for (const object::SectionRef &section : object.sections()) {
    Expected<object::section_iterator> relocated =
        section.getRelocatedSection();
    if (!relocated)
      return relocated.takeError();
    if (*relocated == object.section_end())
      continue;
    std::string from = ofSection[indexOf(**relocated)];
    if (from.empty())
      continue;
    for (const object::RelocationRef &relocation : section.relocations()) {
      object::symbol_iterator symbol = relocation.getSymbol();
      if (symbol == object.symbol_end())
        continue;
      Expected<object::section_iterator> target = symbol->getSection();
      if (!target)
        return target.takeError();
      std::string to;
      if (*target != object.section_end())
        to = ofSection[indexOf(**target)];
      else if (Expected<StringRef> name = symbol->getName())
        to = name->str();
      else
        return name.takeError();
      if (!to.empty() && to != from)
        nodes[from].names.insert(to);
    }
  }
  return addCoverage(object);
}

Error Lister::addArchive(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  if (!buffer)
    return errorCodeToError(buffer.getError());
  Expected<std::unique_ptr<object::Archive>> archive =
      object::Archive::create(**buffer);
  if (!archive)
    return archive.takeError();
  Error error = Error::success();
  for (const object::Archive::Child &child : (*archive)->children(error)) {
    Expected<std::unique_ptr<object::Binary>> binary = child.getAsBinary();
    if (!binary)
      return binary.takeError();
    auto *object = dyn_cast<object::ELF64LEObjectFile>(binary->get());
    if (!object)
      return createStringError("'" + path +
                               "' has other objects than ELF of 64 bits");
    Expected<StringRef> name = child.getName();
    if (!name)
      return name.takeError();
    if (Error added = addObject(*object, (path + "(" + *name + ")").str()))
      return added;
  }
  return error;
}

std::set<uint64_t> Lister::callsOf(uint64_t nameHash) const {
  std::set<uint64_t> calls;
  auto start = nodeOf.find(nameHash);
  if (start == nodeOf.end())
    return calls;
  std::vector<std::string> work{start->second};
  std::set<std::string> seen{start->second};
  while (!work.empty()) {
    auto node = nodes.find(work.back());
    work.pop_back();
    if (node == nodes.end())
      continue;
    for (const std::string &name : node->second.names) {
      if (!seen.insert(name).second)
        continue;
      auto target = nodes.find(name);
      if (target == nodes.end())
        continue;
      if (target->second.nameHash)
        calls.insert(target->second.nameHash);
      else
        work.push_back(name);
    }
  }
  return calls;
}

static unsigned encode(Counter counter) {
  return unsigned(counter.getKind()) + 4 * (counter.isZero() ? 0
                                            : counter.isExpression()
                                                ? counter.getExpressionID()
                                                : counter.getCounterID());
}

namespace {
/// Reads a source only once.
class SourceTexts {
public:
  /// The condition, with single blanks, and cut where it is long.
  Expected<std::string> textOf(StringRef file,
                               const CounterMappingRegion &region);

private:
  StringMap<std::unique_ptr<MemoryBuffer>> files;
};
} // namespace

Expected<std::string> SourceTexts::textOf(StringRef file,
                                          const CounterMappingRegion &region) {
  static constexpr size_t maxLength = 100;
  std::unique_ptr<MemoryBuffer> &buffer = files[file];
  if (!buffer) {
    std::string path = (StringRef(sources) + "/" + file).str();
    ErrorOr<std::unique_ptr<MemoryBuffer>> read = MemoryBuffer::getFile(path);
    if (!read)
      return createStringError(read.getError(), path);
    buffer = std::move(*read);
  }
  SmallVector<StringRef> lines;
  buffer->getBuffer().split(lines, '\n');
  std::string text;
  for (unsigned line = region.LineStart; line <= region.LineEnd; ++line) {
    if (line > lines.size())
      return createStringError("'" + file + "' is not what was compiled");
    StringRef part = lines[line - 1];
    if (line == region.LineEnd)
      part = part.take_front(region.ColumnEnd - 1);
    if (line == region.LineStart)
      part = part.drop_front(
          std::min<size_t>(region.ColumnStart - 1, part.size()));
    text += (text.empty() ? "" : " ") + part.trim().str();
  }
  if (text.size() > maxLength)
    text = text.substr(0, maxLength) + "...";
  return text;
}

static std::string quoted(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (c == '"' || c == '\\')
      escaped += '\\';
    escaped += c;
  }
  return '"' + escaped + '"';
}

Error Lister::print(raw_ostream &os) const {
  SourceTexts texts;
  for (const auto &[nameHash, function] : functions) {
    if (ambiguous.count(nameHash))
      continue;
    os << formatv("BRANCH_FUNCTION(\"{0}\", {1}u, {2}u, \"{3}\", {4}, {5})\n",
                  function.name, nameHash, function.hash, function.file,
                  function.first, function.last);
    for (const CounterExpression &expression : function.expressions)
      os << formatv("BRANCH_EXPRESSION({0}, {1}, {2})\n",
                    unsigned(expression.Kind), encode(expression.LHS),
                    encode(expression.RHS));
    for (const CounterMappingRegion &branch : function.branches) {
      Expected<std::string> text = texts.textOf(function.file, branch);
      if (!text)
        return text.takeError();
      os << formatv("BRANCH({0}, {1}, {2}, {3}, {4})\n", branch.LineStart,
                    branch.ColumnStart, quoted(*text), encode(branch.Count),
                    encode(branch.FalseCount));
    }
    for (uint64_t call : callsOf(nameHash))
      os << formatv("BRANCH_CALL({0}u)\n", call);
    os << "END_BRANCH_FUNCTION()\n";
  }
  return Error::success();
}

static int fail(Error error) {
  WithColor::error(errs(), "tile-list-branches")
      << toString(std::move(error)) << '\n';
  return 1;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "Lists the branches of instrumented libraries\n");
  Lister lister;
  for (const std::string &path : archives)
    if (Error error = lister.addArchive(path))
      return fail(std::move(error));
  std::string table;
  raw_string_ostream os(table);
  if (Error error = lister.print(os))
    return fail(std::move(error));
  // A file that stays as it is lets what is made from it stay, too.
  ErrorOr<std::unique_ptr<MemoryBuffer>> before = MemoryBuffer::getFile(output);
  if (before && (*before)->getBuffer() == table)
    return 0;
  std::error_code failed;
  raw_fd_ostream file(output, failed, sys::fs::OF_Text);
  if (failed)
    return fail(createStringError(failed, output));
  file << table;
  return 0;
}
