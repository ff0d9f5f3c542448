//===- ReportHTML.h - The pieces of the page --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Only for the files of the report.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REPORT_REPORTHTML_H
#define TILEFUZZ_FUZZ_REPORT_REPORTHTML_H

#include "fuzz/Report/Report.h"

namespace tilefuzz {

/// A table of two columns: changed lines coloured, and in those that were not
/// replaced as a whole, what changed.
void writeDiff(llvm::StringRef leftTitle, llvm::StringRef left,
               llvm::StringRef rightTitle, llvm::StringRef right,
               llvm::raw_ostream &os);

/// What a reader may choose to see of the list, without a script: a style for
/// every choice that there is, and the choices.
std::string filterStyle(const ReportData &data);
void writeFilters(const ReportData &data, llvm::raw_ostream &os);
/// The classes of a finding's row and page, by which they are left out.
std::string filterClasses(const FindingRow &row);

/// One run after the other, if there are several.
void writeTrend(const ReportData &data, llvm::raw_ostream &os);
void writeRuns(const ReportData &data, llvm::raw_ostream &os);
/// What became of a finding, and when.
std::string lifeOf(const FindingRow &row);

/// 1234567 as 1,234,567.
std::string grouped(uint64_t value);

/// The list of findings, then each of them.
void writeFindings(const ReportData &data, llvm::raw_ostream &os);

/// All charts of the page.
void writeCharts(const ReportData &data, llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REPORT_REPORTHTML_H
