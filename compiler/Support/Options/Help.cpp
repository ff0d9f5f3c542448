//===- Help.cpp - What --help prints --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Options/Terminal.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace cl = llvm::cl;
using namespace tilefuzz;

/// Columns of a line.
static constexpr size_t lineWidth = 100;
/// Where descriptions begin, at most; longer names push theirs to the right.
static constexpr size_t maxNameWidth = 28;

cl::OptionCategory tilefuzz::toolOptions("Options of this tool");

/// In the order in which they were made.
static std::vector<OptionGroup *> &groups() {
  static std::vector<OptionGroup *> all;
  return all;
}

OptionGroup::OptionGroup(llvm::StringLiteral title) : title(title) {
  groups().push_back(this);
}

void OptionGroup::addLibraryOption(llvm::StringRef name) {
  if (cl::Option *option = cl::getRegisteredOptions().lookup(name))
    entries.push_back({option, nullptr, ""});
}

static llvm::StringRef helpTool, helpOverview;
static void (*helpPrintFirst)(llvm::raw_ostream &os);

/// Breaks lines at blanks. `column`: how far the first line is already;
/// `indent`: of the lines after it.
static void printWrapped(llvm::StringRef text, size_t column, size_t indent,
                         llvm::raw_ostream &os) {
  bool isFirstWord = true;
  for (llvm::StringRef word : llvm::split(text, ' ')) {
    if (!isFirstWord && column + 1 + word.size() > lineWidth) {
      os << "\n";
      os.indent(indent);
      column = indent;
      isFirstWord = true;
    }
    if (!isFirstWord) {
      os << " ";
      ++column;
    }
    os << word;
    column += word.size();
    isFirstWord = false;
  }
  os << "\n";
}

/// The lines that the text has, each broken where it is too long.
static void printLines(llvm::StringRef text, size_t column, size_t indent,
                       llvm::raw_ostream &os) {
  bool isFirst = true;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    size_t blanks = line.size() - line.ltrim(' ').size();
    if (!isFirst)
      os.indent(indent + blanks);
    printWrapped(line.ltrim(' '), isFirst ? column : indent + blanks,
                 indent + blanks, os);
    isFirst = false;
  }
}

static std::string nameOf(const OptionGroup::Entry &entry) {
  const cl::Option &option = *entry.option;
  std::string name =
      (option.ArgStr.size() == 1 ? "-" : "--") + option.ArgStr.str();
  llvm::StringRef value =
      option.ValueStr.empty() ? entry.valueName : option.ValueStr;
  if (value.empty() && entry.values)
    value = "value";
  if (value.empty())
    return name;
  std::string text = ("<" + value + ">").str();
  if (option.ArgStr.size() == 1)
    return name + " " + text;
  if (option.getValueExpectedFlag() == cl::ValueOptional)
    return name + "[=" + text + "]";
  return name + "=" + text;
}

static void printEntry(const OptionGroup::Entry &entry, size_t nameWidth,
                       llvm::raw_ostream &os) {
  std::string name = nameOf(entry);
  os << "  " << llvm::left_justify(name, nameWidth) << " - ";
  size_t indent = 2 + nameWidth + 3;
  printLines(entry.option->HelpStr, 2 + std::max(name.size(), nameWidth) + 3,
             indent, os);
  for (unsigned i = 0; entry.values && i < entry.values->getNumOptions(); ++i) {
    // Old names have no description.
    if (entry.values->getDescription(i).empty())
      continue;
    os << "    ="
       << llvm::left_justify(entry.values->getOption(i), nameWidth - 3)
       << " -   ";
    printWrapped(entry.values->getDescription(i), indent + 2, indent + 2, os);
  }
}

/// The subcommand that the command line names so far; null: none.
static cl::SubCommand *activeSubcommand() {
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    if (!command->getName().empty() && *command)
      return command;
  return nullptr;
}

static bool isOf(const cl::Option &option, cl::SubCommand *command) {
  if (llvm::is_contained(option.Subs, &cl::SubCommand::getAll()))
    return true;
  cl::SubCommand *wanted = command ? command : &cl::SubCommand::getTopLevel();
  return option.Subs.empty() ? !command
                             : llvm::is_contained(option.Subs, wanted);
}

/// What the tool or subcommand does, the exit codes, and the examples of the
/// subcommand.
static void printOverview(cl::SubCommand *command, llvm::raw_ostream &os) {
  auto [what, rest] = helpOverview.split('\n');
  os << "OVERVIEW: ";
  printWrapped(command ? command->getDescription() : what, 10, 0, os);
  std::string mark =
      command ? ("  " + helpTool + " " + command->getName() + " ").str() : "";
  bool isFirst = true;
  for (llvm::StringRef line : llvm::split(rest.rtrim('\n'), '\n')) {
    if (!command && !isFirst && line.empty()) {
      os << "\n";
    } else if (line.starts_with("  ")) {
      if (line.starts_with(mark))
        os << line << "\n";
    } else if (!line.empty() && (!command || line.starts_with("Exit codes"))) {
      os << (isFirst || command ? "\n" : "");
      printWrapped(line, 0, 0, os);
    }
    isFirst &= line.empty();
  }
}

static void printUsage(cl::SubCommand *command, llvm::raw_ostream &os) {
  cl::SubCommand &sub = command ? *command : cl::SubCommand::getTopLevel();
  os << "\nUSAGE: " << helpTool;
  if (command)
    os << " " << command->getName();
  else if (llvm::any_of(
               cl::getRegisteredSubcommands(),
               [](cl::SubCommand *sub) { return !sub->getName().empty(); }))
    os << " [subcommand]";
  os << " [options]";
  for (const cl::Option *positional : sub.PositionalOpts)
    os << " " << positional->HelpStr;
  os << "\n";
}

static void printSubcommands(llvm::raw_ostream &os) {
  std::vector<cl::SubCommand *> commands;
  size_t width = 0;
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    if (!command->getName().empty()) {
      commands.push_back(command);
      width = std::max(width, command->getName().size());
    }
  if (commands.empty())
    return;
  llvm::sort(commands, [](cl::SubCommand *a, cl::SubCommand *b) {
    return a->getName() < b->getName();
  });
  os << "\nSUBCOMMANDS:\n\n";
  for (cl::SubCommand *command : commands) {
    os << "  " << llvm::left_justify(command->getName(), width) << " - ";
    printWrapped(command->getDescription(), width + 5, width + 5, os);
  }
  os << "\n  `" << helpTool << " SUBCOMMAND --help` says more.\n";
}

static void printHelp(llvm::raw_ostream &os) {
  cl::SubCommand *command = activeSubcommand();
  printOverview(command, os);
  printUsage(command, os);
  if (!command)
    printSubcommands(os);
  os << "\nOPTIONS:\n";
  if (helpPrintFirst)
    helpPrintFirst(os);
  auto shows = [&](const OptionGroup::Entry &entry) {
    return isOf(*entry.option, command) &&
           entry.option->getOptionHiddenFlag() == cl::NotHidden;
  };
  size_t width = sizeof("--color=<WHEN>") - 1;
  for (const OptionGroup *group : groups())
    for (const OptionGroup::Entry &entry : group->entries)
      if (size_t size = nameOf(entry).size();
          shows(entry) && size <= maxNameWidth)
        width = std::max(width, size);
  for (const OptionGroup *group : groups()) {
    if (llvm::none_of(group->entries, shows))
      continue;
    os << "\n" << group->title << ":\n\n";
    for (const OptionGroup::Entry &entry : group->entries)
      if (shows(entry))
        printEntry(entry, width, os);
  }
  os << "\nGeneral:\n\n";
  for (auto [name, text] :
       {std::pair<llvm::StringRef, llvm::StringRef>{
            "--color=<WHEN>", "Colors text: auto (on a terminal, unless "
                              "NO_COLOR is set), always or never. Default: "
                              "auto."},
        {"--help", "Prints this; --help-hidden lists the options of LLVM, "
                   "too."},
        {"--quiet", "Prints no progress."},
        {"--version", "Prints the version of this program."}}) {
    os << "  " << llvm::left_justify(name, width) << " - ";
    printWrapped(text, 2 + std::max(name.size(), width) + 3, 2 + width + 3, os);
  }
}

void tilefuzz::setHelp(llvm::StringLiteral tool, llvm::StringRef overview,
                       void (*printFirst)(llvm::raw_ostream &os)) {
  helpPrintFirst = printFirst;
  helpTool = tool;
  helpOverview = overview;
  removeLibraryOption("help");
  removeLibraryOption("h");
  auto print = [](const bool &) {
    printHelp(llvm::outs());
    std::exit(0);
  };
  addTerminalOptions();
  static cl::opt<bool> help("help", cl::ValueDisallowed, cl::callback(print),
                            cl::sub(cl::SubCommand::getAll()));
  static cl::opt<bool> shortHelp("h", cl::ValueDisallowed, cl::Hidden,
                                 cl::callback(print),
                                 cl::sub(cl::SubCommand::getAll()));
}
