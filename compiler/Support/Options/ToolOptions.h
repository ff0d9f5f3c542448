//===- ToolOptions.h - Options that our tools share -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// LLVM and MLIR register hundreds of options of their own, and print theirs and
// ours in one alphabetical list. An option of a tool belongs to an OptionGroup:
//
//   static OptionGroup search("What is searched");
//   static cl::opt<uint64_t> seed("seed", ..., inGroup(search));
//
// --help prints the groups and their options in the order of their
// declarations, and no others (--help-hidden lists all).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TOOLOPTIONS_H
#define TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TOOLOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include <memory>

namespace tilefuzz {

/// What every option of a tool is in, so that LLVM's options can be told apart;
/// of positional arguments, which --help shows as usage, the only mark.
extern llvm::cl::OptionCategory toolOptions;

/// Options under one title in --help. Made before its options are.
class OptionGroup {
public:
  explicit OptionGroup(llvm::StringLiteral title);

  struct Entry {
    llvm::cl::Option *option = nullptr;
    /// The values of an option that takes one of a list; null: any.
    const llvm::cl::generic_parser_base *values = nullptr;
    /// E.g. `uint`, if the option does not say better.
    llvm::StringRef valueName = "";
  };
  /// Adds an option that a library has registered, if there is one of the name.
  void addLibraryOption(llvm::StringRef name);

  const llvm::StringLiteral title;
  llvm::SmallVector<Entry, 8> entries;
};

/// The modifier that puts an option into a group.
class inGroup {
public:
  explicit inGroup(OptionGroup &group) : group(group) {}

  template <class Option> void apply(Option &option) const {
    option.addCategory(toolOptions);
    OptionGroup::Entry entry;
    entry.option = std::addressof(option);
    auto &parser = option.getParser();
    if constexpr (std::is_base_of_v<llvm::cl::generic_parser_base,
                                    std::decay_t<decltype(parser)>>)
      entry.values = std::addressof(parser);
    else
      entry.valueName = parser.getValueName();
    group.entries.push_back(entry);
  }

private:
  OptionGroup &group;
};

/// Removes an option that LLVM's libraries registered, so that a tool can give
/// the name its own meaning. The tool's option must be made after this.
void removeLibraryOption(llvm::StringRef name);

/// From now on the process ends with a line and `lost` if the standard output
/// could not be written; and a limit on the size of files does not kill it.
void watchOutput(llvm::StringLiteral tool, int lost = 1);

/// Makes `--help` print `overview` (what the tool does; `Exit codes: ...`;
/// examples, each a line that begins with two spaces), the usage and the groups
/// of options. Of a subcommand: what it does, the exit codes, its examples and
/// its options. Called before the command line is parsed. `printFirst`, if not
/// null, prints what comes before the groups, and may add to them.
void setHelp(llvm::StringLiteral tool, llvm::StringRef overview,
             void (*printFirst)(llvm::raw_ostream &os) = nullptr);

/// Parses the command line with that help. --version prints `TOOL (tilefuzz
/// VERSION)`. False after an error, which has been printed. Watches the output.
bool parseToolOptions(int argc, const char *const *argv,
                      llvm::StringLiteral tool, llvm::StringRef overview,
                      int outputLost = 1);

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_OPTIONS_TOOLOPTIONS_H
