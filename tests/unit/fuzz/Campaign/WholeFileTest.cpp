//===- WholeFileTest.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Files/WholeFile.h"
#include "TemporaryFolder.h"
#include "llvm/Support/MemoryBuffer.h"
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace tilefuzz;

static std::string contentOf(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "absent";
}

TEST(WholeFileTest, TheOldFileStaysWhenTheDiskIsFull) {
  TemporaryFolder folder;
  std::string path = folder / "file";
  ASSERT_FALSE(bool(writeWholeFile(path, "old")));
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = {1000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  llvm::Error error = writeWholeFile(path, std::string(100000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(error.isA<StorageError>());
  EXPECT_EQ(llvm::toString(std::move(error)), path + ": error: File too large");
  EXPECT_EQ(contentOf(path), "old");
  EXPECT_EQ(TemporaryFolder::countEntries(folder.path()), 1u);
}

TEST(WholeFileTest, LinksAreFollowed) {
  TemporaryFolder folder;
  std::string target = folder / "target", link = folder / "link";
  ASSERT_EQ(::symlink("target", link.c_str()), 0);
  for (const char *content : {"one", "two"}) {
    ASSERT_FALSE(bool(writeWholeFile(link, content)));
    EXPECT_EQ(contentOf(target), content);
    EXPECT_TRUE(llvm::sys::fs::is_symlink_file(link));
    EXPECT_FALSE(isWrittenThrough(link));
  }
  EXPECT_EQ(TemporaryFolder::countEntries(folder.path()), 2u);
}

TEST(WholeFileTest, DevicesAreWrittenTo) {
  TemporaryFolder folder;
  std::string link = folder / "link";
  ASSERT_EQ(::symlink("/dev/full", link.c_str()), 0);
  EXPECT_TRUE(isWrittenThrough(link));
  EXPECT_EQ(llvm::toString(writeWholeFile(link, "content")),
            link + ": error: No space left on device");
  EXPECT_TRUE(llvm::sys::fs::is_symlink_file(link));
  EXPECT_FALSE(isWrittenThrough(folder.path()));
}
