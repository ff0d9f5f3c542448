//===- TargetTable.cpp - What each GPU has --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "compiler/Target/TargetTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tilefuzz;

static constexpr int64_t KiB = 1024;
/// 512 columns of 128 lanes of 4 bytes.
static constexpr int64_t tensorBytes = 512 * 128 * 4;

static constexpr unsigned onBlackwell = Clusters | TMA | TensorMemory;

// The columns: TargetRow. The guide has no column for 8.8; its row takes the
// smaller ones of 8.6 and 8.9, which are equal.
static constexpr TargetRow rows[] = {
    {80, 70, 0, 0, 0, 163 * KiB, 64, NoFeature, true, ""},
    {86, 71, 0, 0, 0, 99 * KiB, 48, NoFeature, true, ""},
    {87, 74, 0, 0, 0, 163 * KiB, 48, NoFeature, true, ""},
    {88, 90, 0, 0, 0, 99 * KiB, 48, NoFeature, true, ""},
    {89, 78, 0, 0, 0, 99 * KiB, 48, NoFeature, true, ""},
    {90, 78, 80, 0, 0, 227 * KiB, 64, Clusters | TMA | WGMMA, true, ""},
    {100, 86, 86, 88, 100, 227 * KiB, 64, onBlackwell, true, ""},
    // What PTX 9.0 calls sm_110.
    {101, 86, 86, 88, 101, 227 * KiB, 48, onBlackwell, false, ""},
    {103, 88, 88, 88, 100, 227 * KiB, 64, onBlackwell, true, ""},
    {107, 0, 0, 0, 0, 0, 0, NoFeature, true,
     "no public source says what it has"},
    {110, 90, 90, 90, 110, 227 * KiB, 48, onBlackwell, true, ""},
    {120, 87, 87, 88, 120, 99 * KiB, 48, Clusters | TMA, true, ""},
    {121, 88, 88, 88, 120, 99 * KiB, 48, Clusters | TMA, true, ""},
};

ArrayRef<TargetRow> tilefuzz::getTargetRows() { return rows; }

const TargetRow *tilefuzz::findTargetRow(int64_t capability) {
  const TargetRow *row = find_if(
      rows, [&](const TargetRow &r) { return r.capability == capability; });
  return row == std::end(rows) ? nullptr : row;
}

std::string TargetRow::getName() const {
  return "sm_" + std::to_string(capability);
}
int64_t TargetRow::getTensorBytes() const {
  return has & TensorMemory ? tensorBytes : 0;
}

std::string TargetVariant::getName() const {
  std::string name = row->getName();
  if (suffix)
    name += suffix;
  return name;
}
unsigned TargetVariant::getPtxVersion() const {
  return suffix == 'a'   ? row->archPtx
         : suffix == 'f' ? row->familyPtx
                         : row->ptx;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static Error unknown(const Twine &name) {
  auto isCompiledFor = [](const TargetRow &row) { return row.refusal.empty(); };
  std::string known =
      join(map_range(make_filter_range(rows, isCompiledFor),
                     [](const TargetRow &row) { return row.getName(); }),
           ", ");
  return createStringError("unknown target '" + name + "'; known are " + known);
}

Expected<const TargetRow *> tilefuzz::getTargetRow(int64_t capability) {
  const TargetRow *row = findTargetRow(capability);
  if (!row)
    return unknown("sm_" + Twine(capability));
  if (!row->refusal.empty())
    return createStringError("target '" + Twine(row->getName()) +
                             "' is refused: " + row->refusal);
  return row;
}

Expected<TargetVariant> tilefuzz::parseTarget(StringRef name) {
  StringRef text = name;
  int64_t capability = 0;
  if (!text.consume_front("sm_") || text.empty())
    return unknown(name);
  char suffix = isDigit(text.back()) ? 0 : text.back();
  StringRef digits = text.drop_back(suffix ? 1 : 0);
  // One spelling per number: no sign, no leading zero.
  if (digits.empty() || digits.front() == '0' || !all_of(digits, isDigit) ||
      digits.getAsInteger(10, capability) ||
      (suffix && suffix != 'a' && suffix != 'f'))
    return unknown(name);
  if (!findTargetRow(capability))
    return unknown(name);
  Expected<const TargetRow *> row = getTargetRow(capability);
  if (!row)
    return row.takeError();
  TargetVariant target{*row, suffix};
  if (!target.getPtxVersion())
    return createStringError("target '" + Twine((*row)->getName()) +
                             "' has no variant '" + Twine(suffix) + "'");
  return target;
}

Expected<TargetVariant> tilefuzz::parseCapability(StringRef text) {
  if (!text.empty() && isDigit(text.front()))
    return parseTarget(("sm_" + text).str());
  return parseTarget(text);
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

/// "8.0", or "-" for none.
static std::string versionOf(unsigned version) {
  if (!version)
    return "-";
  return std::to_string(version / 10) + "." + std::to_string(version % 10);
}

void tilefuzz::printTargets(raw_ostream &os) {
  os << "target  PTX  a    f    family  shared  warps  clusters  TMA  wgmma  "
        "tensor memory\n";
  for (const TargetRow &row : rows) {
    if (!row.refusal.empty()) {
      os << left_justify(row.getName(), 8) << "refused: " << row.refusal
         << '\n';
      continue;
    }
    auto yes = [&](TargetFeature feature) {
      return row.has & feature ? "yes" : "no";
    };
    os << left_justify(row.getName(), 8) << left_justify(versionOf(row.ptx), 5)
       << left_justify(versionOf(row.archPtx), 5)
       << left_justify(versionOf(row.familyPtx), 5)
       << left_justify(
              row.family ? "sm_" + std::to_string(row.family) + "f" : "-", 8)
       << left_justify(std::to_string(row.sharedBytes / KiB) + " KiB", 8)
       << left_justify(std::to_string(row.warpsPerSM), 7)
       << left_justify(yes(Clusters), 10) << left_justify(yes(TMA), 5)
       << left_justify(yes(WGMMA), 7);
    if (int64_t bytes = row.getTensorBytes())
      os << bytes / KiB << " KiB\n";
    else
      os << "no\n";
  }
}
