//===- tile-lsp-server.cpp - For editors ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// MLIR's language server with our dialects, on standard input and output, and
// Proxy between them.
//
//===----------------------------------------------------------------------===//

#include "OperationNotes.h"
#include "Proxy.h"
#include "compiler/Pipeline/Pipeline.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/InitLLVM.h"
#include <atomic>
#include <csignal>
#include <thread>
#include <unistd.h>

namespace cl = llvm::cl;
using namespace tilefuzz;

static OptionGroup listGroup("What is listed");
static cl::opt<bool>
    list("list-operations",
         cl::desc("Lists the operations of cuda_tile with their exactness "
                  "classes and undefined behaviours instead of serving."),
         inGroup(listGroup));

namespace {
/// A pipe in place of one of the process's own streams, which is kept.
struct Replaced {
  /// The stream itself, and the pipe's other end.
  FILE *own = nullptr, *other = nullptr;

  static std::optional<Replaced> make(int descriptor, const char *ownMode,
                                      const char *otherMode) {
    int ends[2];
    int kept = ::dup(descriptor);
    if (kept < 0 || ::pipe(ends) != 0)
      return std::nullopt;
    int inner = descriptor == STDIN_FILENO ? ends[0] : ends[1];
    int outer = descriptor == STDIN_FILENO ? ends[1] : ends[0];
    if (::dup2(inner, descriptor) < 0)
      return std::nullopt;
    ::close(inner);
    return Replaced{::fdopen(kept, ownMode), ::fdopen(outer, otherMode)};
  }
};
} // namespace

/// Until the server ends; returns its exit code.
static int serve(char *program) {
  std::optional<Replaced> input = Replaced::make(STDIN_FILENO, "rb", "wb");
  std::optional<Replaced> output = Replaced::make(STDOUT_FILENO, "wb", "rb");
  if (!input || !output) {
    llvm::errs() << "tile-lsp-server: error: no pipes\n";
    return 1;
  }
  Proxy proxy;
  std::mutex toClient;
  std::thread fromClient([&] {
    while (std::optional<std::string> message = readMessage(input->own)) {
      std::string answer;
      std::optional<std::string> forward =
          proxy.fromClient(std::move(*message), answer);
      if (!answer.empty()) {
        std::lock_guard<std::mutex> lock(toClient);
        writeMessage(output->own, answer);
      }
      if (forward && !writeMessage(input->other, *forward))
        break;
    }
    std::fclose(input->other);
  });
  std::atomic<int> code = 1;
  std::thread server([&] {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    char quiet[] = "--log=error";
    char *words[] = {program, quiet, nullptr};
    code = mlir::failed(mlir::MlirLspServerMain(2, words, registry));
    llvm::outs().flush();
    ::close(STDOUT_FILENO);
  });
  while (std::optional<std::string> message = readMessage(output->other)) {
    std::string content = proxy.fromServer(std::move(*message));
    std::lock_guard<std::mutex> lock(toClient);
    writeMessage(output->own, content);
  }
  server.join();
  // The client may wait for the process's end with its stream still open.
  fromClient.detach();
  ::_exit(code);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-lsp-server",
          "Serves editors that speak the language server protocol, on standard "
          "input and output\n\n"
          "Exit codes: 0 the client said shutdown and exit, 1 it did not, or "
          "bad usage.\n"
          "  tile-lsp-server                    (started by the editor; "
          "docs/editors.md)\n"
          "  tile-lsp-server --list-operations\n"))
    return 1;
  if (list)
    return listOperationNotes(llvm::outs()) ? 0 : 1;
  // An editor that went away is no reason to die of writing to it.
  std::signal(SIGPIPE, SIG_IGN);
  return serve(argv[0]);
}
