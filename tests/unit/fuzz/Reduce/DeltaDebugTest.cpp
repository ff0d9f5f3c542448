//===- DeltaDebugTest.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The engine on texts: a place is a character, and a row leaves some out.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Reduce/DeltaDebug.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace tilefuzz;

namespace {
struct Text : DeltaCandidate {
  explicit Text(std::string given) : text(std::move(given)) {
    measure.structure = text.size();
    hash = deltaHashOf(text);
  }
  std::string text;
};

class TextModel : public DeltaModel {
public:
  TextModel(std::string text, std::string needed, size_t batch)
      : best(new Text(std::move(text))), needed(std::move(needed)),
        batch(batch) {}

  unsigned count(unsigned, unsigned) override { return best->text.size(); }
  std::unique_ptr<DeltaCandidate> make(unsigned, unsigned, unsigned begin,
                                       unsigned size,
                                       uint64_t &unfit) override {
    std::string text = best->text;
    EXPECT_LE(begin + size, text.size());
    text.erase(begin, size);
    if (!llvm::StringRef(text).contains("!"))
      return std::make_unique<Text>(text);
    ++unfit;
    return nullptr;
  }
  void keep(std::unique_ptr<DeltaCandidate> candidate, RowReport &) override {
    best.reset(static_cast<Text *>(candidate.release()));
  }
  bool isInteresting(DeltaCandidate &candidate, unsigned) override {
    const std::string &text = static_cast<Text &>(candidate).text;
    // The needed ones are there, in their order.
    size_t next = 0;
    for (char c : text)
      next += next < needed.size() && c == needed[next];
    return next == needed.size();
  }
  size_t batchSize() const override { return batch; }
  std::vector<bool>
  areInteresting(llvm::ArrayRef<DeltaCandidate *> candidates) override {
    ++batches;
    EXPECT_LE(candidates.size(), batch);
    return DeltaModel::areInteresting(candidates);
  }

  std::unique_ptr<Text> best;
  std::string needed;
  size_t batch;
  unsigned batches = 0;
};
} // namespace

static const std::string alphabet = "abcdefghijklmnopqrstuvwxyz";

TEST(DeltaDebug, EverySizeAndOrderComesToTheSmallest) {
  for (DeltaRow row :
       {DeltaRow{"one", DeltaRow::Sizes::One},
        {"half", DeltaRow::Sizes::Half},
        {"all", DeltaRow::Sizes::All},
        {"sorted", DeltaRow::Sizes::One, DeltaRow::Order::Smallest}}) {
    TextModel model(alphabet, "dmz", 1);
    DeltaOptions options;
    DeltaReport report;
    DeltaDebugger(model, row, options, report).run();
    EXPECT_EQ(model.best->text, "dmz") << row.name.str();
    EXPECT_EQ(report.end, ReduceEnd::Smallest);
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_EQ(report.rows[0].tries, report.tries);
    EXPECT_LE(report.rows[0].successes, 23u);
  }
}

TEST(DeltaDebug, BatchesOnlyAskAhead) {
  for (DeltaRow::Order order :
       {DeltaRow::Order::Places, DeltaRow::Order::Smallest})
    for (uint64_t maxTries : {7, 20'000}) {
      TextModel many(alphabet, "dmz", 1), batch(alphabet, "dmz", 9);
      DeltaRow row{"row", DeltaRow::Sizes::Half, order};
      DeltaOptions options;
      options.maxTries = maxTries;
      DeltaReport single, together;
      DeltaDebugger(many, row, options, single).run();
      DeltaDebugger(batch, row, options, together).run();
      EXPECT_EQ(many.best->text, batch.best->text);
      EXPECT_EQ(single.tries, together.tries);
      EXPECT_EQ(single.end, together.end);
      EXPECT_LE(batch.batches, many.batches);
    }
}

TEST(DeltaDebug, BudgetsEndIt) {
  TextModel model(alphabet, "dmz", 1);
  DeltaOptions options;
  options.maxTries = 0;
  DeltaReport none;
  DeltaRow row{"row", DeltaRow::Sizes::Half};
  DeltaDebugger(model, row, options, none).run();
  EXPECT_EQ(model.best->text, alphabet);
  EXPECT_EQ(none.end, ReduceEnd::Tries);

  options.maxTries = 1000;
  options.isInterrupted = [&] { return model.best->text.size() < 10; };
  DeltaReport report;
  DeltaDebugger(model, row, options, report).run();
  EXPECT_LT(model.best->text.size(), 10u);
  EXPECT_GT(model.best->text.size(), 3u);
  EXPECT_EQ(report.end, ReduceEnd::Interrupted);
}

TEST(DeltaDebug, CountsWhatItDoesNotAskAbout) {
  // Whatever is left out, something that is not fit stays.
  TextModel model("ab!!", "a", 1);
  DeltaOptions options;
  DeltaReport report;
  DeltaRow row{"row"};
  DeltaDebugger(model, row, options, report).run();
  EXPECT_EQ(report.unfit, 4u);
  EXPECT_EQ(report.tries, 0u);
  // Two of the same are asked about once.
  TextModel twice("aab", "aab", 1);
  DeltaReport again;
  DeltaDebugger(twice, row, options, again).run();
  EXPECT_EQ(again.tries, 2u);
  EXPECT_EQ(again.repeated, 1u);
}
