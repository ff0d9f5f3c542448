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

/// The list of findings, then each of them.
void writeFindings(const ReportData &data, llvm::raw_ostream &os);

/// All charts of the page.
void writeCharts(const ReportData &data, llvm::raw_ostream &os);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REPORT_REPORTHTML_H
