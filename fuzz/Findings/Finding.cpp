//===- Finding.cpp - The one finding type and its folder ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Finding.h"
#include "compiler/Support/Files/StorageError.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <unistd.h>

using namespace tilefuzz;
namespace json = llvm::json;

namespace {
struct KindRow {
  llvm::StringLiteral name, meaning;
};
/// By kind.
constexpr KindRow kindRows[] = {
#define FINDING_KIND(enumerator, name, meaning) {name, meaning},
#include "fuzz/Findings/FindingKinds.def"
};
constexpr FindingKind allKinds[] = {
#define FINDING_KIND(enumerator, name, meaning) FindingKind::enumerator,
#include "fuzz/Findings/FindingKinds.def"
};

/// One text field of finding.json; the table keeps writer and reader together.
struct TextField {
  llvm::StringLiteral key;
  std::string Finding::*member;
};
constexpr TextField textFields[] = {
    {"stage", &Finding::stage},     {"previousStage", &Finding::previousStage},
    {"pattern", &Finding::pattern}, {"pass", &Finding::pass},
    {"reason", &Finding::reason},   {"signature", &Finding::signature},
    {"origin", &Finding::origin},   {"schedule", &Finding::schedule},
    {"target", &Finding::target},   {"version", &Finding::version},
    {"command", &Finding::command}, {"known", &Finding::known},
    {"gpu", &Finding::gpu},         {"device", &Finding::device},
    {"levels", &Finding::levels},   {"release", &Finding::release},
};
/// Findings of earlier versions have none of them.
constexpr std::string Finding::*laterFields[] = {
    &Finding::pass,   &Finding::known,  &Finding::gpu,
    &Finding::device, &Finding::levels, &Finding::release};

struct ListField {
  llvm::StringLiteral key;
  std::vector<std::string> Finding::*member;
};
constexpr ListField listFields[] = {
    {"operations", &Finding::operations},
    {"essence", &Finding::essence},
    {"bugs", &Finding::bugs},
    {"disabledPatterns", &Finding::disabledPatterns},
    {"enabledPatterns", &Finding::enabledPatterns},
    {"withoutOracles", &Finding::withoutOracles},
};

/// 64-bit numbers travel as text: JSON readers round them to doubles.
struct NumberField {
  llvm::StringLiteral key;
  uint64_t Finding::*member;
};
constexpr NumberField numberFields[] = {
    {"campaignSeed", &Finding::campaignSeed},
    {"programIndex", &Finding::programIndex},
    {"programSeed", &Finding::programSeed},
    {"run", &Finding::run},
    {"part", &Finding::part},
};

/// A file of the folder.
struct FileField {
  llvm::StringLiteral name;
  std::string Finding::*member;
};
constexpr FileField fileFields[] = {
    {"program.mlir", &Finding::program},
    {"original.mlir", &Finding::original},
    {"before.mlir", &Finding::before},
    {"after.mlir", &Finding::after},
    {"expected.json", &Finding::expected},
    {"actual.json", &Finding::actual},
    {"tool.json", &Finding::tool},
    {"program.ll", &Finding::llvmProgram},
    {"batch.mlir", &Finding::batch},
    {"errors.txt", &Finding::errors},
};
} // namespace

llvm::StringRef tilefuzz::toString(FindingKind kind) {
  return kindRows[unsigned(kind)].name;
}

llvm::StringRef tilefuzz::meaningOf(FindingKind kind) {
  return kindRows[unsigned(kind)].meaning;
}

llvm::ArrayRef<FindingKind> tilefuzz::getFindingKinds() { return allKinds; }

/// What campaigns against external tools called kinds first.
static constexpr std::pair<llvm::StringLiteral, FindingKind> oldNames[] = {
    {"value", FindingKind::Differs},
    {"undefined", FindingKind::TargetUndefined},
    {"far", FindingKind::Imprecise},
    {"refused", FindingKind::CompileFailure},
};

llvm::SmallVector<llvm::StringRef, 2> tilefuzz::namesOf(FindingKind kind) {
  llvm::SmallVector<llvm::StringRef, 2> names = {toString(kind)};
  for (const auto &[name, named] : oldNames)
    if (named == kind)
      names.push_back(name);
  return names;
}

std::optional<FindingKind> tilefuzz::parseFindingKind(llvm::StringRef text) {
  for (FindingKind kind : allKinds)
    if (llvm::is_contained(namesOf(kind), text))
      return kind;
  return std::nullopt;
}

static json::Object fieldsToJSON(const Finding &finding) {
  json::Object object{{"kind", toString(finding.kind)},
                      {"operationCount", int64_t(finding.operationCount)},
                      {"isSmallest", finding.isSmallest},
                      {"symptom", finding.symptom.toJSON()}};
  for (const TextField &field : textFields)
    object[field.key] = json::fixUTF8(finding.*field.member);
  for (const ListField &field : listFields)
    object[field.key] = json::Array(finding.*field.member);
  for (const NumberField &field : numberFields)
    object[field.key] = std::to_string(finding.*field.member);
  return object;
}

json::Value Finding::toJSON() const { return fieldsToJSON(*this); }

llvm::Expected<Finding> tilefuzz::parseFinding(const json::Value &value) {
  const json::Object *object = value.getAsObject();
  if (!object)
    return llvm::createStringError("finding is not a JSON object");
  Finding finding;
  auto kind = parseFindingKind(object->getString("kind").value_or(""));
  if (!kind)
    return llvm::createStringError("finding has no known 'kind'");
  finding.kind = *kind;
  finding.operationCount = object->getInteger("operationCount").value_or(0);
  finding.isSmallest = object->getBoolean("isSmallest").value_or(false);
  for (const TextField &field : textFields) {
    auto text = object->getString(field.key);
    if (!text && llvm::is_contained(laterFields, field.member))
      continue;
    if (!text)
      return llvm::createStringError("finding has no text '" + field.key + "'");
    finding.*field.member = text->str();
  }
  if (const json::Value *stored = object->get("symptom")) {
    std::optional<Symptom> symptom = parseSymptom(*stored);
    if (!symptom)
      return llvm::createStringError("finding has no known 'symptom'");
    finding.symptom = std::move(*symptom);
  } else {
    finding.symptom = readLegacyReason(finding.kind, finding.reason);
  }
  for (const NumberField &field : numberFields) {
    auto text = object->getString(field.key);
    // Findings of the first versions have none.
    if (!text &&
        (field.member == &Finding::run || field.member == &Finding::part))
      continue;
    if (!text || text->getAsInteger(10, finding.*field.member))
      return llvm::createStringError("finding has no number '" + field.key +
                                     "'");
  }
  for (const ListField &field : listFields) {
    const json::Array *array = object->getArray(field.key);
    // Findings of earlier versions have none.
    if (!array && (field.member == &Finding::essence ||
                   field.member == &Finding::withoutOracles))
      continue;
    if (!array)
      return llvm::createStringError("finding has no list '" + field.key + "'");
    for (const json::Value &item : *array)
      (finding.*field.member).push_back(item.getAsString().value_or("").str());
  }
  return finding;
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

std::string tilefuzz::folderName(const Finding &finding) {
  std::string key = finding.signature + "\n" + finding.program + "\n" +
                    finding.original + finding.llvmProgram;
  std::string name = toString(finding.kind).str();
  if (!finding.stage.empty())
    name += "-" + finding.stage;
  name += "-" + llvm::utohexstr(llvm::xxHash64(key), /*LowerCase=*/true,
                                /*Width=*/16);
  return name;
}

std::string tilefuzz::commandFor(llvm::StringRef folder) {
  return ("tile-fuzz repro " + folder).str();
}

std::string tilefuzz::commandFor(const Finding &finding,
                                 llvm::StringRef folder) {
  constexpr llvm::StringLiteral consent = " --run-tool";
  bool runsTool =
      isOfTool(finding) || llvm::StringRef(finding.command).ends_with(consent);
  return commandFor(folder) + (runsTool ? consent.str() : "");
}

/// `folder`: where the finding is when all is written.
static llvm::Error writeFindingFile(Finding finding, llvm::StringRef path,
                                    llvm::StringRef folder) {
  finding.command = commandFor(finding, folder);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::formatv("{0:2}", finding.toJSON()) << "\n";
  return writeSynced(path, text);
}

llvm::Error tilefuzz::replaceFindingFile(const Finding &finding,
                                         llvm::StringRef folder) {
  llvm::SmallString<128> path(folder), temporary(folder);
  llvm::sys::path::append(path, "finding.json");
  llvm::sys::path::append(temporary, ".finding.json");
  if (llvm::Error error = writeFindingFile(finding, temporary, folder))
    return error;
  return renameSynced(temporary, path);
}

/// Into `temporary`, which becomes `folder`.
static llvm::Error writeFiles(const Finding &finding, llvm::StringRef temporary,
                              llvm::StringRef folder) {
  auto pathOf = [&](llvm::StringRef name) {
    llvm::SmallString<128> path(temporary);
    llvm::sys::path::append(path, name);
    return path;
  };
  for (const FileField &field : fileFields)
    if (!(finding.*field.member).empty())
      if (llvm::Error error =
              writeSynced(pathOf(field.name), finding.*field.member))
        return error;
  return writeFindingFile(finding, pathOf("finding.json"), folder);
}

llvm::Expected<std::string>
tilefuzz::writeFindingFolder(const Finding &finding, llvm::StringRef parent) {
  return writeFindingFolderAs(finding, parent, folderName(finding));
}

llvm::Expected<std::string>
tilefuzz::writeFindingFolderAs(const Finding &finding, llvm::StringRef parent,
                               llvm::StringRef name) {
  if (std::error_code code = llvm::sys::fs::create_directories(parent))
    return storageError("cannot create '" + parent + "': " + code.message());
  llvm::SmallString<128> final(parent), temporary(parent);
  llvm::sys::path::append(final, name);
  // A leading dot and the process keep writers apart and readers away.
  llvm::sys::path::append(temporary,
                          "." + name.str() + "." + std::to_string(::getpid()));
  if (llvm::sys::fs::is_directory(final))
    return final.str().str();
  llvm::sys::fs::remove_directories(temporary);
  if (std::error_code code = llvm::sys::fs::create_directory(temporary))
    return storageError("cannot create '" + temporary + "': " + code.message());
  if (llvm::Error error = writeFiles(finding, temporary, final)) {
    llvm::sys::fs::remove_directories(temporary);
    return error;
  }
  syncDirectory(temporary);
  if (llvm::Error error = renameSynced(temporary, final)) {
    llvm::sys::fs::remove_directories(temporary);
    // Another process was first with the same finding.
    if (llvm::sys::fs::is_directory(final)) {
      llvm::consumeError(std::move(error));
      return final.str().str();
    }
    return std::move(error);
  }
  return final.str().str();
}

llvm::Expected<Finding> tilefuzz::readFindingFolder(llvm::StringRef folder) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "finding.json");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(
        buffer.getError(), path + ": error: " + buffer.getError().message());
  llvm::Expected<json::Value> value = json::parse((*buffer)->getBuffer());
  if (!value)
    return llvm::createStringError(
        path + ": error: " + llvm::toString(value.takeError()));
  llvm::Expected<Finding> finding = parseFinding(*value);
  if (!finding)
    return llvm::createStringError(
        path + ": error: " + llvm::toString(finding.takeError()));
  for (const FileField &field : fileFields) {
    llvm::SmallString<128> file(folder);
    llvm::sys::path::append(file, field.name);
    if (auto content = llvm::MemoryBuffer::getFile(file))
      (*finding).*field.member = (*content)->getBuffer().str();
  }
  return finding;
}

bool tilefuzz::isOfPair(const Finding &finding) {
  return finding.kind == FindingKind::OracleDisagreement ||
         finding.stage == pairStage;
}
