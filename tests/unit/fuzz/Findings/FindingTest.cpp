//===- FindingTest.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Findings/Finding.h"
#include "fuzz/Findings/FindingStore.h"
#include "fuzz/Findings/Signature.h"
#include "tests/unit/fuzz/Campaign/TemporaryFolder.h"
#include <fstream>

using namespace tilefuzz;

static Finding sample() {
  Finding finding;
  finding.kind = FindingKind::TargetUndefined;
  finding.stage = "tileaa-canonicalize";
  finding.previousStage = "convert-cuda-tile-to-tileaa";
  finding.pattern = "tileaa-masked-store";
  finding.reason = "race on 'x' at byte 4 \xE2\x86\x90 \"quoted\"";
  finding.operations = {"cuda_tile.constant", "cuda_tile.store_ptr_tko"};
  finding.essence = {"store_ptr_tko masked"};
  finding.isSmallest = true;
  finding.operationCount = 9;
  finding.campaignSeed = ~uint64_t(0);
  finding.programIndex = 17;
  finding.programSeed = (uint64_t(1) << 63) + 1;
  finding.bugs = {"masked-store-drops-token"};
  finding.schedule = "reverse";
  finding.program = "// tilefuzz.launch grid=1,1,1\nmodule {}\n";
  finding.before = "before\n";
  finding.after = "after\n";
  finding.expected = "{}";
  finding.signature = signatureOf(finding);
  return finding;
}

static void expectSame(const Finding &a, const Finding &b) {
  // Made when the folder is written.
  Finding shown = a;
  shown.command = b.command;
  EXPECT_EQ(shown.toJSON(), b.toJSON());
  EXPECT_EQ(a.program, b.program);
  EXPECT_EQ(a.original, b.original);
  EXPECT_EQ(a.before, b.before);
  EXPECT_EQ(a.after, b.after);
  EXPECT_EQ(a.expected, b.expected);
  EXPECT_EQ(a.actual, b.actual);
}

TEST(FindingTest, EveryKindHasAName) {
  EXPECT_GE(getFindingKinds().size(), 9u);
  for (FindingKind kind : getFindingKinds()) {
    EXPECT_EQ(parseFindingKind(toString(kind)), kind);
    EXPECT_TRUE(meaningOf(kind).ends_with(".")) << toString(kind).str();
  }
  EXPECT_EQ(parseFindingKind("boredom"), std::nullopt);
}

TEST(FindingTest, FolderHoldsEverything) {
  TemporaryFolder folder;
  Finding finding = sample();
  llvm::Expected<std::string> path = writeFindingFolder(finding, folder.path());
  ASSERT_TRUE(bool(path)) << llvm::toString(path.takeError());
  llvm::Expected<Finding> read = readFindingFolder(*path);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  expectSame(finding, *read);
  EXPECT_EQ(read->command, "tile-fuzz repro " + *path);
  // Nothing temporary is left.
  EXPECT_EQ(TemporaryFolder::countEntries(folder.path()), 1u);
}

TEST(FindingTest, SameFindingSameFolder) {
  TemporaryFolder folder;
  Finding finding = sample();
  std::string first =
      llvm::cantFail(writeFindingFolder(finding, folder.path()));
  std::string second =
      llvm::cantFail(writeFindingFolder(finding, folder.path()));
  EXPECT_EQ(first, second);
  finding.program += "// other\n";
  EXPECT_NE(first, llvm::cantFail(writeFindingFolder(finding, folder.path())));
}

TEST(FindingTest, DamagedFolderIsAnError) {
  TemporaryFolder folder;
  std::string path =
      llvm::cantFail(writeFindingFolder(sample(), folder.path()));
  std::ofstream(path + "/finding.json") << "{\"kind\": \"differs\"";
  EXPECT_THAT_ERROR_CONTAINS(readFindingFolder(path), "finding.json: error:");
  std::ofstream(path + "/finding.json") << "{\"kind\": \"boredom\"}";
  EXPECT_THAT_ERROR_CONTAINS(readFindingFolder(path), "no known 'kind'");
  EXPECT_THAT_ERROR_CONTAINS(readFindingFolder(folder / "absent"),
                             "No such file");
}

TEST(FindingTest, UnwritableParentIsAnError) {
  TemporaryFolder folder;
  std::ofstream(folder / "file") << "x";
  EXPECT_THAT_ERROR_CONTAINS(writeFindingFolder(sample(), folder / "file/sub"),
                             "cannot create");
}

//===----------------------------------------------------------------------===//
// FindingStore
//===----------------------------------------------------------------------===//

TEST(FindingTest, FileIsReplaced) {
  TemporaryFolder folder;
  Finding finding = sample();
  std::string path =
      llvm::cantFail(writeFindingFolderAs(finding, folder.path(), "3-17"));
  finding.pattern = "another";
  llvm::cantFail(replaceFindingFile(finding, path));
  Finding read = llvm::cantFail(readFindingFolder(path));
  expectSame(finding, read);
  EXPECT_EQ(read.command, "tile-fuzz repro " + path);
  EXPECT_EQ(TemporaryFolder::countEntries(folder.path()), 1u);
}

TEST(FindingStoreTest, PendingFindingsWaitForTriage) {
  TemporaryFolder folder;
  Database database = llvm::cantFail(
      Database::open(folder / "c.db", Database::Mode::ReadWrite));
  int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
  FindingStore store(FindingStore::rootFor(folder / "c.db"));
  Finding finding = sample();
  finding.run = 4;
  for (uint64_t index : {17, 9, 100}) {
    finding.programIndex = index;
    llvm::cantFail(store.addPending(finding));
  }
  // Said to be decided: the parent died before it removed the folder.
  llvm::cantFail(database.addDuplicates("s", 1, ProgramKey{4, 9}));
  // A write that was cut off must not count, and must not stay.
  llvm::sys::fs::create_directories(store.path() + "/.half.123");
  EXPECT_TRUE(llvm::cantFail(store.recover(database, run)).added.empty());
  EXPECT_FALSE(llvm::sys::fs::exists(store.path() + "/.half.123"));
  std::vector<uint64_t> waiting;
  for (const auto &[program, path] : store.pending()) {
    EXPECT_EQ(program.run, 4);
    waiting.push_back(program.index);
  }
  EXPECT_EQ(waiting, (std::vector<uint64_t>{17, 100}));
}

TEST(FindingStoreTest, FinalFoldersAreRecovered) {
  TemporaryFolder folder;
  Database database = llvm::cantFail(
      Database::open(folder / "c.db", Database::Mode::ReadWrite));
  int64_t run = llvm::cantFail(database.beginRun(RunInfo()));
  FindingStore store(FindingStore::rootFor(folder / "c.db"));
  Finding finding = sample();
  finding.run = 4;
  llvm::cantFail(store.addPending(finding));
  llvm::cantFail(store.addFinal(finding));
  // Somebody damaged another one: it is named, and stays.
  llvm::sys::fs::create_directories(store.path() + "/differs-broken");
  auto recovery = llvm::cantFail(store.recover(database, run));
  ASSERT_EQ(recovery.added.size(), 1u);
  expectSame(recovery.added[0].finding, finding);
  ASSERT_EQ(recovery.damaged.size(), 1u);
  EXPECT_NE(recovery.damaged[0].find("differs-broken"), std::string::npos);
  EXPECT_TRUE(llvm::sys::fs::exists(store.path() + "/differs-broken"));
  // It settles the raw one.
  EXPECT_TRUE(store.pending().empty());
  // Again: nothing new, nothing counted twice.
  EXPECT_TRUE(llvm::cantFail(store.recover(database, run)).added.empty());
  EXPECT_EQ(llvm::cantFail(database.findings())[0].duplicates, 0u);
}
