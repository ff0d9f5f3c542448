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
#include <map>
#include <optional>

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

/// The bytes of a type as `.u64`; 0: it is none.
static unsigned sizeOfType(StringRef token) {
  unsigned bits = 0;
  if (!token.consume_front(".") ||
      (!token.consume_front("bf") && !token.consume_front("b") &&
       !token.consume_front("u") && !token.consume_front("s") &&
       !token.consume_front("f")))
    return 0;
  return token.getAsInteger(10, bits) ? 0 : bits / 8;
}

/// The bytes of each parameter in the list that begins at the token.
static std::vector<unsigned> readParameters(llvm::ArrayRef<StringRef> tokens,
                                            size_t at) {
  std::vector<unsigned> sizes;
  if (at >= tokens.size() || tokens[at] != "(")
    return sizes;
  for (; at < tokens.size() && tokens[at] != ")"; ++at) {
    unsigned count = 0;
    if (tokens[at] == ".param")
      sizes.push_back(0);
    else if (unsigned size = sizes.empty() ? 0 : sizeOfType(tokens[at]))
      sizes.back() = size;
    else if (!sizes.empty() && tokens[at] == "[" && at + 1 < tokens.size() &&
             !tokens[at + 1].getAsInteger(0, count))
      sizes.back() *= count;
  }
  return sizes;
}

/// How the braces fail to match; empty if they do. Sets the entries that have a
/// body.
static std::string readEntries(llvm::ArrayRef<StringRef> tokens,
                               std::vector<ExpectedKernel> &entries) {
  unsigned depth = 0;
  ExpectedKernel entry;
  for (auto [i, token] : llvm::enumerate(tokens)) {
    if (token == ".entry" && depth == 0 && i + 1 < tokens.size())
      entry = {tokens[i + 1].str(), readParameters(tokens, i + 2)};
    if (token == "{" && depth++ == 0 && !entry.name.empty())
      entries.push_back(entry);
    // A declaration ends without a body.
    if (depth == 0 && token == ";")
      entry = {};
    if (token == "}") {
      if (depth == 0)
        return "a '}' without '{'";
      if (--depth == 0)
        entry = {};
    }
  }
  return depth == 0 ? "" : "a '{' without '}': the text is cut off";
}

/// What the kernel's parameters lack of the arguments; empty: nothing.
static std::string lackOf(const ExpectedKernel &kernel,
                          llvm::ArrayRef<unsigned> parameters) {
  for (auto [i, size] : llvm::enumerate(kernel.arguments)) {
    if (i >= parameters.size())
      return ("kernel " + kernel.name + " lacks argument " + llvm::Twine(i) +
              ": it has " + llvm::Twine(parameters.size()) + " of " +
              llvm::Twine(kernel.arguments.size()))
          .str();
    if (parameters[i] != size)
      return ("kernel " + kernel.name + " takes " + llvm::Twine(parameters[i]) +
              " bytes for argument " + llvm::Twine(i) + ", which has " +
              llvm::Twine(size))
          .str();
  }
  return "";
}

std::string tilefuzz::faultOfPtx(StringRef text,
                                 llvm::ArrayRef<ExpectedKernel> kernels) {
  // As the driver wants images of PTX.
  text.consume_back(StringRef("\0", 1));
  if (text.contains('\0'))
    return "the PTX has a byte of 0";
  std::vector<StringRef> tokens = tokensOf(text);
  if (tokens.empty() || tokens.front() != ".version")
    return "the PTX does not begin with .version";
  if (tokens.size() < 4 || tokens[2] != ".target")
    return "the PTX has no .target after .version";
  std::vector<ExpectedKernel> entries;
  if (std::string fault = readEntries(tokens, entries); !fault.empty())
    return "the PTX has " + fault;
  for (const ExpectedKernel &kernel : kernels) {
    auto entry = llvm::find_if(entries, [&](const ExpectedKernel &entry) {
      return entry.name == kernel.name;
    });
    if (entry == entries.end())
      return "the PTX has no entry " + kernel.name;
    if (std::string lack = lackOf(kernel, entry->arguments); !lack.empty())
      return "the PTX: " + lack;
  }
  return "";
}

std::string tilefuzz::withoutOtherEntries(StringRef text, StringRef kernel) {
  std::vector<StringRef> tokens = tokensOf(text);
  std::string kept;
  // What is kept begins here; an entry that is left out ends with its body, or
  // with a semicolon.
  const char *from = text.begin();
  unsigned depth = 0;
  bool isLeftOut = false;
  for (auto [i, token] : llvm::enumerate(tokens)) {
    if (token == ".entry" && depth == 0 && i + 1 < tokens.size() &&
        tokens[i + 1] != kernel) {
      // With the word that makes it visible.
      bool hasLinkage =
          i && (tokens[i - 1] == ".visible" || tokens[i - 1] == ".extern" ||
                tokens[i - 1] == ".weak");
      kept.append(from, (hasLinkage ? tokens[i - 1] : token).begin());
      isLeftOut = true;
    }
    depth += token == "{";
    if (token == "}" && depth-- == 0)
      return text.str();
    bool ends = depth == 0 && (token == "}" || token == ";");
    if (!isLeftOut || !ends)
      continue;
    from = token.end();
    isLeftOut = false;
  }
  if (depth || isLeftOut)
    return text.str();
  return kept.append(from, text.end());
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

/// Of entries of `.nv.info`, as ptxas 13.0 to 13.5 write them: the byte that
/// says that bytes follow, the two forms of parameters, and the bytes of all of
/// them.
static constexpr uint8_t formatSized = 4, attributeParameter = 0x17,
                         attributeParameter2 = 0x45,
                         attributeParameterBytes = 0x19;

/// The bytes of each parameter that the section lists, without hidden ones.
/// None: it has parameters, but lists none that is understood.
static std::optional<std::vector<unsigned>>
readInfo(llvm::ArrayRef<uint8_t> bytes) {
  auto halfAt = [&](size_t at) {
    return unsigned(bytes[at]) | unsigned(bytes[at + 1]) << 8;
  };
  std::map<unsigned, unsigned> sizes;
  bool hasParameters = false;
  for (size_t at = 0; at + 4 <= bytes.size();) {
    bool isSized = bytes[at] == formatSized;
    size_t size = isSized ? halfAt(at + 2) : 0;
    if (at + 4 + size > bytes.size())
      break;
    uint8_t attribute = bytes[at + 1];
    hasParameters |= attribute == attributeParameterBytes;
    // Index, ordinal, offset; then the size, above alignment and space, or, of
    // the other form, below what it points to.
    if (isSized && size == 12 && attribute == attributeParameter)
      sizes[halfAt(at + 8)] = (halfAt(at + 12) | halfAt(at + 14) << 16) >> 18;
    if (isSized && size == 12 && attribute == attributeParameter2)
      sizes[halfAt(at + 8)] = halfAt(at + 12);
    at += 4 + size;
  }
  if (sizes.empty() && hasParameters)
    return std::nullopt;
  std::vector<unsigned> list;
  for (auto [number, size] : sizes)
    if (number == list.size())
      list.push_back(size);
  return list;
}

/// What the file says that the kernel lacks.
static llvm::Expected<std::string> lackIn(const Elf &file,
                                          const ExpectedKernel &kernel) {
  for (const llvm::object::SectionRef &section : file.sections()) {
    llvm::Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != ".nv.info." + kernel.name)
      continue;
    llvm::Expected<StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    std::optional<std::vector<unsigned>> parameters =
        readInfo(llvm::arrayRefFromStringRef(*contents));
    return parameters ? lackOf(kernel, *parameters) : std::string();
  }
  return std::string();
}

std::string tilefuzz::faultOfCubin(StringRef bytes,
                                   llvm::ArrayRef<ExpectedKernel> kernels) {
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
  for (const ExpectedKernel &kernel : kernels) {
    llvm::Expected<bool> found = hasCode(*file, kernel.name);
    if (!found)
      return broken(found.takeError());
    if (!*found)
      return "the cubin has no code of kernel " + kernel.name;
    llvm::Expected<std::string> lack = lackIn(*file, kernel);
    if (!lack)
      return broken(lack.takeError());
    if (!lack->empty())
      return "the cubin: " + *lack;
  }
  return "";
}
