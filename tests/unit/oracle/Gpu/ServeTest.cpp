//===- ServeTest.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Serve.h"
#include "oracle/Gpu/Frames.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <unistd.h>

using namespace tilefuzz::conform;

namespace {
struct Answered {
  bool isWell = false;
  /// A letter and a text each.
  std::vector<std::string> frames;
};

/// What a server says to these bytes; it finds no driver.
Answered answersTo(const std::string &input) {
  std::FILE *in = std::tmpfile(), *out = std::tmpfile();
  std::fwrite(input.data(), 1, input.size(), in);
  std::fflush(in);
  std::rewind(in);
  int again = dup(fileno(out));
  RunnerOptions options;
  options.driverLibrary = "/no/such/driver.so";
  Answered answered;
  answered.isWell = serve(options, fileno(in), fileno(out));
  FrameReader reader;
  char chunk[4096];
  lseek(again, 0, SEEK_SET);
  for (ssize_t size; (size = read(again, chunk, sizeof chunk)) > 0;)
    reader.add(chunk, size_t(size));
  char letter;
  for (std::string text; reader.take(letter, text);)
    answered.frames.push_back(letter + text);
  EXPECT_FALSE(reader.isBroken());
  std::fclose(in);
  std::fclose(out);
  close(again);
  return answered;
}

std::string frame(char letter, const std::string &text) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  EXPECT_TRUE(writeFrame(ends[1], letter, text));
  close(ends[1]);
  std::string bytes(text.size() + 16, '\0');
  bytes.resize(size_t(read(ends[0], bytes.data(), bytes.size())));
  close(ends[0]);
  return bytes;
}

std::string bundleOf(const std::string &name) {
  Bundle bundle;
  Case &one = bundle.cases.emplace_back();
  one.name = name;
  one.kernel = "k";
  one.ptx = ".version 7.8";
  one.target = "sm_80";
  return serialize(bundle);
}
} // namespace

TEST(Serve, FramesComeInPiecesAndInARow) {
  std::string two = frame('a', "one") + frame('b', "");
  FrameReader reader;
  char letter;
  std::string text, met;
  for (char byte : two) {
    reader.add(&byte, 1);
    while (reader.take(letter, text))
      met += letter + text + ";";
  }
  EXPECT_EQ(met, "aone;b;");
  reader.add("R\xff\xff\xff\xff", 5);
  EXPECT_FALSE(reader.take(letter, text));
  EXPECT_TRUE(reader.isBroken());
}

TEST(Serve, NothingIsAskedAndNothingSaid) {
  Answered answered = answersTo("");
  EXPECT_TRUE(answered.isWell);
  EXPECT_TRUE(answered.frames.empty());
}

/// A request that is wrong is told, and the next one is taken.
TEST(Serve, WrongRequestsAreTold) {
  const std::string bad[] = {"",        "1",          "0 0\n", "1 0\nno bundle",
                             "-1 0\nx", "1 999999\n", "x y\n", "9999 0\n"};
  std::string input = frame('X', "");
  for (const std::string &text : bad)
    input += frame('B', text);
  Answered answered = answersTo(input);
  EXPECT_TRUE(answered.isWell);
  ASSERT_EQ(answered.frames.size(), 1 + std::size(bad));
  for (const std::string &text : answered.frames)
    EXPECT_EQ(text[0], 'F') << text;
}

TEST(Serve, WithoutADriverThatIsSaid) {
  Answered answered =
      answersTo(frame('B', "2 1\n" + bundleOf("a")) + frame('B', "1 0\n"));
  EXPECT_TRUE(answered.isWell);
  ASSERT_EQ(answered.frames.size(), 2u);
  EXPECT_EQ(answered.frames[0][0], 'N');
  EXPECT_NE(answered.frames[0].find("/no/such/driver.so"), std::string::npos);
  EXPECT_EQ(answered.frames[1][0], 'F');
}

TEST(Serve, WhatIsNoFramesEndsIt) {
  EXPECT_FALSE(answersTo("B\xff\xff\xff\x7f rest").isWell);
}
