//===- BytecodeTarget.cpp - libFuzzer: the bytecode reader and writer -----===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Whatever the bytes are: a diagnostic, or a module that is written and read
// back as the same bytes in every version that can express it.
//
//===----------------------------------------------------------------------===//

#include "compiler/Bytecode/Bytecode.h"
#include "compiler/CudaTile/CudaTileOps.h"
#include "compiler/CudaTile/ModuleVersion.h"
#include "fuzz/Targets/Complain.h"
#include "mlir/IR/Diagnostics.h"

using namespace tilefuzz;

/// Renewed now and then: a context keeps every type and attribute ever made.
static mlir::MLIRContext &getContext() {
  static std::unique_ptr<mlir::MLIRContext> context;
  static unsigned uses = 0;
  if (!context || ++uses % 512 == 0) {
    context = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
    context->loadDialect<mlir::cuda_tile::CudaTileDialect>();
  }
  return *context;
}

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(data), size);
  mlir::MLIRContext &context = getContext();
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  std::string listing;
  llvm::raw_string_ostream os(listing);
  bool decodes = !llvm::errorToBool(dumpBytecode(bytes, "input", os));
  auto module = readBytecode(bytes, "input", context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return 0;
  }
  if (!decodes)
    complain("a module was read from a file that cannot be listed");
  // What only an older version has, the newest refuses.
  unsigned newest = 3;
  (*module)->walk([&](mlir::cuda_tile::ModuleOp inner) {
    if (inner->hasAttr(mlir::cuda_tile::versionAttrName))
      newest = 2;
  });
  for (unsigned minor = 1; minor <= 3; ++minor) {
    mlir::FailureOr<std::string> written =
        writeBytecode(module->get(), BytecodeVersion{minor});
    // Other versions may refuse; the newest expresses everything.
    if (failed(written)) {
      if (minor == newest)
        complain("what was read cannot be written");
      continue;
    }
    auto again = readBytecode(*written, "written", context);
    if (!again)
      complain("what was written cannot be read: " +
               llvm::toString(again.takeError()));
    mlir::FailureOr<std::string> second =
        writeBytecode(again->get(), BytecodeVersion{minor});
    if (failed(second) || *second != *written)
      complain("writing what was written gives other bytes");
  }
  return 0;
}
