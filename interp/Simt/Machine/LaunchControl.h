//===- LaunchControl.h - CTAs that run more than one block ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// clusterlaunchcontrol (PTX ISA 9.0, 9.7.13.18): a CTA asks for a cluster of
// its grid that has not started, which then never does. An answer is of 16
// bytes: the place of the cluster's first CTA, and a word that says that it is
// an answer, and of which kind.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_INTERP_SIMT_MACHINE_LAUNCHCONTROL_H
#define TILEFUZZ_INTERP_SIMT_MACHINE_LAUNCHCONTROL_H

#include "interp/Simt/Machine/Kernel.h"

namespace tilefuzz::simt {

inline constexpr uint32_t answerBytes = 16;
/// The last word of an answer.
inline constexpr uint32_t answerGiven = 0xc1c00001, answerRefused = 0xc1c00000;

/// Whether the object is where the kernel looks for the number of blocks
/// (compiler/Support/PersistentGrid.h).
bool isPersistentGrid(const Kernel &kernel, const Object &object);

} // namespace tilefuzz::simt

#endif // TILEFUZZ_INTERP_SIMT_MACHINE_LAUNCHCONTROL_H
