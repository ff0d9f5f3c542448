//===- PatternInstances.h - What a pattern is proved on ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Templates, one or more per named pattern, over element types, offset types
// and shapes. A pattern without a template fails a test.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_ORACLE_PATTERNS_PATTERNINSTANCES_H
#define TILEFUZZ_ORACLE_PATTERNS_PATTERNINSTANCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tilefuzz {

/// Over which element types a template is instantiated.
enum class InstanceElements {
  /// i1 i8 i16 i32 i64 f16 bf16 f32 f64
  All,
  /// i1 i8 i16 i32 i64
  Integers,
  /// f16 bf16 f32 f64
  Floats,
  /// One of each size, and i1: i1 i8 f16 i32 i64
  Memory,
  /// The template names its types.
  Fixed,
};

/// The code that the pattern is to rewrite, between inputs and observations
/// (oracle/Smt/TileEncoding.h). Replaced in it:
///   $E   the element type
///   $O   the type of pointer offsets: i8 i16 i32 i64
///   $S   the shape with its last `x`; templates with it get several shapes
///   @T   the tile of shape $S and of the element type that follows in <>, in
///        the dialect's full spelling: @T<i1>
struct PatternTemplate {
  llvm::StringLiteral pattern;
  InstanceElements elements;
  llvm::StringRef body;
};
/// A template whose body was put together (TemplateBody.h).
struct MadeTemplate {
  llvm::StringLiteral pattern;
  InstanceElements elements;
  std::string body;
};
/// Refers to the bodies of `made`.
std::vector<PatternTemplate> toTemplates(llvm::ArrayRef<MadeTemplate> made);
/// Puts `to` for every `from`.
void replaceAll(std::string &text, llvm::StringRef from, llvm::StringRef to);
llvm::ArrayRef<PatternTemplate> getPatternTemplates();
/// Of these: folds and patterns of cuda_tile, rules of its simplifier.
llvm::ArrayRef<PatternTemplate> getPublicTemplates();
llvm::ArrayRef<PatternTemplate> getExpressionTemplates();
/// Of these: operations of operations, for rules of the simplifier.
llvm::ArrayRef<PatternTemplate> getCompositionTemplates();
/// Of these: folds (Folds.h).
llvm::ArrayRef<PatternTemplate> getFoldTemplates();
/// Of these: passes that run on request.
llvm::ArrayRef<PatternTemplate> getOptimizerTemplates();
/// Of these: what the patterns of both dialects almost match.
llvm::ArrayRef<PatternTemplate> getNearMissTemplates();
llvm::ArrayRef<PatternTemplate> getTileAARewriteNearMisses();
llvm::ArrayRef<PatternTemplate> getTileAAMotionNearMisses();
llvm::ArrayRef<PatternTemplate> getOptimizerNearMisses();
/// Of these: patterns of nv_tileaa.
llvm::ArrayRef<PatternTemplate> getTileAATemplates();
llvm::ArrayRef<PatternTemplate> getTileAARewriteTemplates();
llvm::ArrayRef<PatternTemplate> getTileAAUpdateTemplates();
llvm::ArrayRef<PatternTemplate> getTileAAMotionTemplates();
llvm::ArrayRef<PatternTemplate> getTileAAViewTemplates();

struct PatternInstance {
  /// E.g. `2: f32, shape 4x`: which template, and with what.
  std::string name;
  /// A whole module.
  std::string text;
  /// How often a pattern fired on it, where it was harvested.
  uint64_t firings = 1;
};

/// The instances of one pattern, over all its templates. With `types`, those
/// that name none of their own are made of these, where they are of the kind
/// that the template takes.
std::vector<PatternInstance>
instancesOf(llvm::StringRef pattern, llvm::ArrayRef<std::string> types = {});

} // namespace tilefuzz

#endif // TILEFUZZ_ORACLE_PATTERNS_PATTERNINSTANCES_H
