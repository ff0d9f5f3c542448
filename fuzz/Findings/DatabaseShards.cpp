//===- DatabaseShards.cpp - The campaign's memory: shards -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Findings/Database.h"
#include "fuzz/Findings/Statement.h"

using namespace tilefuzz;
namespace json = llvm::json;

static std::string textOf(const Counts &counts) {
  json::Object object;
  for (const auto &[name, value] : counts)
    object[name] = int64_t(value);
  std::string text;
  llvm::raw_string_ostream(text) << json::Value(std::move(object));
  return text;
}

static std::optional<Counts> countsOf(llvm::StringRef text) {
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *object = value->getAsObject();
  if (!object)
    return std::nullopt;
  Counts counts;
  for (const auto &[name, count] : *object) {
    std::optional<int64_t> number = count.getAsInteger();
    if (!number)
      return std::nullopt;
    counts[name.str()] = *number;
  }
  return counts;
}

llvm::Error Database::putShard(int64_t run, const ShardRow &row,
                               const ProgressUpdate &update) {
  return inTransaction([&]() -> llvm::Error {
    Statement insert(handle.get(),
                     "INSERT OR REPLACE INTO shards(run, number, done, "
                     "finished, seconds, counters, firings) "
                     "VALUES(?,?,?,?,?,?,?)");
    insert.bind(run).bind(int64_t(row.number));
    insert.bind(llvm::StringRef(row.done.toString()));
    insert.bind(int64_t(row.isFinished)).bind(row.seconds);
    insert.bind(llvm::StringRef(textOf(row.counters)));
    insert.bind(llvm::StringRef(textOf(row.firings))).step();
    if (int code = insert.failureCode())
      return failure(code);
    return applyProgress(run, update);
  });
}

llvm::Expected<std::vector<ShardRow>> Database::shards(int64_t run) {
  Statement select(handle.get(),
                   "SELECT number, done, finished, seconds, counters, firings "
                   "FROM shards WHERE run=? ORDER BY number");
  select.bind(run);
  std::vector<ShardRow> rows;
  while (select.step()) {
    ShardRow row;
    row.number = select.integer(0);
    std::optional<ProgramSet> done = ProgramSet::parse(select.text(1));
    std::optional<Counts> counters = countsOf(select.text(4)),
                          firings = countsOf(select.text(5));
    if (!done || !counters || !firings)
      return storageError(fileName + ": error: shard " +
                          llvm::Twine(row.number) + " of run " +
                          llvm::Twine(run) + " cannot be read");
    row.done = std::move(*done);
    row.isFinished = select.integer(2);
    row.seconds = select.real(3);
    row.counters = std::move(*counters);
    row.firings = std::move(*firings);
    rows.push_back(std::move(row));
  }
  if (int code = select.failureCode())
    return failure(code);
  return rows;
}
