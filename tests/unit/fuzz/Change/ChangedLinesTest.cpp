//===- ChangedLinesTest.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Change/ChangeChoice.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

static std::string toText(llvm::ArrayRef<ChangedFile> files) {
  std::string text;
  for (const ChangedFile &file : files) {
    text += file.path + (file.isWhole ? " whole" : "") +
            (file.isComment ? " comment" : "");
    for (LineRange range : file.lines)
      text +=
          " " + std::to_string(range.first) + "-" + std::to_string(range.last);
    text += "\n";
  }
  return text;
}

TEST(ChangedLinesTest, ReadsWhatGitPrints) {
  EXPECT_EQ(toText(parseDiff(R"(diff --git a b/x.cpp a b/x.cpp
index 1234567..89abcde 100644
--- a b/x.cpp
+++ a b/x.cpp
@@ -10,2 +10,3 @@ void f() {
-  a();
--- b();
+  c();
+++d;
+  e();
@@ -30,2 +31,0 @@
-  gone();
-
@@ -40 +40 @@
-  // was
+  // is
diff --git new.def new.def
new file mode 100644
--- /dev/null
+++ new.def
@@ -0,0 +1 @@
+ROW(1)
diff --git gone.h gone.h
deleted file mode 100644
--- gone.h
+++ /dev/null
@@ -1 +0,0 @@
-int x;
diff --git text.td text.td
--- text.td
+++ text.td
@@ -3 +3 @@
-// one
+// two
diff --git list.txt list.txt
--- list.txt
+++ list.txt
@@ -3 +3 @@
-// one
+// two
diff --git bits bits
index 1..2 100644
Binary files bits and bits differ
)")),
            "a b/x.cpp 10-12 31-32\n"
            "new.def whole 1-1\n"
            "gone.h whole 1-1\n"
            "text.td comment\n"
            "list.txt 3-3\n"
            "bits whole\n");
  EXPECT_EQ(toText(parseDiff("")), "");
}

TEST(ChangedLinesTest, ReadsNamedFiles) {
  auto read = [](llvm::StringRef text) -> std::string {
    llvm::Expected<ChangedFile> file = parseChangedFile(text);
    return file ? toText(*file) : llvm::toString(file.takeError());
  };
  EXPECT_EQ(read("a/b.cpp"), "a/b.cpp whole\n");
  EXPECT_EQ(read("a/b.cpp:7"), "a/b.cpp 7-7\n");
  EXPECT_EQ(read("a/b.cpp:7-9"), "a/b.cpp 7-9\n");
  for (llvm::StringRef wrong : {"", "a:", "a:0", "a:9-7", "a:x", ":3", "a:1-"})
    EXPECT_EQ(read(wrong), "'" + wrong.str() +
                               "' is no file, and no FILE:LINE or "
                               "FILE:FIRST-LAST");
}

/// Rows name what there is, and the longest folder decides.
TEST(ChangedFoldersTest, RowsAreTrue) {
  for (const ChangedFolder &folder : getChangedFolders()) {
    EXPECT_TRUE(folder.folder.empty() || folder.folder.ends_with("/"));
    EXPECT_EQ(&folderOf((folder.folder + "x.cpp").str()), &folder);
    EXPECT_FALSE(folder.why.empty());
    if (folder.stages != "all" && !folder.stages.empty())
      for (llvm::StringRef name : llvm::split(folder.stages, ' '))
        EXPECT_TRUE(findStage(name)) << name.str();
    bool isDialect =
        llvm::any_of(getPatternTables(), [&](const PatternTable &table) {
          return table.dialect == folder.proofs;
        });
    EXPECT_TRUE(folder.proofs.empty() || folder.proofs == "all" ||
                folder.proofs == "conversions" || isDialect)
        << folder.proofs.str();
    for (llvm::StringRef name : llvm::split(folder.trials, ' '))
      EXPECT_TRUE(name.empty() || name == "modules" || name == "fences" ||
                  name == "pairs")
          << name.str();
  }
  EXPECT_EQ(folderOf("compiler/Backend/Passes/X.cpp").folder,
            "compiler/Backend/Passes/");
  EXPECT_EQ(folderOf("Makefile").folder, "");
}

/// A pass that no folder names would only be tried with all others.
TEST(ChangedFoldersTest, PassesAreChosenByTheirFolders) {
  for (const Stage &stage : getStages()) {
    if (!stage.makePass && !stage.runLlvm)
      continue;
    EXPECT_TRUE(llvm::any_of(getChangedFolders(), [&](const ChangedFolder
                                                          &folder) {
      return llvm::is_contained(llvm::split(folder.stages, ' '), stage.name);
    })) << stage.name.str();
  }
}
