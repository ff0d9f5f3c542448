//===- tile-growth.cpp - How work and output grow with a program ----------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Programs of each shape, at each size, go through everything that the house
// does with a program: text, bytecode, the stages, execution after them, the
// order auditor. Of every step: processor time, what came out (operations of
// MLIR, instructions of LLVM IR, lines of PTX, bytes of a file), and the slope
// of both between the last two sizes: the exponent k of size^k.
//
// --check looks at what comes out only, so that it does not depend on time:
// exit code 3 where the output of a step grows faster than size^1.15.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Pipeline/Pipeline.h"
#include "fuzz/Campaign/ProgramSource.h"
#include "interp/Program/Program.h"
#include "interp/Simt/Simt.h"
#include "mlir/Parser/Parser.h"
#include "oracle/Order/OrderTrace.h"
#include "oracle/Order/RequiredOrder.h"
#include "tests/growth/GrowthPrograms.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <ctime>
#include <map>

using namespace llvm;
using namespace tilefuzz;

static cl::list<unsigned> sizes("sizes", cl::CommaSeparated,
                                cl::desc("operations (10,100,1000,10000)"));
static cl::list<std::string> shapes("shapes", cl::CommaSeparated,
                                    cl::desc("which shapes (all)"));
static cl::opt<std::string> lastStage("last-stage",
                                      cl::desc("the last stage (emit-ptx)"),
                                      cl::init("emit-ptx"));
static cl::opt<bool>
    check("check",
          cl::desc("only look at output, and fail if it grows too fast"));
static cl::opt<bool> asJson("json", cl::desc("print JSON"));

static constexpr double greatestSlope = 1.15;

namespace {
struct Measure {
  double seconds = 0;
  /// Operations, instructions, lines or bytes; 0: the step has no output.
  uint64_t output = 0;
};
/// One step, at each size that it was done for.
using Step = std::map<unsigned, Measure>;

/// What is printed and read again is counted in lines: indentation grows with
/// the depth of regions.
uint64_t lines(StringRef text) { return text.count('\n'); }

double now() {
  timespec time;
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/// All steps of one shape, in the order in which they were met.
class Growth {
public:
  void add(StringRef step, unsigned size, Measure measure) {
    auto [place, isNew] = index.try_emplace(step, steps.size());
    if (isNew)
      steps.push_back({step.str(), {}});
    steps[place->second].second[size] = measure;
  }
  /// Work that is not done; the reason, and the size from which on.
  void skip(StringRef step, unsigned size, std::string reason) {
    skipped.push_back({(step + " at " + Twine(size)).str(), reason});
  }
  std::vector<std::pair<std::string, Step>> steps;
  std::vector<std::pair<std::string, std::string>> skipped;

private:
  StringMap<size_t> index;
};

/// Executes and counts after each stage.
class GrowthObserver : public Observer {
public:
  GrowthObserver(Growth &growth, unsigned size, const Launch *launch)
      : growth(growth), size(size), launch(launch) {}

  mlir::LogicalResult afterStage(const Stage &stage,
                                 mlir::ModuleOp module) override {
    uint64_t operations = 0;
    double end = now();
    module.walk([&](mlir::Operation *) { ++operations; });
    note(stage, end, operations);
    if (!check && launch &&
        (stage.level == Level::CudaTile || stage.level == Level::TileAA ||
         stage.level == Level::TileAS))
      run(stage, module);
    last = now();
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage,
                                 llvm::Module &module) override {
    note(stage, now(), module.getInstructionCount());
    if (!check && launch && stage.name == "optimize-llvm") {
      double start = now();
      Outcome outcome = runSimt(module, *launch);
      finish("run " + stage.name, start, outcome);
    }
    last = now();
    return mlir::success();
  }
  mlir::LogicalResult afterStage(const Stage &stage, StringRef text) override {
    note(stage, now(), text.count('\n'));
    last = now();
    return mlir::success();
  }

private:
  void note(const Stage &stage, double end, uint64_t output) {
    growth.add(stage.name, size, {end - last, output});
  }
  void finish(const Twine &step, double start, const Outcome &outcome) {
    if (outcome.completed())
      growth.add(step.str(), size, {now() - start, 0});
    else
      growth.skip(step.str(), size, toString(outcome.status).str());
  }

  void run(const Stage &stage, mlir::ModuleOp module) {
    std::string step = ("run " + stage.name).str();
    double start = now();
    Expected<DecodedProgram> program =
        DecodedProgram::decode(module, launch->kernel);
    if (!program)
      return growth.skip(step, size, toString(program.takeError()));
    Expected<Outcome> outcome = program->run(*launch);
    if (!outcome)
      return growth.skip(step, size, toString(outcome.takeError()));
    finish(step, start, *outcome);
    if (stage.name == "source" || stage.name == "tileaa-canonicalize")
      audit(stage, *program);
  }

  /// Records the order of a run; of the canonical program, also compares it
  /// with that of the source.
  void audit(const Stage &stage, const DecodedProgram &program) {
    double start = now();
    std::string step = ("trace order " + stage.name).str();
    Expected<TracedRun> traced = traceOrder(program, *launch, Schedule());
    if (!traced)
      return growth.skip(step, size, toString(traced.takeError()));
    growth.add(step, size, {now() - start, 0});
    if (stage.name == "source") {
      source = std::move(*traced);
      return;
    }
    start = now();
    OrderReport report = checkRequiredOrder(*source, *traced);
    step = "audit order";
    if (report.isKept())
      growth.add(step, size, {now() - start, 0});
    else
      growth.skip(step, size,
                  report.cannotMatch.empty() ? report.losses[0].toString()
                                             : report.cannotMatch);
  }

  Growth &growth;
  unsigned size;
  /// Null: nothing is executed.
  const Launch *launch;
  std::optional<TracedRun> source;
  double last = now();
};
} // namespace

/// A module of nv_tileaa: its text, and its stages without execution.
static Error measureModule(const GrowthShape &shape, unsigned size,
                           Growth &growth) {
  std::string text = shape.make(size);
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  double start = now();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
  if (!module)
    return createStringError("cannot be read");
  growth.add("parse text", size, {now() - start, lines(text)});
  start = now();
  std::string printed;
  raw_string_ostream os(printed);
  module->print(os);
  growth.add("print text", size, {now() - start, lines(printed)});
  CompileOptions options;
  options.stopAfter = shape.lastStage.str();
  GrowthObserver observer(growth, size, nullptr);
  if (failed(compile(module.get(), options, &observer)))
    return createStringError("cannot be compiled");
  return Error::success();
}

/// Text and bytecode of a program, then its compilation.
static Error measure(const GrowthShape &shape, unsigned size, Growth &growth) {
  if (!shape.lastStage.empty())
    return measureModule(shape, size, growth);
  std::string text = shape.make(size);
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  double start = now();
  Expected<Program> program = parseProgram(text, shape.name, *context);
  if (!program)
    return program.takeError();
  growth.add("parse text", size, {now() - start, lines(text)});
  start = now();
  std::string printed = program->toString();
  growth.add("print text", size, {now() - start, lines(printed)});
  start = now();
  mlir::FailureOr<std::string> bytes = writeBytecode(program->module.get());
  if (failed(bytes))
    return createStringError("cannot be written as bytecode");
  growth.add("write bytecode", size, {now() - start, bytes->size()});
  start = now();
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> again =
      readBytecode(*bytes, shape.name, *context);
  if (!again)
    return again.takeError();
  growth.add("read bytecode", size, {now() - start, 0});
  CompileOptions options;
  options.stopAfter = lastStage;
  GrowthObserver observer(growth, size, &program->launch);
  if (failed(compile(program->module.get(), options, &observer)))
    return createStringError("cannot be compiled");
  return Error::success();
}

static double slope(double before, double after, unsigned from, unsigned to) {
  return std::log(after / before) / std::log(double(to) / from);
}

/// Prints the table of a shape; false if an output grows too fast.
static bool report(const GrowthShape &shape, const Growth &growth,
                   json::Array &array) {
  bool isLinear = true;
  if (!asJson) {
    outs() << shape.name << ": " << shape.summary << '\n'
           << left_justify("step", 34);
    for (unsigned size : sizes)
      outs() << right_justify(std::to_string(size), 22);
    outs() << "   slope: time, output\n";
  }
  for (const auto &[name, step] : growth.steps) {
    json::Object object{{"shape", shape.name}, {"step", name}};
    json::Array points;
    std::string line;
    raw_string_ostream os(line);
    os << left_justify(name, 34);
    for (unsigned size : sizes) {
      auto found = step.find(size);
      if (found == step.end()) {
        os << right_justify("-", 22);
        continue;
      }
      const Measure &measure = found->second;
      os << format("%11.3f ms %8llu", measure.seconds * 1e3,
                   (unsigned long long)measure.output);
      points.push_back(json::Object{{"size", size},
                                    {"seconds", measure.seconds},
                                    {"output", int64_t(measure.output)}});
    }
    object["points"] = std::move(points);
    if (step.size() >= 2) {
      auto last = std::prev(step.end()), before = std::prev(last);
      double time = slope(before->second.seconds, last->second.seconds,
                          before->first, last->first);
      object["timeSlope"] = time;
      os << format("   %5.2f", time);
      if (before->second.output) {
        double output = slope(before->second.output, last->second.output,
                              before->first, last->first);
        object["outputSlope"] = output;
        os << format("  %5.2f", output);
        if (output > greatestSlope) {
          isLinear = false;
          if (check)
            errs() << "tile-growth: " << shape.name << ": the output of '"
                   << name << "' grows as size^" << format("%.2f", output)
                   << " (" << before->second.output << " at " << before->first
                   << ", " << last->second.output << " at " << last->first
                   << ")\n";
        }
      }
    }
    array.push_back(std::move(object));
    if (!asJson)
      outs() << line << '\n';
  }
  for (const auto &[step, reason] : growth.skipped)
    if (!asJson)
      outs() << "  not done: " << step << ": " << reason << '\n';
  if (!asJson)
    outs() << '\n';
  return isLinear;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "How work and output grow with a program\n");
  if (sizes.empty())
    for (unsigned size : {10, 100, 1000, 10000})
      sizes.push_back(size);
  json::Array array;
  bool isLinear = true;
  for (const GrowthShape &shape : getGrowthShapes()) {
    if (!shapes.empty() && !is_contained(shapes, shape.name))
      continue;
    Growth growth;
    for (unsigned size : sizes)
      if (Error error = measure(shape, size, growth)) {
        errs() << "tile-growth: " << shape.name << " of " << size << ": "
               << toString(std::move(error)) << '\n';
        return 1;
      }
    isLinear &= report(shape, growth, array);
  }
  if (asJson)
    outs() << formatv("{0:2}\n", json::Value(std::move(array)));
  return check && !isLinear ? 3 : 0;
}
