//===- Validate.cpp - Code before and after other tools -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "tools/tile-verify-fold/Validate.h"
#include "compiler/Bytecode/Bytecode.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Files/WholeFile.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/ToolUtilities.h"
#include "oracle/Refine/Validation.h"
#include "tools/tile-verify-order/Inputs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace json = llvm::json;
using namespace tilefuzz;

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-verify-fold: error: " << message << '\n';
  return 1;
}

namespace {
/// Compares modules and prints what comes out.
class Validator {
public:
  explicit Validator(const ValidateOptions &options)
      : options(options),
        context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED) {
    context.allowUnregisteredDialects();
    context.loadAllAvailableDialects();
  }

  /// False: it cannot be read; that has been reported.
  bool compare(llvm::StringRef title,
               std::unique_ptr<llvm::MemoryBuffer> before,
               std::unique_ptr<llvm::MemoryBuffer> after);
  int finish();

private:
  static const mlir::DialectRegistry &makeRegistry() {
    static const mlir::DialectRegistry registry = [] {
      mlir::DialectRegistry registry;
      registerCompilerDialects(registry);
      return registry;
    }();
    return registry;
  }
  mlir::OwningOpRef<mlir::ModuleOp>
  parse(std::unique_ptr<llvm::MemoryBuffer> text);
  void print(llvm::StringRef title, const FunctionProof &proof);

  const ValidateOptions &options;
  mlir::MLIRContext context;
  json::Array rows;
  bool refuted = false, proved = true, isEmpty = true;
};
} // namespace

mlir::OwningOpRef<mlir::ModuleOp>
Validator::parse(std::unique_ptr<llvm::MemoryBuffer> text) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  return parseModuleFile(sources, context);
}

bool Validator::compare(llvm::StringRef title,
                        std::unique_ptr<llvm::MemoryBuffer> before,
                        std::unique_ptr<llvm::MemoryBuffer> after) {
  mlir::OwningOpRef<mlir::ModuleOp> source = parse(std::move(before)),
                                    target = parse(std::move(after));
  if (!source || !target)
    return false;
  RefinementOptions refinement = options.refinement;
  if (options.queries)
    refinement.sink = options.queries->sinkFor(title);
  validate(source.get(), target.get(), refinement,
           [&](const FunctionProof &proof) { print(title, proof); });
  return true;
}

void Validator::print(llvm::StringRef title, const FunctionProof &proof) {
  const ProofVerdict &verdict = proof.verdict;
  refuted |= verdict.kind == ProofKind::Refuted;
  proved &= verdict.kind == ProofKind::Proved;
  isEmpty = false;
  if (options.asJSON) {
    json::Object row{{"input", title},
                     {"function", proof.function},
                     {"verdict", toString(verdict.kind)},
                     {"seconds", proof.seconds}};
    if (!verdict.reason.empty())
      row["reason"] = verdict.reason;
    if (!verdict.replay.empty())
      row["replay"] = verdict.replay;
    if (!verdict.basis.empty())
      row["basis"] = json::Array(verdict.basis);
    rows.push_back(std::move(row));
    return;
  }
  llvm::outs() << title << ": @" << proof.function << ": "
               << toString(verdict.kind);
  if (!verdict.reason.empty())
    llvm::outs() << ", " << verdict.reason;
  llvm::outs() << llvm::formatv("  {0:f2} s", proof.seconds);
  if (!verdict.basis.empty())
    llvm::outs() << "  (" << llvm::join(verdict.basis, "; ") << ')';
  llvm::outs() << '\n';
  if (!verdict.replay.empty())
    llvm::outs() << "  replayed: " << verdict.replay << '\n';
  llvm::outs().flush();
}

int Validator::finish() {
  if (isEmpty)
    return fail("there is no function to compare");
  if (options.asJSON)
    llvm::outs() << llvm::formatv("{0:2}\n", json::Value(std::move(rows)));
  return refuted ? 3 : proved ? 0 : 4;
}

static std::unique_ptr<llvm::MemoryBuffer> open(llvm::StringRef path) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(path, &message);
  if (!file)
    fail(message);
  return file;
}

int tilefuzz::validateFiles(llvm::StringRef before, llvm::StringRef after,
                            const ValidateOptions &options) {
  std::unique_ptr<llvm::MemoryBuffer> a = open(before), b = open(after);
  if (!a || !b)
    return 1;
  Validator validator(options);
  if (!validator.compare(after, std::move(a), std::move(b)))
    return 1;
  return validator.finish();
}

/// Runs the command on a file; empty after an error, which has been reported.
static std::unique_ptr<llvm::MemoryBuffer>
runCommand(const ValidateOptions &options, llvm::StringRef input) {
  llvm::SmallString<128> output;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("verified", "mlir", output)) {
    fail("no temporary file: " + error.message());
    return nullptr;
  }
  llvm::FileRemover remover(output);
  if (llvm::Error error =
          runOptimizer(options.command, input, output, options.seconds)) {
    fail(input + ": " + llvm::toString(std::move(error)));
    return nullptr;
  }
  return open(output);
}

int tilefuzz::validateCommand(const ValidateOptions &options) {
  Validator validator(options);
  for (const std::string &path : options.files) {
    std::unique_ptr<llvm::MemoryBuffer> before = open(path);
    std::unique_ptr<llvm::MemoryBuffer> after =
        before ? runCommand(options, path) : nullptr;
    if (!after || !validator.compare(path, std::move(before), std::move(after)))
      return 1;
  }
  for (const PatternInstance &instance : options.instances) {
    llvm::SmallString<128> input;
    if (std::error_code error =
            llvm::sys::fs::createTemporaryFile("instance", "mlir", input))
      return fail("no temporary file: " + error.message());
    llvm::FileRemover remover(input);
    if (llvm::Error error = writeWholeFile(input, instance.text))
      return fail(llvm::toString(std::move(error)));
    std::unique_ptr<llvm::MemoryBuffer> after = runCommand(options, input);
    if (!after ||
        !validator.compare(instance.name,
                           llvm::MemoryBuffer::getMemBufferCopy(instance.text),
                           std::move(after)))
      return 1;
  }
  return validator.finish();
}
