//===- Command.h - A shell command as the question --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REDUCE_COMMAND_H
#define TILEFUZZ_FUZZ_REDUCE_COMMAND_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilefuzz {

/// A shell command that says with exit code 0 that a file is interesting.
/// `{in}` stands for the file (without it, the file comes last), `{passes}` for
/// the pass pipeline. Each worker has a file of its own, in a temporary folder
/// that goes away with this.
class Command {
public:
  static llvm::Expected<Command> create(std::string text);
  Command(Command &&other)
      : text(std::move(other.text)), folder(std::exchange(other.folder, {})) {}
  ~Command();

  /// In a process of its own: becomes the command. Returns only if that cannot
  /// be.
  void become(llvm::StringRef content, llvm::StringRef passes,
              unsigned worker) const;

private:
  Command(std::string text, llvm::StringRef folder)
      : text(std::move(text)), folder(folder) {}

  std::string text;
  llvm::SmallString<128> folder;
};

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REDUCE_COMMAND_H
