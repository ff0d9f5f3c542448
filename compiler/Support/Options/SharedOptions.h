//===- SharedOptions.h - Options that several tools have --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Each is declared once, so that a name means the same wherever it is typed. A
// tool makes those that it has, in a group of its own; further modifiers, as
// cl::sub, follow.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_COMPILER_SUPPORT_OPTIONS_SHAREDOPTIONS_H
#define TILEFUZZ_COMPILER_SUPPORT_OPTIONS_SHAREDOPTIONS_H

#include "compiler/Support/Options/ToolOptions.h"
#include <string>

namespace tilefuzz {

/// --json
struct JSONOption : llvm::cl::opt<bool> {
  template <class... Modifiers>
  explicit JSONOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("json", llvm::cl::desc("Prints JSON instead of text."),
            inGroup(group), modifiers...) {}
};

/// -o FILE; `-` is the standard output.
struct OutputOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit OutputOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("o", llvm::cl::init("-"), llvm::cl::value_desc("FILE"),
            llvm::cl::desc("Writes the result to this file. Default: stdout."),
            inGroup(group), modifiers...) {}
};

/// --jobs=N; 0: one per core.
struct JobsOption : llvm::cl::opt<unsigned> {
  template <class... Modifiers>
  explicit JobsOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("jobs", llvm::cl::init(0), llvm::cl::value_desc("N"),
            llvm::cl::desc("Works on N things at once. The result does not "
                           "depend on it. Default: one per core."),
            inGroup(group), modifiers...) {}
};

/// --target=SM
struct TargetOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit TargetOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("target", llvm::cl::init("sm_90a"), llvm::cl::value_desc("SM"),
            llvm::cl::desc("Compiles for this target; `tile-compile "
                           "--list-targets` lists them. Default: sm_90a."),
            inGroup(group), modifiers...) {}
};

/// --inject-bug=NAME,...
struct InjectBugOption : llvm::cl::list<std::string> {
  template <class... Modifiers>
  explicit InjectBugOption(OptionGroup &group, const Modifiers &...modifiers)
      : list("inject-bug", llvm::cl::value_desc("NAME"),
             llvm::cl::CommaSeparated,
             llvm::cl::desc("Compiles with a seeded bug; `tile-fuzz bugs` "
                            "lists them."),
             inGroup(group), modifiers...) {}
};

/// --enable-pattern=NAME,...
struct EnablePatternOption : llvm::cl::list<std::string> {
  template <class... Modifiers>
  explicit EnablePatternOption(OptionGroup &group,
                               const Modifiers &...modifiers)
      : list("enable-pattern", llvm::cl::value_desc("NAME"),
             llvm::cl::CommaSeparated,
             llvm::cl::desc("Compiles with a named pattern that is off by "
                            "default."),
             inGroup(group), modifiers...) {}
};

/// --pipeline-strategy=none|unspecialized|specialized
struct PipelineStrategyOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit PipelineStrategyOption(OptionGroup &group,
                                  const Modifiers &...modifiers)
      : opt("pipeline-strategy", llvm::cl::value_desc("STRATEGY"),
            llvm::cl::init("none"),
            llvm::cl::desc("None, unspecialized: loads of loops become "
                           "asynchronous copies some iterations ahead; or "
                           "specialized: one agent copies, another multiplies, "
                           "where a loop allows it."),
            inGroup(group), modifiers...) {}
};

/// --persistent=none|static|dynamic
struct PersistentOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit PersistentOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("persistent", llvm::cl::value_desc("KIND"), llvm::cl::init("none"),
            llvm::cl::desc("None, static: the CTAs of a launch share the "
                           "blocks in equal steps; or dynamic: they ask for "
                           "blocks that have not started, on targets that have "
                           "that."),
            inGroup(group), modifiers...) {}
};

/// --disable-pattern=NAME,...
struct DisablePatternOption : llvm::cl::list<std::string> {
  template <class... Modifiers>
  explicit DisablePatternOption(OptionGroup &group,
                                const Modifiers &...modifiers)
      : list("disable-pattern", llvm::cl::value_desc("NAME"),
             llvm::cl::CommaSeparated,
             llvm::cl::desc("Compiles without a named pattern."),
             inGroup(group), modifiers...) {}
};

/// --opt-seconds=S, of tools with --opt-command.
struct CommandSecondsOption : llvm::cl::opt<unsigned> {
  template <class... Modifiers>
  explicit CommandSecondsOption(OptionGroup &group,
                                const Modifiers &...modifiers)
      : opt("opt-seconds", llvm::cl::init(60), llvm::cl::value_desc("S"),
            llvm::cl::desc("Gives up on --opt-command after so many seconds. 0 "
                           "means never. Default: 60."),
            inGroup(group), modifiers...) {}
};

/// --db=FILE
struct DatabaseOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit DatabaseOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("db", llvm::cl::init("campaign.db"), llvm::cl::value_desc("FILE"),
            llvm::cl::desc("Names the database; its findings are in FILE with "
                           "the extension replaced by .findings. Default: "
                           "campaign.db."),
            inGroup(group), modifiers...) {}
};

/// --junit=FILE.xml
struct JUnitOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit JUnitOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("junit", llvm::cl::value_desc("FILE.xml"),
            llvm::cl::desc("Writes the findings to this file, as JUnit XML."),
            inGroup(group), modifiers...) {}
};

/// --sarif=FILE.sarif
struct SARIFOption : llvm::cl::opt<std::string> {
  template <class... Modifiers>
  explicit SARIFOption(OptionGroup &group, const Modifiers &...modifiers)
      : opt("sarif", llvm::cl::value_desc("FILE.sarif"),
            llvm::cl::desc("Writes the findings to this file, as SARIF "
                           "2.1.0."),
            inGroup(group), modifiers...) {}
};

} // namespace tilefuzz

#endif // TILEFUZZ_COMPILER_SUPPORT_OPTIONS_SHAREDOPTIONS_H
