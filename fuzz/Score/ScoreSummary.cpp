//===- ScoreSummary.cpp - The score and what it is made of ----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Score/ScoreSummary.h"
#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Findings/KnownFindings.h"
#include "fuzz/Findings/Signature.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <set>

using namespace tilefuzz;

/// The lower of the middle two; 0 of nothing.
template <typename T> static T medianOf(std::vector<T> values) {
  if (values.empty())
    return T();
  llvm::sort(values);
  return values[(values.size() - 1) / 2];
}

double SignatureScore::precision() const {
  return sameGroup ? double(both) / double(sameGroup) : 1;
}

double SignatureScore::recall() const {
  return sameDefect ? double(both) / double(sameDefect) : 1;
}

uint64_t ScoreSummary::falseAlarms() const {
  uint64_t sum = 0;
  for (const BugScore &bug : bugs)
    sum += bug.falseAlarms;
  return sum;
}
unsigned ScoreSummary::caught() const {
  unsigned sum = 0;
  for (const BugScore &bug : bugs)
    sum += bug.caught;
  return sum;
}

unsigned ScoreSummary::total() const {
  unsigned sum = 0;
  for (const BugScore &bug : bugs)
    sum += bug.seeds;
  return sum;
}

namespace {
/// The results of one bug; the proof belongs to every seed.
struct BugResults {
  const SeededBugInfo *info = nullptr;
  const UnitResult *proof = nullptr;
  std::vector<const UnitResult *> seeds;

  /// Every catch that counts for a seed's result.
  std::vector<const Detection *> detectionsOf(const UnitResult &result) const {
    std::vector<const Detection *> all;
    for (const UnitResult *part : {proof, &result})
      if (part)
        for (const Detection &one : part->detections)
          all.push_back(&one);
    return all;
  }
};
} // namespace

static const Detection *
fastestOf(llvm::ArrayRef<const Detection *> detections) {
  const Detection *best = nullptr;
  for (const Detection *one : detections)
    if (!best || one->seconds < best->seconds)
      best = one;
  return best;
}

static BugScore scoreBug(const BugResults &results) {
  BugScore score;
  score.bug = results.info;
  std::vector<double> fastest;
  std::vector<uint64_t> programs;
  std::array<std::vector<double>, numScoreOracles> seconds;
  std::array<std::vector<uint64_t>, numScoreOracles> tried;
  auto either = [&](const UnitResult &result, auto test) {
    return test(result) || (results.proof && test(*results.proof));
  };
  for (const UnitResult *result : results.seeds) {
    ++score.seeds;
    std::vector<const Detection *> detections = results.detectionsOf(*result);
    for (const Detection *one : detections) {
      seconds[unsigned(one->oracle)].push_back(one->seconds);
      tried[unsigned(one->oracle)].push_back(one->programs);
    }
    score.reached +=
        either(*result, [](const UnitResult &r) { return r.reached != 0; });
    score.fired +=
        either(*result, [](const UnitResult &r) { return r.fired != 0; });
    score.falseAlarms += result->falseAlarms;
    score.changed +=
        either(*result, [](const UnitResult &r) { return r.changed; });
    const Detection *first = fastestOf(detections);
    if (!first)
      continue;
    ++score.caught;
    ++score.observed;
    score.attributed += llvm::any_of(
        detections, [](const Detection *one) { return one->attributed; });
    fastest.push_back(first->seconds);
    programs.push_back(first->programs);
  }
  score.medianSeconds = medianOf(fastest);
  score.medianPrograms = medianOf(programs);
  score.worstSeconds =
      fastest.empty() ? 0 : *std::max_element(fastest.begin(), fastest.end());
  for (unsigned i = 0; i < numScoreOracles; ++i)
    score.oracles[i] = {unsigned(seconds[i].size()), medianOf(seconds[i]),
                        medianOf(tried[i])};
  return score;
}

static uint64_t pairsOf(uint64_t count) { return count * (count - 1) / 2; }

static std::string defectOf(const UnitResult &result) {
  std::optional<SeededBug> bug = findSeededBug(result.unit.bug);
  return bug && !findStage(getInfo(*bug).where) ? getInfo(*bug).where.str()
                                                : result.unit.bug;
}

/// `groupOf` says which group a finding is put into.
template <typename GroupFn>
static SignatureScore scoreGroups(llvm::ArrayRef<UnitResult> results,
                                  GroupFn groupOf) {
  std::map<std::string, uint64_t> byGroup, byDefect;
  std::map<std::pair<std::string, std::string>, uint64_t> byBoth;
  SignatureScore score;
  for (const UnitResult &result : results)
    for (const ScoredFinding &finding : result.findings) {
      std::string group = groupOf(finding), defect = defectOf(result);
      ++score.findings;
      ++byGroup[group];
      ++byDefect[defect];
      ++byBoth[{group, defect}];
    }
  score.groups = byGroup.size();
  score.defects = byDefect.size();
  for (const auto &[group, count] : byGroup)
    score.sameGroup += pairsOf(count);
  for (const auto &[defect, count] : byDefect)
    score.sameDefect += pairsOf(count);
  for (const auto &[both, count] : byBoth)
    score.both += pairsOf(count);
  return score;
}

namespace {
/// What a campaign knows when it meets a finding.
class CampaignMemory {
public:
  /// The signature of the finding that it repeats; its own, if it is new.
  std::string groupOf(const ScoredFinding &scored) {
    Finding raw = scored.finding;
    raw.operations = scored.originalOperations;
    const FindingRow *same = known.recognize(raw);
    Finding reduced = scored.finding;
    reduced.signature = signatureOf(reduced);
    if (!same)
      same = known.find(reduced);
    std::string signature = same ? same->finding.signature : reduced.signature;
    if (same) {
      known.countRepeat(signature);
    } else {
      FindingRow row;
      row.finding = std::move(reduced);
      known.add(std::move(row));
    }
    return signature;
  }

private:
  KnownFindings known;
};
} // namespace

ScoreSummary tilefuzz::summarize(llvm::ArrayRef<UnitResult> results) {
  std::vector<BugResults> bugs;
  std::set<uint64_t> seeds;
  for (const UnitResult &result : results) {
    std::optional<SeededBug> bug = findSeededBug(result.unit.bug);
    if (!bug)
      continue;
    auto known = llvm::find_if(
        bugs, [&](const BugResults &other) { return other.info->bug == *bug; });
    if (known == bugs.end()) {
      bugs.push_back({&getInfo(*bug), nullptr, {}});
      known = bugs.end() - 1;
    }
    if (result.unit.seed) {
      known->seeds.push_back(&result);
      seeds.insert(*result.unit.seed);
    } else {
      known->proof = &result;
    }
  }
  ScoreSummary summary;
  std::map<uint64_t, std::vector<double>> secondsBySeed;
  std::map<uint64_t, unsigned> bugsBySeed;
  std::vector<double> all;
  for (const BugResults &bug : bugs) {
    summary.bugs.push_back(scoreBug(bug));
    for (const UnitResult *result : bug.seeds) {
      ++bugsBySeed[*result->unit.seed];
      if (const Detection *first = fastestOf(bug.detectionsOf(*result))) {
        secondsBySeed[*result->unit.seed].push_back(first->seconds);
        all.push_back(first->seconds);
      }
    }
  }
  auto worstOf = [](const std::vector<double> &values) {
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  };
  for (uint64_t seed : seeds) {
    const std::vector<double> &seconds = secondsBySeed[seed];
    summary.seeds.push_back({seed, bugsBySeed[seed], unsigned(seconds.size()),
                             medianOf(seconds), worstOf(seconds)});
  }
  summary.medianSeconds = medianOf(all);
  summary.worstSeconds = worstOf(all);
  summary.bySignature = scoreGroups(results, [](const ScoredFinding &scored) {
    return signatureOf(scored.finding);
  });
  CampaignMemory known;
  summary.byCampaign = scoreGroups(results, [&](const ScoredFinding &scored) {
    return known.groupOf(scored);
  });
  return summary;
}
