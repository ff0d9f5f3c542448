//===- ReportFormats.h - Findings for other tools ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The same findings as the page has: merged ones are left out, and the numbers
// agree with --json.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_REPORT_REPORTFORMATS_H
#define TILEFUZZ_FUZZ_REPORT_REPORTFORMATS_H

#include "fuzz/Report/Report.h"

namespace tilefuzz {

/// JUnit XML as CI servers read it: a test case per stage, which fails once per
/// finding of the stage that is neither known, ours nor theirs; those are
/// skipped cases. A last run that is not finished is an error.
void writeJUnit(const ReportData &data, llvm::raw_ostream &os);
std::string escapeXML(llvm::StringRef text);

/// SARIF 2.1.0: a rule per kind, a result per finding; the location is the
/// program in the finding's folder, the stack is the synthetic one.
llvm::json::Value reportToSARIF(const ReportData &data);

llvm::Error writeJUnitFile(const ReportData &data, llvm::StringRef path);
llvm::Error writeSARIFFile(const ReportData &data, llvm::StringRef path);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_REPORT_REPORTFORMATS_H
