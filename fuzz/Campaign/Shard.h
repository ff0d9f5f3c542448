//===- Shard.h - A part of a run's programs ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The programs of a run are cut into N pieces of the same size: which are a
// shard's depends on nothing but the run and the shard's number. Each is a
// campaign with a database of its own, on any machine; MergeShards.h makes one
// run of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_CAMPAIGN_SHARD_H
#define TILEFUZZ_FUZZ_CAMPAIGN_SHARD_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace tilefuzz {

struct CampaignOptions;

struct Shard {
  /// 1 is the first.
  uint64_t number = 1, of = 1;

  /// Its first program and the end of its programs, of `programs`.
  std::pair<uint64_t, uint64_t> range(uint64_t programs) const;
  std::string toString() const {
    return std::to_string(number) + "/" + std::to_string(of);
  }
  bool operator==(const Shard &other) const {
    return number == other.number && of == other.of;
  }
};

/// `2/16`
llvm::Expected<Shard> parseShard(llvm::StringRef text);
/// What the options of a run in the database say.
std::optional<Shard> shardOf(llvm::StringRef runOptions);

/// The same text for all shards of a run and for the run that is merged of
/// them; another one if a program of theirs could be another program, or
/// compared otherwise.
std::string identityOf(const CampaignOptions &options, llvm::StringRef version);

/// Of the contents of the files, in their order. A StorageError if one cannot
/// be read.
llvm::Expected<std::string> digestOfFiles(llvm::ArrayRef<std::string> files);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_CAMPAIGN_SHARD_H
