//===- Shard.cpp - A part of a run's programs -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/Shard.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Campaign/Campaign.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace tilefuzz;
namespace json = llvm::json;

/// `programs` * `part` / `of`, without overflow.
static uint64_t cutAt(uint64_t programs, uint64_t part, uint64_t of) {
  return programs / of * part + programs % of * part / of;
}

std::pair<uint64_t, uint64_t> Shard::range(uint64_t programs) const {
  return {cutAt(programs, number - 1, of), cutAt(programs, number, of)};
}

llvm::Expected<Shard> tilefuzz::parseShard(llvm::StringRef text) {
  auto [number, of] = text.split('/');
  // So many that products of two of them do not overflow.
  constexpr uint64_t most = 1'000'000;
  Shard shard;
  if (number.getAsInteger(10, shard.number) || of.getAsInteger(10, shard.of) ||
      shard.number < 1 || shard.number > shard.of || shard.of > most)
    return llvm::createStringError("no shard is '" + text +
                                   "'; write 1/N to N/N");
  return shard;
}

std::optional<Shard> tilefuzz::shardOf(llvm::StringRef runOptions) {
  llvm::Expected<json::Value> value = json::parse(runOptions);
  if (!value) {
    // Of an earlier version.
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *object = value->getAsObject();
  auto text = object ? object->getString("shard") : std::nullopt;
  if (!text)
    return std::nullopt;
  llvm::Expected<Shard> shard = parseShard(*text);
  if (shard)
    return *shard;
  llvm::consumeError(shard.takeError());
  return std::nullopt;
}

std::string tilefuzz::identityOf(const CampaignOptions &options,
                                 llvm::StringRef version) {
  json::Value value = options.toJSON();
  json::Object &object = *value.getAsObject();
  for (const char *own : {"seconds", "jobs", "shard", "mergedOf"})
    object.erase(own);
  object["shards"] =
      int64_t(options.shard ? options.shard->of : options.mergedOf);
  object["version"] = version;
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

llvm::Expected<std::string>
tilefuzz::digestOfFiles(llvm::ArrayRef<std::string> files) {
  std::string digests;
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    if (!buffer)
      return storageError(file + ": error: " + buffer.getError().message());
    digests += llvm::utohexstr(llvm::xxHash64((*buffer)->getBuffer()),
                               /*LowerCase=*/true, /*Width=*/16);
  }
  return llvm::utohexstr(llvm::xxHash64(digests), /*LowerCase=*/true,
                         /*Width=*/16);
}
