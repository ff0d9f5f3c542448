//===- Terminal.cpp - What people see while a tool works ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Support/Options/Terminal.h"
#include "compiler/Support/Options/ToolOptions.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"
#include <cstdlib>

namespace cl = llvm::cl;
using namespace tilefuzz;

namespace {
enum class ColorChoice { Auto, Always, Never };
} // namespace

static bool quietly = false;
static ColorChoice colorChoice = ColorChoice::Auto;

void tilefuzz::addTerminalOptions() {
  removeLibraryOption("color");
  static cl::opt<bool, true> quiet("quiet", cl::desc("Prints no progress."),
                                   cl::location(quietly), cl::cat(toolOptions),
                                   cl::sub(cl::SubCommand::getAll()));
  static cl::opt<ColorChoice, true> color(
      "color", cl::ValueOptional, cl::location(colorChoice),
      cl::values(clEnumValN(ColorChoice::Auto, "auto",
                            "on a terminal, unless NO_COLOR is set"),
                 clEnumValN(ColorChoice::Always, "always", "everywhere"),
                 clEnumValN(ColorChoice::Never, "never", "nowhere"),
                 clEnumValN(ColorChoice::Always, "", "")),
      cl::cat(toolOptions), cl::sub(cl::SubCommand::getAll()));
  llvm::WithColor::setAutoDetectFunction(hasColors);
}

bool tilefuzz::isQuiet() { return quietly; }

bool tilefuzz::hasColors(const llvm::raw_ostream &os) {
  if (colorChoice != ColorChoice::Auto)
    return colorChoice == ColorChoice::Always;
  const char *forbidden = std::getenv("NO_COLOR");
  return !(forbidden && *forbidden) && os.is_displayed() && os.has_colors();
}

std::string tilefuzz::tinted(const llvm::raw_ostream &os, Tint tint,
                             llvm::StringRef text) {
  if (!hasColors(os))
    return text.str();
  llvm::StringRef code = tint == Tint::Good  ? "32"
                         : tint == Tint::Bad ? "1;31"
                                             : "33";
  return ("\033[" + code + "m" + text + "\033[0m").str();
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

ProgressLine::ProgressLine(llvm::StringRef things)
    : things(things), start(std::chrono::steady_clock::now()) {}

static std::string durationText(double seconds) {
  if (seconds <= 100)
    return llvm::formatv("{0:f0} s", seconds);
  if (seconds < 6000)
    return llvm::formatv("{0:f0} min", seconds / 60);
  return llvm::formatv("{0:f1} h", seconds / 3600);
}

std::string ProgressLine::lineFor(llvm::StringRef things, double seconds,
                                  uint64_t fresh, uint64_t done, uint64_t total,
                                  double limit, llvm::StringRef more) {
  double left = limit > 0 ? std::max(limit - seconds, 0.0) : -1;
  if (total && fresh) {
    double byCount = seconds * (total - std::min(done, total)) / fresh;
    left = left < 0 ? byCount : std::min(left, byCount);
  }
  std::string line = llvm::formatv("{0,6:f1} s  {1}", seconds, done);
  if (total)
    line += " of " + std::to_string(total);
  line += " " + things.str();
  // When all are done, what they left is worked on.
  if (left >= 0 && !(total && done >= total))
    line += ", about " + durationText(left) + " left";
  if (!more.empty())
    line += "  " + more.str();
  return line;
}

void ProgressLine::show(uint64_t done, uint64_t total, double limit,
                        llvm::StringRef more) {
  std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start;
  double seconds = passed.count();
  if (!before)
    before = done;
  if (quietly || seconds < next)
    return;
  bool isTerminal = llvm::errs().is_displayed();
  next = seconds + (isTerminal ? 0.2 : 10);
  std::string line =
      lineFor(things, seconds, done - *before, done, total, limit, more);
  // What is behind the line is of an earlier, longer one.
  llvm::errs() << (isTerminal ? "\r" + line + "\033[K" : line + "\n");
  isShown = isTerminal;
}

void ProgressLine::clear() {
  if (isShown)
    llvm::errs() << "\r\033[K";
  isShown = false;
}
