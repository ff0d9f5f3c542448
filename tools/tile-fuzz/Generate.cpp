//===- Generate.cpp - The subcommand that prints random programs ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/Generate.h"
#include "Commands.h"
#include "compiler/Bytecode/OperationTable.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "fuzz/Generate/Coverage.h"
#include "fuzz/Generate/Liveness.h"
#include "fuzz/Generate/ToolText.h"
#include "fuzz/Values/ValueTable.h"
#include "interp/Tile/DecodedProgram.h"
#include "llvm/Support/FormatVariadic.h"
#include <ctime>

namespace cl = llvm::cl;
using namespace tilefuzz;

static cl::SubCommand generateCommand("generate",
                                      "Prints random programs, with lines "
                                      "`// -----` between them");

static OptionGroup generatorGroup("Random programs");
static cl::opt<uint64_t> programs("programs", cl::value_desc("N"),
                                  cl::desc("Makes N programs. Default: 1."),
                                  inGroup(generatorGroup),
                                  cl::sub(generateCommand));
static cl::opt<uint64_t>
    seed("seed", cl::init(1), cl::value_desc("N"),
         cl::desc("Makes program i from this seed and i only. Default: 1."),
         inGroup(generatorGroup), cl::sub(generateCommand));
static cl::opt<std::string> language("language", cl::init("mixed"),
                                     cl::value_desc("L"),
                                     cl::desc(languageHelp),
                                     inGroup(generatorGroup),
                                     cl::sub(generateCommand));
static cl::opt<std::string> operation(
    "operation", cl::value_desc("NAME"),
    cl::desc("Begins every program with this operation of the whole language."),
    inGroup(generatorGroup), cl::sub(generateCommand));
static cl::opt<unsigned>
    size("size", cl::init(GenerateOptions().maxSteps), cl::value_desc("N"),
         cl::desc("Makes a program in at most N steps; each makes one or a few "
                  "operations. Default: 5."),
         inGroup(generatorGroup), cl::sub(generateCommand));
static cl::list<std::string> knobs("set", cl::value_desc("NAME=N"),
                                   cl::desc(knobHelp()),
                                   inGroup(generatorGroup),
                                   cl::sub(generateCommand));
/// Its old name.
static cl::alias knobAlias("knob", cl::aliasopt(knobs), cl::Hidden);
static cl::opt<bool> noSwarm("no-swarm",
                             cl::desc("Means the same as --set=swarm=0."),
                             inGroup(generatorGroup), cl::sub(generateCommand));

static OptionGroup insteadGroup("What is printed instead of programs");
static cl::opt<bool>
    coverage("coverage",
             cl::desc("Prints what the programs contain: operations by element "
                      "type, and attribute values."),
             inGroup(insteadGroup), cl::sub(generateCommand));
static cl::opt<bool>
    values("values",
           cl::desc("Runs the programs, and prints which classes of values "
                    "their operations consumed, by operand and element type."),
           inGroup(insteadGroup), cl::sub(generateCommand));
static cl::opt<bool> measure(
    "measure",
    cl::desc(
        "Prints how many of the programs are defined, agree with themselves "
        "and have no dead operation, and how fast they are made."),
    inGroup(insteadGroup), cl::sub(generateCommand));
static cl::opt<bool>
    list("list",
         cl::desc("Prints every operation of cuda_tile, and whether it is "
                  "generated, evaluated, encoded in bytecode and lowered."),
         inGroup(insteadGroup), cl::sub(generateCommand));

/// Every operation of the dialect, and who knows it.
static void listOperations(mlir::MLIRContext &context) {
  std::vector<llvm::StringRef> generated = generatedOperations();
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "cuda_tile")
      continue;
    llvm::StringRef text = name.stripDialect();
    auto say = [](bool yes, llvm::StringRef what) {
      return yes ? what : llvm::StringRef("-");
    };
    llvm::outs() << llvm::formatv(
        "{0,-26} {1,-10} {2,-10} {3,-10} {4}\n", text,
        say(llvm::is_contained(generated, text), "generated"),
        say(hasEvaluator(name.getStringRef()), "evaluated"),
        say(bytecode::findOperation(text) != nullptr, "encoded"),
        say(isLoweredOperation(text), "lowered"));
  }
}

namespace {
/// What becomes of programs: the numbers that --measure prints.
struct Measurement {
  void add(const Program &program);
  void print(llvm::raw_ostream &os);
  /// Processor time.
  std::clock_t generating = 0, verifying = 0;

  uint64_t programs = 0, operations = 0, defined = 0, stable = 0, inexact = 0,
           live = 0;
  /// Operations of each program.
  std::vector<unsigned> sizes;
};
} // namespace

void Measurement::add(const Program &program) {
  ++programs;
  unsigned size = 0;
  program.module.get()->walk([&](mlir::Operation *) { ++size; });
  sizes.push_back(size);
  operations += size;
  live += findDeadOperations(*program.module).empty();
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(program.module.get(), program.launch.kernel);
  llvm::Expected<Outcome> outcome =
      decoded ? decoded->run(program.launch)
              : llvm::Expected<Outcome>(decoded.takeError());
  if (!outcome) {
    llvm::consumeError(outcome.takeError());
    return;
  }
  defined += outcome->completed();
  stable += outcome->completed() && !outcome->unstable;
  inexact += llvm::any_of(outcome->buffers, [](const BufferImage &buffer) {
    return !buffer.enclosures.empty();
  });
}

void Measurement::print(llvm::raw_ostream &os) {
  auto rate = [&](std::clock_t spent) {
    return double(programs) * CLOCKS_PER_SEC / std::max<std::clock_t>(spent, 1);
  };
  auto share = [&](uint64_t part) { return 100.0 * part / programs; };
  if (!programs) {
    os << "0 programs\n";
    return;
  }
  llvm::sort(sizes);
  os << llvm::formatv(
      "{0} programs, all verify; {1:f1} operations each, half of them {8} to "
      "{9}\n"
      "{2:f2} % run without undefined behaviour\n"
      "{3:f2} % have results that every run agrees on, {10:f2} % some within "
      "bounds only\n"
      "{4:f2} % have no operation whose results reach no output\n"
      "{5:f0} programs per second of processor time, {6:f0} with verifying "
      "them, {7:f0} operations per second\n",
      programs, double(operations) / programs, share(defined), share(stable),
      share(live), rate(generating), rate(generating + verifying),
      rate(generating) * operations / programs, sizes[programs / 4],
      sizes[programs - 1 - programs / 4], share(inexact));
}

std::optional<int> tilefuzz::runGenerate() {
  if (!generateCommand)
    return std::nullopt;
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  if (list) {
    listOperations(*context);
    return exitClean;
  }
  llvm::Expected<GenerateOptions> parsed =
      parseGenerateOptions(language, allKnobs(knobs, size, noSwarm));
  if (!parsed)
    return fail(parsed.takeError());
  GenerateOptions &options = *parsed;
  if (!operation.empty())
    options.wholeOneIn = 1;
  options.operation = operation;
  options.verify = false;
  if (!operation.empty() &&
      !llvm::is_contained(generatedOperations(options.tileAA), operation))
    return fail("no operation '" + operation + "' is generated");
  Coverage seen(options.tileAA);
  Measurement measurement;
  ValueTable consumed;
  uint64_t printed = 0;
  uint64_t wanted = programs.getNumOccurrences() ? uint64_t(programs) : 1;
  uint64_t next = seed;
  // Some operations need several attempts.
  uint64_t attempts = operation.empty() ? wanted : wanted * 100;
  for (; wanted && attempts; --attempts, ++next) {
    // As a campaign does: types and attributes live as long as the context.
    if (wanted % 512 == 0)
      context = createContext();
    std::clock_t start = std::clock();
    llvm::Expected<Program> program = generateProgram(*context, next, options);
    if (!program)
      return fail(program.takeError());
    std::clock_t made = std::clock();
    if (llvm::Error error = verifyProgram(*program))
      return fail(std::move(error));
    measurement.generating += made - start;
    measurement.verifying += std::clock() - made;
    if (!operation.empty() &&
        !containsOperation(*program->module,
                           (options.tileAA ? "" : "cuda_tile.") + operation))
      continue;
    --wanted;
    if (measure)
      measurement.add(*program);
    else if (coverage)
      seen.add(*program);
    else if (values)
      consumed.add(*program);
    else
      // What MLIR's tools take for the place where a file is split.
      llvm::outs() << (printed++ ? "// -----\n" : "") << toToolText(*program);
  }
  if (wanted)
    return fail("no program of this language has the operation '" + operation +
                "'");
  if (measure)
    measurement.print(llvm::outs());
  else if (coverage)
    seen.print(llvm::outs());
  else if (values)
    consumed.print(llvm::outs());
  return exitClean;
}
