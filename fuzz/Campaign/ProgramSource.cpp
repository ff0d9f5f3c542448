//===- ProgramSource.cpp - Program number i of a campaign -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Campaign/ProgramSource.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Files/StorageError.h"
#include "fuzz/Generate/Generate.h"
#include "fuzz/Mutate/GrowInstances.h"
#include "fuzz/Mutate/Mutate.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace tilefuzz;

/// Programs until the context is replaced: far more would let it grow, far
/// fewer would spend the time on loading dialects.
static constexpr unsigned programsPerContext = 2000;

std::unique_ptr<MLIRContext> tilefuzz::createContext() {
  DialectRegistry registry;
  registerCompilerDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

ProgramSource::ProgramSource(const WorkerConfig &config) : config(config) {
  renewContext();
}

void ProgramSource::renewContext() {
  verifier.reset();
  context = createContext();
  verifier = std::make_unique<ModuleVerifier>();
  programsInContext = 0;
}

bool ProgramSource::isContextUsedUp() const {
  return programsInContext >= programsPerContext;
}

uint64_t ProgramSource::seedOf(uint64_t index) const {
  if (index < config.corpus.size())
    return llvm::xxHash64(config.corpus[index]);
  return programSeed(config.seed, index - config.corpus.size());
}

/// One program in eight is grown around instances of rewrites, many of which
/// hardly ever fire elsewhere.
static bool isGrown(uint64_t index, const WorkerConfig &config) {
  return index >= config.corpus.size() && index % 8 == 5;
}

std::string ProgramSource::originOf(uint64_t index) const {
  if (index < config.corpus.size())
    return config.corpus[index];
  if (isMutant(index))
    return "mutant";
  return isGrown(index, config) ? "grown" : "random";
}

llvm::Expected<Program> ProgramSource::get(uint64_t index) {
  if (isContextUsedUp())
    renewContext();
  ++programsInContext;
  return make(index);
}

llvm::Expected<Program> ProgramSource::make(uint64_t index) {
  if (index < config.corpus.size())
    return readFromCorpus(config.corpus[index]);
  if (isMutant(index))
    return makeMutant(index);
  llvm::Expected<Program> program = generate(index);
  if (program && isGrown(index, config)) {
    ByteSource choices(seedOf(index) ^ 0x67726f776e);
    growInstances(*program, choices, verifier.get());
    // Among branches and loops, and with other constants.
    for (unsigned i = 0, count = choices.below(3); i < count; ++i)
      mutate(*program, choices, nullptr, verifier.get());
  }
  return program;
}

llvm::Expected<Program> ProgramSource::readFromCorpus(const std::string &file) {
  llvm::Expected<Program> program = readProgram(file, *context);
  if (program)
    return program;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (buffer)
    return program;
  llvm::consumeError(program.takeError());
  return storageError(file + ": error: " + buffer.getError().message());
}

llvm::Expected<Program> ProgramSource::generate(uint64_t index) {
  llvm::Expected<GenerateOptions> options =
      parseGenerateOptions(config.language, config.knobs);
  if (!options)
    return options.takeError();
  options->verifier = verifier.get();
  // What is put in then makes up for it.
  if (isGrown(index, config))
    options->maxSteps = 1 + options->maxSteps / 4;
  return generateProgram(*context, seedOf(index), *options);
}

/// One program in four is changed after it was made: what generation promises
/// (definedness, no races) then need not hold.
bool ProgramSource::isMutant(uint64_t index) const {
  return index >= config.corpus.size() && index % 4 == 3;
}

llvm::Expected<Program> ProgramSource::makeDonor(uint64_t index,
                                                 ByteSource &choices) {
  if (!config.corpus.empty() && choices.oneIn(2))
    return readFromCorpus(choices.pick(llvm::ArrayRef(config.corpus)));
  return generate(index + 1);
}

llvm::Expected<Program> ProgramSource::makeMutant(uint64_t index) {
  ByteSource choices(seedOf(index) ^ 0x6d7574616e74);
  bool fromCorpus = !config.corpus.empty() && choices.oneIn(4);
  llvm::Expected<Program> program =
      fromCorpus ? readFromCorpus(choices.pick(llvm::ArrayRef(config.corpus)))
                 : generate(index);
  if (!program)
    return program;
  // Few mutations take code from elsewhere.
  std::optional<llvm::Expected<Program>> donor;
  auto getDonor = [&]() -> Program * {
    if (!donor)
      donor.emplace(makeDonor(index, choices));
    return *donor ? &**donor : nullptr;
  };
  for (unsigned i = 0, count = 1 + choices.below(4); i < count; ++i)
    mutate(*program, choices, getDonor, verifier.get());
  if (donor && !*donor)
    return donor->takeError();
  return program;
}
