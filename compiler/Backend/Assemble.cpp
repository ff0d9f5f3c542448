//===- Assemble.cpp - PTX to cubin ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Backend/Backend.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilefuzz;

/// Longer than any kernel needs; a hang must not hang the caller.
static constexpr unsigned secondsPerRun = 120;

Expected<std::string> tilefuzz::findPtxas() {
  if (std::optional<std::string> named =
          sys::Process::GetEnv("TILEFUZZ_PTXAS")) {
    if (sys::fs::can_execute(*named))
      return *named;
    return createStringError("TILEFUZZ_PTXAS names '" + *named +
                             "', which is not an executable file");
  }
  if (ErrorOr<std::string> found = sys::findProgramByName("ptxas"))
    return *found;
  StringRef installed = "/usr/local/cuda/bin/ptxas";
  if (sys::fs::can_execute(installed))
    return installed.str();
  return createStringError("ptxas is neither named by TILEFUZZ_PTXAS nor on "
                           "the PATH nor in /usr/local/cuda/bin");
}

namespace {
/// A file that goes away with this object.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef suffix) {
    error = sys::fs::createTemporaryFile("tilefuzz", suffix, path);
  }
  ~TemporaryFile() {
    if (!error)
      sys::fs::remove(path);
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  std::error_code write(StringRef text) {
    if (error)
      return error;
    std::error_code failure;
    raw_fd_ostream os(path, failure);
    os << text;
    os.close();
    if (!failure && os.has_error())
      failure = os.error();
    os.clear_error();
    return failure;
  }
  std::string read() const {
    ErrorOr<std::unique_ptr<MemoryBuffer>> file =
        MemoryBuffer::getFile(path, /*IsText=*/false,
                              /*RequiresNullTerminator=*/false);
    return file ? (*file)->getBuffer().str() : std::string();
  }

  SmallString<64> path;
  std::error_code error;
};
} // namespace

AssembleResult tilefuzz::assemble(StringRef ptx, StringRef target,
                                  StringRef ptxas) {
  AssembleResult result;
  std::string program = ptxas.str();
  if (program.empty()) {
    Expected<std::string> found = findPtxas();
    if (!found) {
      result.status = AssembleStatus::Skipped;
      result.diagnostic = toString(found.takeError());
      return result;
    }
    program = *found;
  }
  TemporaryFile input("ptx"), output("cubin"), messages("log");
  for (const TemporaryFile *file : {&input, &output, &messages})
    if (file->error) {
      result.diagnostic =
          "cannot make a temporary file: " + file->error.message();
      return result;
    }
  if (std::error_code failure = input.write(ptx)) {
    result.diagnostic = "cannot write the PTX: " + failure.message();
    return result;
  }
  std::string arch = ("-arch=" + target).str();
  StringRef arguments[] = {program, arch,        "--warning-as-error",
                           "-o",    output.path, input.path};
  std::optional<StringRef> redirects[] = {StringRef(""), messages.path.str(),
                                          messages.path.str()};
  std::string failure;
  int code = sys::ExecuteAndWait(program, arguments, std::nullopt, redirects,
                                 secondsPerRun, 0, &failure);
  result.diagnostic = messages.read();
  if (code == 0 && !StringRef(result.diagnostic).contains("warning")) {
    result.cubin = output.read();
    if (!result.cubin.empty()) {
      result.status = AssembleStatus::Assembled;
      return result;
    }
    result.diagnostic += "ptxas wrote no cubin";
  } else if (code < 0) {
    result.diagnostic += "cannot run '" + program + "': " + failure;
  }
  if (result.diagnostic.empty())
    result.diagnostic =
        "ptxas failed with status " + std::to_string(code) + " and no message";
  return result;
}
