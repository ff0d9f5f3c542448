//===- DatabaseTarget.cpp - libFuzzer: a campaign's database --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// An input is a list of patches of a database that the target made itself:
// three bytes of place, one of length, and that many bytes. SQLite's own format
// is its makers' to test; what is asked here is that whatever the tables hold
// is read, or refused by a line.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Database.h"
#include "fuzz/Targets/Complain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <fcntl.h>
#include <unistd.h>

using namespace tilefuzz;

namespace {
/// One file in the folder for temporary files, written anew for each input.
class PatchedDatabase {
public:
  PatchedDatabase() {
    llvm::SmallString<128> name;
    if (llvm::sys::fs::createTemporaryFile("database-fuzzer", "db", name))
      complain("there is no folder for temporary files");
    path = name.str().str();
    llvm::sys::fs::remove(path);
    fill();
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      complain("the database that was made is gone");
    image = (*buffer)->getBuffer().str();
    // Rollback journal (file format, 1.3): readers write nothing beside it.
    image[18] = image[19] = 1;
    // Else nothing would be tested.
    Database whole = llvm::cantFail(
        Database::open(write(nullptr, 0), Database::Mode::ReadOnly));
    if (llvm::cantFail(whole.findings()).size() != 1)
      complain("the database that was made has no finding");
  }
  ~PatchedDatabase() { llvm::sys::fs::remove(path); }

  const std::string &write(const uint8_t *data, size_t size) {
    std::string patched = image;
    while (size > 4) {
      size_t at = (data[0] << 16 | data[1] << 8 | data[2]) % patched.size();
      size_t length =
          std::min<size_t>({data[3], size - 4, patched.size() - at});
      std::copy(data + 4, data + 4 + length, patched.begin() + at);
      data += 4 + length;
      size -= 4 + length;
    }
    int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ::write(file, patched.data(), patched.size()) !=
                        ssize_t(patched.size()))
      complain("the database cannot be written: is the disk full?");
    ::close(file);
    return path;
  }

private:
  void fill() {
    Database database =
        llvm::cantFail(Database::open(path, Database::Mode::ReadWrite));
    RunInfo info;
    info.seed = 7;
    info.bugs = "a,b";
    info.options = R"({"programs": 3, "seed": "7"})";
    int64_t run = llvm::cantFail(database.beginRun(info));
    Finding finding;
    finding.signature = "differs|pass|a b";
    finding.stage = "nv_tileaa";
    finding.operations = {"cuda_tile.addi", "cuda_tile.store_ptr_tko"};
    finding.bugs = {"a"};
    llvm::cantFail(database.addFinding(run, finding, "0001-differs", 0.5,
                                       ProgramKey{run, 2, 0}));
    llvm::cantFail(database.setNote(1, "a note"));
    ProgressUpdate update;
    update.counters = {{"programs", 3}, {"reached:nv_tileaa", 3}};
    update.firings = {{"a-pattern", 5}};
    update.coverage = {{"pair a b", 0}};
    update.point = ProgressPoint{0.5, 3, 7, 1, 1, 0};
    for (uint64_t index : {0, 1, 2})
      update.done.insert(index);
    llvm::cantFail(database.addProgress(run, update));
    ShardRow shard;
    shard.number = 1;
    shard.done = update.done;
    shard.counters = update.counters;
    llvm::cantFail(database.putShard(run, shard, {}));
    llvm::cantFail(database.finishRun(run, 1));
  }

  std::string path, image;
};
} // namespace

/// Reads and drops.
template <typename T> static std::optional<T> take(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  std::string message = llvm::toString(value.takeError());
  if (message.empty() || message.find('\n') != std::string::npos)
    complain("not one line: '" + message + "'");
  return std::nullopt;
}

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static PatchedDatabase file;
  std::optional<Database> database =
      take(Database::open(file.write(data, size), Database::Mode::ReadOnly));
  if (!database)
    return 0;
  std::optional<std::vector<RunInfo>> runs = take(database->runs());
  if (runs && runs->size() < 8)
    for (const RunInfo &run : *runs) {
      take(database->progress(run.id));
      take(database->shards(run.id));
      take(database->coverage(run.id));
      take(database->counters(run.id));
      take(database->firings(run.id));
    }
  std::optional<std::vector<FindingRow>> findings = take(database->findings());
  if (findings)
    for (const FindingRow &row : *findings)
      take(parseFinding(row.finding.toJSON()));
  take(database->counters());
  take(database->firings());
  take(database->coverage());
  take(database->featureCounts());
  take(database->findingList());
  take(database->isDecided({1, 2, 0}));
  take(database->hasFolder("0001-differs"));
  return 0;
}
