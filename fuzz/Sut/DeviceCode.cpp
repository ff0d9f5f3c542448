//===- DeviceCode.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Sut/DeviceCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace tilefuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

static bool isOfWord(char c) {
  return llvm::isAlnum(c) || StringRef("._$%").contains(c);
}

/// Words, strings and single other characters, without comments.
static std::vector<StringRef> tokensOf(StringRef text) {
  std::vector<StringRef> tokens;
  while (!(text = text.ltrim()).empty()) {
    size_t size = 1;
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
      continue;
    }
    if (text.starts_with("/*")) {
      size_t end = text.find("*/", 2);
      text = end == StringRef::npos ? StringRef() : text.substr(end + 2);
      continue;
    }
    if (isOfWord(text.front()))
      size = text.take_while(isOfWord).size();
    else if (text.front() == '"')
      size = std::min(text.find('"', 1), text.size() - 1) + 1;
    tokens.push_back(text.take_front(size));
    text = text.drop_front(size);
  }
  return tokens;
}

/// How the braces fail to match; empty if they do. Sets the names of the
/// entries that have a body.
static std::string readEntries(llvm::ArrayRef<StringRef> tokens,
                               std::vector<StringRef> &entries) {
  unsigned depth = 0;
  StringRef entry;
  for (auto [i, token] : llvm::enumerate(tokens)) {
    if (token == ".entry" && depth == 0 && i + 1 < tokens.size())
      entry = tokens[i + 1];
    if (token == "{" && depth++ == 0 && !entry.empty())
      entries.push_back(entry);
    // A declaration ends without a body.
    if (depth == 0 && token == ";")
      entry = "";
    if (token == "}") {
      if (depth == 0)
        return "a '}' without '{'";
      if (--depth == 0)
        entry = "";
    }
  }
  return depth == 0 ? "" : "a '{' without '}': the text is cut off";
}

std::string tilefuzz::faultOfPtx(StringRef text,
                                 llvm::ArrayRef<std::string> kernels) {
  // As the driver wants images of PTX.
  text.consume_back(StringRef("\0", 1));
  if (text.contains('\0'))
    return "the PTX has a byte of 0";
  std::vector<StringRef> tokens = tokensOf(text);
  if (tokens.empty() || tokens.front() != ".version")
    return "the PTX does not begin with .version";
  if (tokens.size() < 4 || tokens[2] != ".target")
    return "the PTX has no .target after .version";
  std::vector<StringRef> entries;
  if (std::string fault = readEntries(tokens, entries); !fault.empty())
    return "the PTX has " + fault;
  for (const std::string &kernel : kernels)
    if (!llvm::is_contained(entries, kernel))
      return "the PTX has no entry " + kernel;
  return "";
}

std::string tilefuzz::targetOfPtx(StringRef text) {
  std::vector<StringRef> tokens = tokensOf(text);
  auto target = llvm::find(tokens, ".target");
  return target == tokens.end() || target + 1 == tokens.end()
             ? std::string()
             : (target + 1)->str();
}

//===----------------------------------------------------------------------===//
// Cubin
//===----------------------------------------------------------------------===//

using Elf = llvm::object::ELFObjectFile<llvm::object::ELF64LE>;

/// Whether it is a function of the file with that name and with code.
static llvm::Expected<bool> isCodeOf(const llvm::object::ELFSymbolRef &symbol,
                                     StringRef kernel, const Elf &file) {
  llvm::Expected<StringRef> name = symbol.getName();
  if (!name)
    return name.takeError();
  if (*name != kernel || symbol.getELFType() != llvm::ELF::STT_FUNC)
    return false;
  llvm::Expected<llvm::object::section_iterator> section = symbol.getSection();
  if (!section)
    return section.takeError();
  return *section != file.section_end() && (*section)->getSize() != 0 &&
         symbol.getSize() != 0;
}

static llvm::Expected<bool> hasCode(const Elf &file, StringRef kernel) {
  for (const llvm::object::ELFSymbolRef &symbol : file.symbols()) {
    llvm::Expected<bool> found = isCodeOf(symbol, kernel, file);
    if (!found || *found)
      return found;
  }
  return false;
}

std::string tilefuzz::faultOfCubin(StringRef bytes,
                                   llvm::ArrayRef<std::string> kernels) {
  auto broken = [](llvm::Error error) {
    return "the cubin is broken: " + llvm::toString(std::move(error));
  };
  if (!bytes.starts_with(StringRef(llvm::ELF::ElfMagic, 4)))
    return "the cubin is no ELF file";
  if (bytes.size() < sizeof(llvm::ELF::Elf64_Ehdr) ||
      bytes[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
      bytes[llvm::ELF::EI_DATA] != llvm::ELF::ELFDATA2LSB)
    return "the cubin is no little-endian ELF file of 64 bits";
  llvm::Expected<Elf> file = Elf::create(llvm::MemoryBufferRef(bytes, "cubin"));
  if (!file)
    return broken(file.takeError());
  unsigned machine = file->getELFFile().getHeader().e_machine;
  if (machine != llvm::ELF::EM_CUDA)
    return "the cubin is for machine " + std::to_string(machine) +
           ", not for CUDA (" + std::to_string(llvm::ELF::EM_CUDA) + ")";
  for (const std::string &kernel : kernels) {
    llvm::Expected<bool> found = hasCode(*file, kernel);
    if (!found)
      return broken(found.takeError());
    if (!*found)
      return "the cubin has no code of kernel " + kernel;
  }
  return "";
}
