//===- ReplayMain.cpp - The comparison target without an engine -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Runs the entry point of libFuzzer and AFL++ on files: what an engine kept,
// or a test. With --rate=N, N mutants of the files instead, small files more
// often, as an engine that sees no coverage would; and how many in a second of
// the processor.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Targets/ProgramFuzzing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

using namespace tilefuzz;

static int complain(const llvm::Twine &what) {
  llvm::errs() << "compare-replay: error: " << what << '\n';
  return 1;
}

static void measureRate(std::vector<std::string> seeds, unsigned count,
                        const FuzzLevels &levels) {
  llvm::sort(seeds, [](const std::string &a, const std::string &b) {
    return std::make_pair(a.size(), llvm::StringRef(a)) <
           std::make_pair(b.size(), llvm::StringRef(b));
  });
  clock_t mutating = 0, begin = clock();
  for (unsigned i = 0; i < count; ++i) {
    // Every other one of the smaller half, every fourth of its smaller half...
    size_t part = seeds.size();
    for (unsigned bits = i; part > 1 && bits & 1; bits >>= 1)
      part = (part + 1) / 2;
    const std::string &seed = seeds[(i * 2654435761u) % part];
    clock_t before = clock();
    std::string text = mutateProgramText(seed, i, 65536);
    mutating += clock() - before;
    compareProgramText(text, levels);
  }
  double seconds = double(clock() - begin) / CLOCKS_PER_SEC;
  llvm::outs() << llvm::formatv("{0} programs, {1:f1} in a second of the "
                                "processor, {2:f0}% of it to make them\n",
                                count, count / seconds,
                                100.0 * mutating / CLOCKS_PER_SEC / seconds);
}

int main(int argc, char **argv) {
  unsigned rate = 0;
  const FuzzLevels *levels = findFuzzLevels("all");
  std::vector<std::string> texts;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word = argv[i];
    if (word.consume_front("--rate=")) {
      if (word.getAsInteger(10, rate) || !rate)
        return complain("--rate needs a number");
      continue;
    }
    if (word.consume_front("--levels=")) {
      levels = findFuzzLevels(word);
      if (!levels)
        return complain("--levels is tile, machine or all");
      continue;
    }
    auto buffer = llvm::MemoryBuffer::getFile(word);
    if (!buffer)
      return complain(word + ": " + buffer.getError().message());
    texts.push_back((*buffer)->getBuffer().str());
  }
  if (rate && texts.empty())
    return complain("--rate needs seeds");
  if (rate)
    measureRate(std::move(texts), rate, *levels);
  else
    for (const std::string &text : texts)
      compareProgramText(text, *levels);
  return 0;
}
