//===- DatabaseTest.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Database.h"
#include "tests/unit/fuzz/Campaign/TemporaryFolder.h"
#include <fstream>
#include <linux/capability.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace tilefuzz;
using Mode = Database::Mode;

static Database open(const std::string &path, Mode mode = Mode::ReadWrite) {
  return llvm::cantFail(Database::open(path, mode));
}

static Finding named(llvm::StringRef signature) {
  Finding finding;
  finding.signature = signature.str();
  return finding;
}

static void runSQL(const std::string &path, const char *sql) {
  sqlite3 *handle = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(handle);
}

TEST(DatabaseTest, KeepsRunsCountersAndProgress) {
  TemporaryFolder folder;
  RunInfo info;
  info.seed = ~uint64_t(0);
  info.bugs = "a,b";
  {
    Database database = open(folder / "c.db");
    int64_t run = llvm::cantFail(database.beginRun(info));
    ProgressUpdate update;
    update.counters = {{"programs", 3}};
    update.firings = {{"p", 1}};
    update.coverage = {{"pair a b", 2}, {"type c", 1}};
    update.point = ProgressPoint{0.5, 3, 7, 0};
    for (uint64_t index : {0, 1, 2})
      update.done.insert(index);
    llvm::cantFail(database.addProgress(run, update));
    update = ProgressUpdate();
    update.counters = {{"programs", 2}};
    // The first program counts, whoever reports first.
    update.coverage = {{"pair a b", 0}, {"type c", 4}};
    update.point = ProgressPoint{1.0, 5, 9, 1, 2};
    for (uint64_t index : {0, 1, 2, 5})
      update.done.insert(index);
    llvm::cantFail(database.addProgress(run, update));
    llvm::cantFail(database.finishRun(run, 1.5));
  }
  Database database = open(folder / "c.db", Mode::ReadOnly);
  auto runs = llvm::cantFail(database.runs());
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].seed, ~uint64_t(0));
  EXPECT_EQ(runs[0].bugs, "a,b");
  EXPECT_EQ(runs[0].seconds, 1.5);
  EXPECT_EQ(runs[0].done.toString(), "0-2,5");
  EXPECT_EQ(llvm::cantFail(database.coverage(runs[0].id)),
            (Counts{{"pair a b", 0}, {"type c", 1}}));
  EXPECT_EQ(llvm::cantFail(database.counters()), (Counts{{"programs", 5}}));
  EXPECT_EQ(llvm::cantFail(database.firings()), (Counts{{"p", 1}}));
  auto points = llvm::cantFail(database.progress(runs[0].id));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[1].comparisons, 9u);
}

TEST(DatabaseTest, CountsFeaturesByRun) {
  TemporaryFolder folder;
  Database database = open(folder / "c.db");
  EXPECT_TRUE(llvm::cantFail(database.featureCounts()).empty());
  std::vector<int64_t> runs;
  for (Counts coverage :
       {Counts{{"edge 7.1", 0}, {"edgeless", 1}, {"pair a b", 2}},
        Counts{{"edge 7.1", 0}, {"edge 7.2", 0}, {"edge 7.3", 0}}}) {
    runs.push_back(llvm::cantFail(database.beginRun(RunInfo())));
    ProgressUpdate update;
    update.coverage = coverage;
    llvm::cantFail(database.addProgress(runs.back(), update));
  }
  auto counts = llvm::cantFail(database.featureCounts());
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[runs[0]].features, 3u);
  EXPECT_EQ(counts[runs[0]].edges, 1u);
  // The first run that had it counts.
  EXPECT_EQ(counts[runs[1]].features, 2u);
  EXPECT_EQ(counts[runs[1]].edges, 2u);
}

TEST(DatabaseTest, DeduplicatesBySignature) {
  TemporaryFolder folder;
  Database database = open(folder / "c.db");
  int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
  EXPECT_TRUE(llvm::cantFail(database.addFinding(run, named("s"), "f1")));
  EXPECT_FALSE(llvm::cantFail(database.addFinding(run, named("s"), "f2")));
  EXPECT_TRUE(llvm::cantFail(database.addFinding(run, named("t"), "f3")));
  // The folders are known: importing them again changes nothing.
  EXPECT_FALSE(llvm::cantFail(database.addFinding(run, named("s"), "f1")));
  EXPECT_FALSE(llvm::cantFail(database.addFinding(run, named("s"), "f2")));
  llvm::cantFail(database.addDuplicates("t", 5));
  auto findings = llvm::cantFail(database.findings());
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].folder, folder / "c.findings/f1");
  EXPECT_EQ(findings[0].duplicates, 1u);
  EXPECT_EQ(findings[1].duplicates, 5u);
}

TEST(DatabaseTest, FoldersStandBesideIt) {
  TemporaryFolder folder;
  {
    Database database = open(folder / "c.db");
    int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
    llvm::cantFail(database.addFinding(run, named("s"), "x/c.findings/f1"));
    llvm::cantFail(database.addFinding(run, named("t"), "x/c.findings/f2"));
    llvm::cantFail(database.replaceFinding(2, named("t"), "c.findings/f3"));
  }
  // Earlier versions stored the path as the run named it.
  runSQL(folder / "c.db",
         "UPDATE findings SET folder='x/c.findings/f1' WHERE id=1");
  ASSERT_FALSE(llvm::sys::fs::rename(folder / "c.db", folder / "moved.db"));
  Database database = open(folder / "moved.db", Mode::ReadOnly);
  auto findings = llvm::cantFail(database.findings());
  EXPECT_EQ(findings[0].folder, folder / "moved.findings/f1");
  EXPECT_EQ(findings[1].folder, folder / "moved.findings/f3");
  ASSERT_FALSE(
      llvm::sys::fs::create_link(folder / "moved.db", folder / "link.db"));
  findings =
      llvm::cantFail(open(folder / "link.db", Mode::ReadOnly).findings());
  EXPECT_EQ(llvm::sys::path::filename(
                llvm::sys::path::parent_path(findings[0].folder)),
            "moved.findings");
}

TEST(DatabaseTest, KeepsWhatAPersonSays) {
  TemporaryFolder folder;
  Database database = open(folder / "c.db");
  int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
  for (const char *name : {"s", "t", "u"})
    llvm::cantFail(database.addFinding(run, named(name), name));
  llvm::cantFail(database.setStatus(1, FindingStatus::Fixed));
  llvm::cantFail(database.setNote(1, "commit 12"));
  // What is the same as another counts there, however long the chain.
  llvm::cantFail(database.merge(3, 2));
  llvm::cantFail(database.addDuplicates("u", 4));
  auto findings = llvm::cantFail(database.findings());
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].status, FindingStatus::Fixed);
  EXPECT_EQ(findings[0].note, "commit 12");
  EXPECT_EQ(findings[1].duplicates, 5u);
  EXPECT_EQ(findings[2].mergedInto, 2);
  llvm::cantFail(database.merge(2, 1));
  findings = llvm::cantFail(database.findings());
  EXPECT_EQ(findings[2].mergedInto, 1);
  EXPECT_EQ(findings[0].duplicates, 6u);
  // One that was fixed is new when it shows again, and once only.
  EXPECT_TRUE(llvm::cantFail(database.addFinding(run, named("s"), "s2")));
  EXPECT_FALSE(llvm::cantFail(database.addFinding(run, named("s"), "s3")));
  findings = llvm::cantFail(database.findings());
  EXPECT_EQ(findings[0].status, FindingStatus::New);
  EXPECT_EQ(findings[0].note, "commit 12");
  EXPECT_EQ(findings[0].folder, folder / "c.findings/s2");
}

TEST(DatabaseTest, OneMergedIntoAFixedOneIsNews) {
  TemporaryFolder folder;
  Database database = open(folder / "c.db");
  int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
  for (const char *name : {"s", "t"})
    llvm::cantFail(database.addFinding(run, named(name), name));
  llvm::cantFail(database.merge(1, 2));
  llvm::cantFail(database.setStatus(2, FindingStatus::Fixed));
  run = llvm::cantFail(database.beginRun(RunInfo()));
  EXPECT_TRUE(llvm::cantFail(database.addFinding(run, named("s"), "s2")));
  EXPECT_FALSE(llvm::cantFail(database.addFinding(run, named("s"), "s3")));
  auto findings = llvm::cantFail(database.findings());
  EXPECT_EQ(findings[0].folder, folder / "c.findings/s2");
  EXPECT_EQ(findings[0].mergedInto, 2);
  EXPECT_EQ(findings[1].status, FindingStatus::New);
  EXPECT_EQ(findings[1].run, run);
  // Its own status says nothing.
  llvm::cantFail(database.setStatus(1, FindingStatus::Fixed));
  llvm::cantFail(database.setStatus(2, FindingStatus::Known));
  EXPECT_FALSE(llvm::cantFail(database.addFinding(run, named("s"), "s4")));
}

TEST(DatabaseTest, KnowsHowLongAnUnfinishedRunWent) {
  TemporaryFolder folder;
  Database database = open(folder / "c.db");
  for (double seconds : {1.5, 2.5}) {
    int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
    ProgressUpdate update;
    update.point = ProgressPoint{seconds, 3, 7, 0};
    llvm::cantFail(database.addProgress(run, update));
  }
  llvm::cantFail(database.beginRun(RunInfo()));
  llvm::cantFail(database.finishRun(1, 4));
  auto runs = llvm::cantFail(database.runs());
  EXPECT_EQ(runs[0].spent, 4);
  EXPECT_EQ(runs[1].spent, 2.5);
  EXPECT_EQ(runs[2].spent, 0);
}

TEST(DatabaseTest, ExtendsTheFirstSchema) {
  TemporaryFolder folder;
  {
    Database database = open(folder / "c.db");
    int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
    llvm::cantFail(database.addFinding(run, named("s"), "f"));
  }
  runSQL(folder / "c.db",
         "DROP TABLE decided; DROP TABLE coverage; DROP TABLE shards;"
         "DROP TRIGGER finding_added; DROP TRIGGER finding_changed; DROP TABLE "
         "history;"
         "ALTER TABLE runs DROP COLUMN options; ALTER TABLE runs DROP COLUMN "
         "done; ALTER TABLE findings DROP COLUMN status; ALTER TABLE findings "
         "DROP COLUMN note; ALTER TABLE findings DROP COLUMN merged; ALTER "
         "TABLE findings DROP COLUMN seconds; ALTER TABLE progress DROP COLUMN "
         "coverage; ALTER TABLE progress DROP COLUMN edges; PRAGMA "
         "user_version=1");
  EXPECT_THAT_ERROR_CONTAINS(Database::open(folder / "c.db", Mode::ReadOnly),
                             "schema version 1");
  Database database = open(folder / "c.db");
  auto rows = llvm::cantFail(database.findings());
  ASSERT_EQ(rows.size(), 1u);
  ASSERT_EQ(rows[0].history.size(), 1u);
  EXPECT_EQ(rows[0].history[0].at, rows[0].found);
  EXPECT_TRUE(llvm::cantFail(database.coverage()).empty());
}

TEST(DatabaseTest, KnowsTheLifeOfAFinding) {
  TemporaryFolder folder;
  Database database = open(folder / "c.db");
  int64_t first = llvm::cantFail(database.beginRun(RunInfo()));
  llvm::cantFail(database.addFinding(first, named("a"), "f1"));
  llvm::cantFail(database.addFinding(first, named("b"), "f2"));
  llvm::cantFail(database.setStatus(2, FindingStatus::Known));
  // Saying the same again changes nothing.
  llvm::cantFail(database.setStatus(2, FindingStatus::Known));
  llvm::cantFail(database.setStatus(1, FindingStatus::Fixed));
  EXPECT_FALSE(llvm::cantFail(database.findings())[0].isBack());
  int64_t second = llvm::cantFail(database.beginRun(RunInfo()));
  EXPECT_TRUE(llvm::cantFail(database.addFinding(second, named("a"), "f3")));
  auto rows = llvm::cantFail(database.findings());
  auto life = [](const FindingRow &row) {
    std::string text;
    for (const StatusChange &change : row.history)
      text += toString(change.status).str() + std::to_string(change.run) + " ";
    return text;
  };
  EXPECT_EQ(life(rows[0]), "new1 fixed1 new2 ");
  EXPECT_TRUE(rows[0].isBack());
  EXPECT_EQ(life(rows[1]), "new1 known1 ");
  EXPECT_FALSE(rows[1].isBack());
}

TEST(DatabaseTest, ReaderSeesWriterWhileItWrites) {
  TemporaryFolder folder;
  Database writer = open(folder / "c.db");
  int64_t run = llvm::cantFail(writer.beginRun(RunInfo()));
  Database reader = open(folder / "c.db", Mode::ReadOnly);
  EXPECT_TRUE(llvm::cantFail(reader.findings()).empty());
  llvm::cantFail(writer.addFinding(run, named("s"), "f"));
  EXPECT_EQ(llvm::cantFail(reader.findings()).size(), 1u);
}

TEST(DatabaseTest, RefusesWhatIsNotOurs) {
  TemporaryFolder folder;
  std::ofstream(folder / "text.db")
      << "this is a text file that is long enough to have a header";
  EXPECT_THAT_ERROR_CONTAINS(
      Database::open(folder / "text.db", Mode::ReadWrite),
      "text.db: error: not a SQLite database");
  runSQL(folder / "other.db", "CREATE TABLE t(x)");
  EXPECT_THAT_ERROR_CONTAINS(
      Database::open(folder / "other.db", Mode::ReadWrite),
      "not a tilefuzz database");
  EXPECT_THAT_ERROR_CONTAINS(
      Database::open(folder / "absent.db", Mode::ReadOnly), "cannot be opened");
  EXPECT_THAT_ERROR_CONTAINS(
      Database::open(folder / "absent/c.db", Mode::ReadWrite),
      "cannot be opened");
}

TEST(DatabaseTest, RefusesNoName) {
  for (Mode mode : {Mode::ReadWrite, Mode::ReadOnly})
    EXPECT_THAT_ERROR_CONTAINS(Database::open("", mode), "--db names no file");
}

TEST(DatabaseTest, RefusesOtherSchemas) {
  TemporaryFolder folder;
  open(folder / "c.db");
  runSQL(folder / "c.db", "PRAGMA user_version=99");
  EXPECT_THAT_ERROR_CONTAINS(Database::open(folder / "c.db", Mode::ReadWrite),
                             "schema version 99");
}

TEST(DatabaseTest, NoticesDamage) {
  TemporaryFolder folder;
  {
    Database database = open(folder / "c.db");
    int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
    for (int i = 0; i < 200; ++i)
      llvm::cantFail(database.addFinding(run, named(std::to_string(i)),
                                         "folder" + std::to_string(i)));
  }
  {
    std::fstream file(folder / "c.db",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);
    file << std::string(40960, '\x7f');
  }
  llvm::Expected<Database> database =
      Database::open(folder / "c.db", Mode::ReadWrite);
  if (!database) {
    EXPECT_NE(llvm::toString(database.takeError()).find("damaged"),
              std::string::npos);
    return;
  }
  EXPECT_THAT_ERROR_CONTAINS(database->findings(), "damaged");
}

TEST(DatabaseTest, ReportsAReadOnlyFile) {
  TemporaryFolder folder;
  open(folder / "c.db");
  // Root may write everything: open it read-only instead of taking rights.
  Database database = open(folder / "c.db", Mode::ReadOnly);
  EXPECT_THAT_ERROR_CONTAINS(database.beginRun(RunInfo()), "cannot be written");
}

namespace {
/// Root may write everywhere; not while there is one of these.
class BoundByRights {
public:
  BoundByRights() {
    EXPECT_EQ(::syscall(SYS_capget, &header, before), 0);
    __user_cap_data_struct without[2] = {before[0], before[1]};
    without[0].effective &= ~(1u << CAP_DAC_OVERRIDE);
    EXPECT_EQ(::syscall(SYS_capset, &header, without), 0);
  }
  ~BoundByRights() { EXPECT_EQ(::syscall(SYS_capset, &header, before), 0); }

private:
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct before[2];
};
} // namespace

TEST(DatabaseTest, IsReadWhereNobodyMayWrite) {
  TemporaryFolder folder;
  std::string path = folder / "100%?#.db";
  {
    Database database = open(path);
    int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
    llvm::cantFail(database.addFinding(run, named("s"), "f"));
  }
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  std::optional<BoundByRights> bound(std::in_place);
  llvm::Expected<Database> database = Database::open(path, Mode::ReadOnly);
  llvm::Expected<Database> writer = Database::open(path, Mode::ReadWrite);
  bound.reset();
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_TRUE(bool(database)) << llvm::toString(database.takeError());
  EXPECT_EQ(llvm::cantFail(database->findings()).size(), 1u);
  EXPECT_THAT_ERROR_CONTAINS(std::move(writer), "cannot be");
}
