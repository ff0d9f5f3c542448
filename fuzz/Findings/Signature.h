//===- Signature.h - What makes two findings the same -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// No MLIR, no files, and no sentence: what a finding shows is its symptom
// (Symptom.h). A signature names the defect as far as
// we can tell without a person:
//
//   KIND | STAGE | pattern PATTERN            a named pattern is to blame;
//                                             `wrong-code` for all kinds of it
//   KIND | STAGE | ops A,B                    otherwise: what the reduced
//                                             program still needs (Essence.h);
//                                             `wrong-order` for races and lost
//                                             order alike
//   KIND | STAGE | MESSAGE                    failures that come with one;
//                                             accesses that became weaker
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_FUZZ_FINDINGS_SIGNATURE_H
#define TILEFUZZ_FUZZ_FINDINGS_SIGNATURE_H

#include "fuzz/Findings/Finding.h"

namespace tilefuzz {

std::string signatureOf(const Finding &finding);

/// The operations that a signature keeps, without the dialect prefix. Every
/// program needs an entry, constants, an address and a store to be observed, so
/// those say nothing unless nothing else is left; and little is said by those
/// that carry a value from one place to another.
std::vector<std::string>
essentialOperations(llvm::ArrayRef<std::string> operations);

/// The pattern, the message or what happened to an access makes the signature,
/// which no reduction changes; not the operations.
bool isSignedByReason(const Finding &finding);

/// Whether a new disagreement, not reduced yet, is probably the known finding:
/// the same signature, where operations are no part of it; else the same kind
/// and stage, and it has every essential operation of it.
bool looksLike(const Finding &known, const Finding &met);

/// The worker did not survive the program.
bool isDeath(FindingKind kind);

/// The finding as a crash of three frames (the stage that made it, the pattern,
/// what went wrong with which operations), for platforms that group crashes by
/// their stack:
///   #0 STAGE
///   #1 PATTERN
///   #2 KIND(OPERATIONS)
std::string syntheticStack(const Finding &finding);

} // namespace tilefuzz

#endif // TILEFUZZ_FUZZ_FINDINGS_SIGNATURE_H
