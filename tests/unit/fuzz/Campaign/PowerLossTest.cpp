//===- PowerLossTest.cpp - What is stored stays, power or not -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PowerLoss.h"
#include "TemporaryFolder.h"
#include "compiler/Support/Files/SyncedFile.h"
#include "fuzz/Findings/Database.h"
#include "fuzz/Findings/FindingStore.h"
#include <dlfcn.h>
#include <fstream>
#include <unistd.h>

using namespace tilefuzz;

//===----------------------------------------------------------------------===//
// The database
//===----------------------------------------------------------------------===//

namespace {
/// What the database said that it has stored.
struct Told {
  uint64_t findings = 0, programs = 0, fixed = 0;
};
} // namespace

/// A short campaign; `after` is called when the database has said of a step
/// that it is done.
static void runCampaign(const std::string &path,
                        llvm::function_ref<void(const Told &)> after) {
  Told told;
  Database database =
      llvm::cantFail(Database::open(path, Database::Mode::ReadWrite));
  int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
  ProgramSet done;
  for (unsigned i = 0; i < 12; ++i) {
    ProgressUpdate update;
    update.counters = {{"programs", 1}};
    update.coverage = {{"feature " + std::to_string(i), i}};
    done.insert(i);
    update.done = done;
    llvm::cantFail(database.addProgress(run, update));
    ++told.programs;
    after(told);
    if (i % 3)
      continue;
    Finding finding;
    finding.signature = "signature " + std::to_string(i);
    // Of several pages.
    finding.reason = std::string(9000, char('a' + i));
    llvm::cantFail(database.addFinding(run, finding,
                                       "folder" + std::to_string(i), 1.0,
                                       ProgramKey{run, i, 0}));
    ++told.findings;
    after(told);
    llvm::cantFail(
        database.setStatus(int64_t(told.findings), FindingStatus::Fixed));
    ++told.fixed;
    after(told);
  }
  llvm::cantFail(database.finishRun(run, 1));
}

/// Empty if all that was told is there.
static std::string lossIn(const std::string &path, const Told &told) {
  llvm::Expected<Database> database =
      Database::open(path, Database::Mode::ReadWrite);
  if (!database)
    return llvm::toString(database.takeError());
  auto findings = database->findings();
  if (!findings)
    return llvm::toString(findings.takeError());
  uint64_t fixed = 0;
  for (const FindingRow &row : *findings) {
    fixed += row.status == FindingStatus::Fixed;
    uint64_t index = std::stoull(row.finding.signature.substr(10));
    if (row.finding.reason != std::string(9000, char('a' + index)))
      return "a finding is not what it was";
    if (!llvm::cantFail(database->isDecided({1, index, 0})))
      return "a finding whose program is not decided";
  }
  if (findings->size() < told.findings)
    return "a finding is lost";
  if (fixed < told.fixed)
    return "a status is lost";
  Counts counters = llvm::cantFail(database->counters());
  Counts coverage = llvm::cantFail(database->coverage());
  if (counters["programs"] < told.programs)
    return "programs are lost";
  // What is done and what it came to are one transaction.
  if (coverage.size() != counters["programs"])
    return "counters and coverage do not belong together";
  return "";
}

/// The first loss that some disk shows, when the power goes after any step.
static std::string firstLoss(bool liesAboutSync, unsigned &disks) {
  TemporaryFolder folder;
  std::string loss;
  {
    PowerLoss power(liesAboutSync);
    std::vector<std::pair<std::map<std::string, std::string>, Told>> left;
    runCampaign(folder / "c.db", [&](const Told &told) {
      for (uint64_t seed = 0; seed < 6; ++seed)
        left.push_back({power.survivors(left.size() * 31 + seed), told});
    });
    for (const auto &[files, told] : left) {
      std::string place = folder / ("disk" + std::to_string(disks++));
      EXPECT_FALSE(llvm::sys::fs::create_directory(place));
      for (const auto &[path, content] : files)
        std::ofstream(place + "/" + path.substr(path.rfind('/') + 1),
                      std::ios::binary)
            << content;
    }
    disks = 0;
    for (const auto &[files, told] : left) {
      // With the machine's own file system: recovery is SQLite's.
      std::string found =
          lossIn(folder / ("disk" + std::to_string(disks++) + "/c.db"), told);
      if (loss.empty())
        loss = found;
    }
  }
  return loss;
}

TEST(PowerLossTest, NothingThatTheDatabaseToldIsLost) {
  unsigned disks = 0;
  EXPECT_EQ(firstLoss(/*liesAboutSync=*/false, disks), "");
  EXPECT_GT(disks, 100u);
}

TEST(PowerLossTest, ADiskThatLiesIsNoticed) {
  unsigned disks = 0;
  EXPECT_NE(firstLoss(/*liesAboutSync=*/true, disks), "");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// What this process asks of the disk: `sync NAME`, `rename NAME NAME`.
std::vector<std::string> asked;
bool isListening = false;

std::string nameOf(std::string path) {
  return path.substr(path.rfind('/') + 1);
}
} // namespace

// The program's own are found before the C library's.
extern "C" int fsync(int fd) {
  if (isListening) {
    char path[4096];
    std::string link = "/proc/self/fd/" + std::to_string(fd);
    ssize_t size = ::readlink(link.c_str(), path, sizeof path);
    asked.push_back("sync " + nameOf(std::string(path, size > 0 ? size : 0)));
  }
  static auto next =
      reinterpret_cast<int (*)(int)>(::dlsym(RTLD_NEXT, "fsync"));
  return next(fd);
}
extern "C" int rename(const char *from, const char *to) noexcept {
  if (isListening)
    asked.push_back("rename " + nameOf(from) + " " + nameOf(to));
  static auto next = reinterpret_cast<int (*)(const char *, const char *)>(
      ::dlsym(RTLD_NEXT, "rename"));
  return next(from, to);
}

static std::vector<std::string> whatIsAsked(llvm::function_ref<void()> work) {
  asked.clear();
  isListening = true;
  work();
  isListening = false;
  return asked;
}

TEST(PowerLossTest, AFileIsOnTheDiskBeforeItsName) {
  TemporaryFolder folder;
  std::string own = nameOf(folder.path());
  std::vector<std::string> steps = whatIsAsked(
      [&] { llvm::cantFail(replaceSynced(folder / "program.mlir", "text")); });
  ASSERT_EQ(steps.size(), 3u);
  std::string temporary = steps[0].substr(5);
  EXPECT_EQ(steps[1], "rename " + temporary + " program.mlir");
  EXPECT_EQ(steps[2], "sync " + own);
}

TEST(PowerLossTest, AFindingIsWholeBeforeItHasAName) {
  TemporaryFolder folder;
  Finding finding;
  finding.program = "program";
  finding.before = "before";
  std::string name;
  std::vector<std::string> steps = whatIsAsked([&] {
    name = nameOf(llvm::cantFail(writeFindingFolder(finding, folder.path())));
  });
  // Files in whatever order, the folder that has their names, its own name.
  ASSERT_GE(steps.size(), 3u);
  std::string temporary = steps[steps.size() - 3].substr(5);
  EXPECT_EQ(steps[steps.size() - 2], "rename " + temporary + " " + name);
  EXPECT_EQ(steps.back(), "sync " + nameOf(folder.path()));
  for (const char *file :
       {"sync program.mlir", "sync before.mlir", "sync finding.json"})
    EXPECT_EQ(std::count(steps.begin(), steps.end() - 3, file), 1) << file;
}
