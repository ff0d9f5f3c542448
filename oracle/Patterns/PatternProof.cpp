//===- PatternProof.cpp - Prove a named pattern of the compiler -----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternProof.h"
#include "oracle/Patterns/PatternRunner.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <chrono>

using namespace tilefuzz;

unsigned PatternProof::count(ProofKind kind) const {
  return llvm::count_if(instances, [kind](const InstanceProof &proof) {
    return proof.verdict.kind == kind;
  });
}

std::vector<std::string> tilefuzz::patternNames() {
  std::vector<std::string> names;
  for (const PatternTable &table : getPatternTables())
    for (const PatternRow &row : table.rows)
      if (!llvm::is_contained(names, row.name.str()))
        names.push_back(row.name.str());
  return names;
}

namespace {
/// One instance of one task.
struct Job {
  size_t task;
  PatternInstance instance;
  ProofVerdict verdict;
  double seconds = 0;
  bool isLeftOut = false;
  BranchesRun branches = {};
};
} // namespace

static void workOn(std::vector<Job> &jobs, std::atomic<size_t> &next,
                   llvm::ArrayRef<ProofTask> tasks) {
  PatternRunner runner;
  // Of the task that this thread is at.
  std::optional<size_t> refuted;
  for (size_t i = next++; i < jobs.size(); i = next++) {
    Job &job = jobs[i];
    auto start = std::chrono::steady_clock::now();
    const ProofTask &task = tasks[job.task];
    job.isLeftOut = task.options.stopAtRefutation && refuted == job.task;
    if (job.isLeftOut)
      continue;
    job.verdict =
        runner.prove(task.pattern, job.instance, task.options, job.branches);
    if (job.verdict.kind == ProofKind::Refuted)
      refuted = job.task;
    job.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  }
}

std::vector<PatternProof>
tilefuzz::provePatterns(llvm::ArrayRef<ProofTask> tasks, unsigned threads) {
  std::vector<PatternProof> proofs(tasks.size());
  std::vector<char> isKnown(tasks.size());
  std::vector<Job> jobs;
  for (auto [i, task] : llvm::enumerate(tasks)) {
    proofs[i].pattern = task.pattern;
    proofs[i].verdict = {ProofKind::NotApplied, "no instance"};
    if (!PatternRunner::isKnown(task.pattern)) {
      proofs[i].verdict = {ProofKind::Unknown, "no pattern is called that"};
      continue;
    }
    isKnown[i] = true;
  }
  llvm::DefaultThreadPool pool(
      llvm::hardware_concurrency(std::max(1u, threads)));
  // Instances first: one task's take as long as all proofs of another.
  std::vector<std::vector<PatternInstance>> instances(tasks.size());
  std::atomic<size_t> next = 0;
  for (size_t k = 0; k < std::min<size_t>(threads, tasks.size()); ++k)
    pool.async([&] {
      PatternRunner runner;
      for (size_t i = next++; i < tasks.size(); i = next++)
        if (isKnown[i])
          instances[i] =
              tasks[i].instances.empty()
                  ? runner.instancesFor(tasks[i].pattern, tasks[i].options)
                  : tasks[i].instances;
    });
  pool.wait();
  for (auto [i, own] : llvm::enumerate(instances))
    for (PatternInstance &instance : own)
      jobs.push_back({i, std::move(instance), {}});
  next = 0;
  for (size_t k = 0; k < std::min<size_t>(threads, jobs.size()); ++k)
    pool.async([&] { workOn(jobs, next, tasks); });
  pool.wait();
  std::vector<BranchesRun> branches(tasks.size());
  for (Job &job : jobs) {
    if (job.isLeftOut)
      continue;
    PatternProof &proof = proofs[job.task];
    branches[job.task].add(job.branches);
    proof.verdict = proof.instances.empty()
                        ? job.verdict
                        : combine(proof.verdict, job.verdict);
    proof.seconds += job.seconds;
    for (const std::string &base : job.verdict.basis)
      if (!llvm::is_contained(proof.basis, base))
        proof.basis.push_back(base);
    proof.instances.push_back(
        {job.instance.name, std::move(job.verdict), job.instance.firings});
  }
  for (auto [proof, run] : llvm::zip_equal(proofs, branches))
    proof.coverage = coverageOf(proof.pattern, run);
  return proofs;
}

PatternProof tilefuzz::provePattern(llvm::StringRef pattern,
                                    const PatternProofOptions &options) {
  return provePatterns({ProofTask{pattern.str(), options}}, 1).front();
}
