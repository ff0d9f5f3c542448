//===- BuildBundle.cpp - Programs and their PTX into a bundle -------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Refusal.h"
#include "interp/Program/Program.h"
#include "interp/Tile/DecodedProgram.h"
#include "oracle/Compare/Compare.h"
#include "oracle/Conform/Pack.h"
#include "llvm/Support/Path.h"

using namespace tilefuzz;

static int complain(const llvm::Twine &message) {
  llvm::errs() << message << '\n';
  return conform_exit::badInput;
}

/// The entry that the launch names, or the only one.
static llvm::Expected<mlir::cuda_tile::EntryOp>
findEntry(const Program &program, llvm::StringRef path) {
  llvm::SmallVector<mlir::cuda_tile::EntryOp> entries;
  program.module.get()->walk([&](mlir::cuda_tile::EntryOp entry) {
    if (program.launch.kernel.empty() ||
        entry.getSymName() == program.launch.kernel)
      entries.push_back(entry);
  });
  if (entries.size() != 1)
    return llvm::createStringError(path + ": error: the launch names no entry");
  return entries.front();
}

/// Element types of the parameters; pointers stand as i64, which nobody reads.
static llvm::Expected<std::vector<ElementKind>>
parameterKinds(mlir::cuda_tile::EntryOp entry, llvm::StringRef path) {
  std::vector<ElementKind> kinds;
  for (mlir::Type type : entry.getArgumentTypes()) {
    auto tile = llvm::dyn_cast<mlir::cuda_tile::TileType>(type);
    mlir::Type element = tile ? tile.getElementType() : type;
    ElementKind kind = ElementKind::I64;
    std::string name;
    llvm::raw_string_ostream(name) << element;
    if (!llvm::isa<mlir::cuda_tile::PointerType>(element) &&
        !parseElementKind(name, kind))
      return llvm::createStringError(path + ": error: parameters of type " +
                                     name + " cannot be packed");
    kinds.push_back(kind);
  }
  return kinds;
}

/// The one outcome that the source allows, or an outcome that did not complete.
static llvm::Expected<Outcome> expectedOutcome(const Program &program) {
  llvm::Expected<DecodedProgram> decoded =
      DecodedProgram::decode(*program.module, program.launch.kernel);
  if (!decoded)
    return decoded.takeError();
  llvm::Expected<Outcome> forward = decoded->run(program.launch);
  if (!forward || !forward->completed())
    return forward;
  TileRunOptions options;
  options.schedule.kind = Schedule::Kind::Reverse;
  llvm::Expected<Outcome> backward = decoded->run(program.launch, options);
  if (!backward)
    return backward;
  ComparisonVerdict verdict = compare(*forward, *backward);
  if (verdict.kind != ComparisonKind::Equal) {
    forward->status = RunStatus::Unsupported;
    forward->condition =
        "the order of the blocks shows in the outcome: " + verdict.reason;
  }
  return forward;
}

/// The PTX of a file, which may be any compiler's.
static llvm::Expected<std::string> readPtx(const std::string &path) {
  std::string reason;
  std::optional<std::string> ptx = conform::readFile(path, reason);
  if (ptx && llvm::StringRef(*ptx).trim().empty()) {
    ptx.reset();
    reason = "holds no PTX";
  }
  if (!ptx)
    return llvm::createStringError(path + ": error: " + reason);
  return std::move(*ptx);
}

/// Our own compiler's PTX, or why it takes no such program. Errors: it failed.
static llvm::Error compileInto(PackInput &input, const Program &program,
                               llvm::StringRef path) {
  CompileOptions options;
  options.target = input.target;
  mlir::OwningOpRef<mlir::ModuleOp> module(program.module.get().clone());
  std::string reason;
  bool isRefused = false;
  mlir::ScopedDiagnosticHandler handler(
      module->getContext(), [&](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error ||
            isRefused)
          return mlir::success();
        isRefused = isRefusal(diagnostic);
        // A refusal decides, whatever was said on the way to it.
        if (isRefused || reason.empty())
          reason = diagnostic.str();
        return mlir::success();
      });
  mlir::FailureOr<CompileResult> compiled = compile(module.get(), options);
  if (succeeded(compiled)) {
    input.ptx = std::move(compiled->ptx);
    return llvm::Error::success();
  }
  if (!isRefused)
    return llvm::createStringError(
        path + ": error: " +
        (reason.empty() ? "the compiler failed without a diagnostic" : reason));
  input.noCode = std::move(reason);
  return llvm::Error::success();
}

/// Errors: why the program is left out.
static llvm::Error addProgram(llvm::StringRef path, const std::string &ptxPath,
                              const std::string &target,
                              conform::Bundle &bundle) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  llvm::Expected<Program> program = readProgram(path, context);
  if (!program)
    return program.takeError();
  llvm::Expected<mlir::cuda_tile::EntryOp> entry = findEntry(*program, path);
  if (!entry)
    return entry.takeError();
  llvm::Expected<std::vector<ElementKind>> kinds = parameterKinds(*entry, path);
  if (!kinds)
    return kinds.takeError();
  llvm::Expected<Outcome> expected = expectedOutcome(*program);
  if (!expected)
    return llvm::createStringError(
        path + ": error: " + llvm::toString(expected.takeError()));
  if (!expected->completed())
    return llvm::createStringError(
        path + ": error: no single outcome: " + expected->summary());
  PackInput input;
  input.name = llvm::sys::path::stem(path).str();
  for (const conform::Case &other : bundle.cases)
    if (other.name == input.name)
      return llvm::createStringError(
          path + ": error: two programs are called '" + input.name + "'");
  input.program = program->toString();
  input.kernel = entry->getSymName().str();
  input.target = target;
  if (!ptxPath.empty()) {
    llvm::Expected<std::string> ptx = readPtx(ptxPath);
    if (!ptx)
      return ptx.takeError();
    input.ptx = std::move(*ptx);
  } else if (llvm::Error error = compileInto(input, *program, path)) {
    return error;
  }
  input.parameters = *kinds;
  llvm::Expected<conform::Case> packed =
      packCase(std::move(input), program->launch, *expected);
  if (!packed)
    return packed.takeError();
  bundle.cases.push_back(std::move(*packed));
  return llvm::Error::success();
}

static std::string withoutPrefix(const std::string &reason,
                                 llvm::StringRef path) {
  llvm::StringRef rest = reason;
  if (rest.consume_front(path)) {
    rest.consume_front(": ");
    rest.consume_front("error: ");
  }
  return rest.str();
}

int tilefuzz::buildBundle(const BuildRequest &request) {
  if (!request.ptxFiles.empty() &&
      request.programs.size() != request.ptxFiles.size())
    return complain(
        "tile-conform: error: " + llvm::Twine(request.programs.size()) +
        " programs and " + llvm::Twine(request.ptxFiles.size()) +
        " PTX files; with --ptx each program needs its own");
  conform::Bundle bundle;
  bundle.producer = "tile-conform " TILEFUZZ_VERSION;
  size_t leftOut = 0, withoutCode = 0;
  for (auto [i, path] : llvm::enumerate(request.programs)) {
    std::string ptx = request.ptxFiles.empty() ? "" : request.ptxFiles[i];
    if (llvm::Error error = addProgram(path, ptx, request.target, bundle)) {
      // The reason begins with a path: the program's, or that of its PTX.
      llvm::errs() << path << ": left out: "
                   << withoutPrefix(llvm::toString(std::move(error)), path)
                   << '\n';
      ++leftOut;
      continue;
    }
    if (!bundle.cases.back().ptx.empty())
      continue;
    llvm::errs() << path
                 << ": packed without code: " << bundle.cases.back().noCode
                 << '\n';
    ++withoutCode;
  }
  if (bundle.cases.empty())
    return complain("tile-conform: error: no program can be packed");
  std::string reason;
  if (!conform::writeFile(request.output, conform::serialize(bundle), reason))
    return complain(request.output + ": error: " + reason);
  llvm::outs() << bundle.cases.size() << " cases in " << request.output;
  if (withoutCode)
    llvm::outs() << ", " << withoutCode << " without code";
  if (leftOut)
    llvm::outs() << ", " << leftOut << " of " << request.programs.size()
                 << " programs left out";
  llvm::outs() << '\n';
  return leftOut ? conform_exit::notCompared : 0;
}
