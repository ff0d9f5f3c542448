//===- OperandSegments.td - Segments that cannot lie -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef OPERAND_SEGMENTS_TD
#define OPERAND_SEGMENTS_TD

include "mlir/IR/OpBase.td"

/// For an operation with AttrSizedOperandSegments and these arguments: the
/// segment of each operand that is neither optional nor variadic has one value.
/// MLIR checks the sum only, and a verifier that reads such an operand of
/// generic code would read past the operands.
class RequiredOperandSegments<dag arguments>
    : ParamNativeOpTrait<
          "RequiredOperandSegments",
          !interleave(
              !foreach(i,
                  !filter(i, !range(!size(arguments)),
                          !initialized(!getdagarg<TypeConstraint>(arguments, i))),
                  !if(!initialized(!getdagarg<Variadic>(arguments, i)), "::tilefuzz::Segment::Variadic",
                      !if(!initialized(!getdagarg<Optional>(arguments, i)),
                          "::tilefuzz::Segment::Optional", "::tilefuzz::Segment::Single"))),
              ", "),
          [AttrSizedOperandSegments]>,
      StructuralOpTrait {
  let cppNamespace = "::tilefuzz";
}

/// `traits` and, where they say AttrSizedOperandSegments, the check above.
class WithRequiredSegments<list<Trait> traits, dag arguments> {
  list<Trait> ret = !listconcat(
      traits,
      !if(!foldl(false, traits, any, t, !or(any, !eq(t, AttrSizedOperandSegments))),
          [RequiredOperandSegments<arguments>], []));
}

#endif
