//===- FindCalls.cpp - Arguments and callees ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Finder.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace tilefuzz;

/// Each stands for the other.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    counterparts[] = {
        {"min", "max"},
        {"smin", "smax"},
        {"umin", "umax"},
        {"sext", "zext"},
        {"sextOrTrunc", "zextOrTrunc"},
        {"slt", "ult"},
        {"sle", "ule"},
        {"sgt", "ugt"},
        {"sge", "uge"},
        {"sdiv", "udiv"},
        {"srem", "urem"},
        {"ashr", "lshr"},
        {"sadd_ov", "uadd_ov"},
        {"ssub_ov", "usub_ov"},
        {"smul_ov", "umul_ov"},
        {"getSExtValue", "getZExtValue"},
        {"getSignedMaxValue", "getMaxValue"},
        {"getSignedMinValue", "getMinValue"},
        {"isNegative", "isNonNegative"},
        {"isZero", "isOne"},
        {"all_of", "any_of"},
        {"front", "back"},
        {"getLhs", "getRhs"},
        {"getThenRegion", "getElseRegion"},
        {"getTrueValue", "getFalseValue"},
        {"getLowerBound", "getUpperBound"},
        {"thenBlock", "elseBlock"},
        {"thenYield", "elseYield"},
        {"getOperands", "getResults"},
        {"divideCeil", "divideFloorSigned"},
        {"success", "failure"},
        {"succeeded", "failed"},
        {"countl_zero", "countr_zero"},
        {"drop_front", "drop_back"},
        {"take_front", "take_back"},
};

std::optional<llvm::StringRef> tilefuzz::getCounterpart(llvm::StringRef name) {
  for (const auto &[one, other] : counterparts) {
    if (name == one)
      return other;
    if (name == other)
      return one;
  }
  return std::nullopt;
}

static const NamedDecl *calleeOf(const CallExpr *call) {
  return dyn_cast_or_null<NamedDecl>(call->getCalleeDecl());
}

llvm::StringRef tilefuzz::nameOf(const NamedDecl *decl) {
  return decl && decl->getIdentifier() ? decl->getName() : llvm::StringRef();
}

bool Finder::TraverseCXXMemberCallExpr(CXXMemberCallExpr *call) {
  llvm::StringRef name = nameOf(calleeOf(call));
  const CXXRecordDecl *record = call->getRecordDecl();
  if (record && nameOf(record) == "BugSet") {
    // pick(bug, right, wrong)
    if (name == "pick" && call->getNumArgs() == 3)
      return TraverseStmt(call->getArg(1));
    return true;
  }
  return Base::TraverseCXXMemberCallExpr(call);
}

/// In a template the callee may not be known yet, but for its name.
static std::string calleeName(const CallExpr *call) {
  if (const NamedDecl *decl = calleeOf(call))
    return nameOf(decl).str();
  const Expr *callee = call->getCallee()->IgnoreImplicit();
  if (const auto *overloaded = dyn_cast<OverloadExpr>(callee))
    return overloaded->getName().getAsString();
  if (const auto *member = dyn_cast<CXXDependentScopeMemberExpr>(callee))
    return member->getMember().getAsString();
  return "";
}

/// Asks an operation or its adaptor for an operand, in a template: what has the
/// wrong type does not compile, and goes.
static bool isAccessor(const Expr *argument) {
  const auto *call = dyn_cast<CallExpr>(argument->IgnoreImplicit());
  return call && argument->isTypeDependent() && call->getNumArgs() == 0 &&
         llvm::StringRef(calleeName(call)).starts_with("get");
}

void Finder::offerSwaps(const CallExpr *call) {
  for (unsigned i = 0; i + 1 < call->getNumArgs(); ++i) {
    const Expr *first = call->getArg(i), *second = call->getArg(i + 1);
    if (isa<CXXDefaultArgExpr>(first) || isa<CXXDefaultArgExpr>(second))
      return;
    auto typeOf = [](const Expr *argument) {
      return argument->IgnoreImplicit()
          ->getType()
          .getNonReferenceType()
          .getCanonicalType()
          .getUnqualifiedType();
    };
    std::optional<Range> firstRange = rangeOf(first->getSourceRange()),
                         secondRange = rangeOf(second->getSourceRange());
    bool isDependent = first->isTypeDependent() || second->isTypeDependent();
    bool isAlike = isDependent ? isAccessor(first) && isAccessor(second)
                               : typeOf(first) == typeOf(second);
    if (!isAlike || !firstRange || !secondRange)
      continue;
    std::string one = textOf(*firstRange).str(),
                other = textOf(*secondRange).str();
    if (one == other)
      continue;
    std::string text =
        replace(call, {{*firstRange, other}, {*secondRange, one}});
    if (!text.empty())
      offer(call, "arguments", text, one + ", " + other, other + ", " + one);
  }
}

static bool isDerivedFrom(const CXXRecordDecl *record, llvm::StringRef name) {
  if (nameOf(record) == name)
    return true;
  if (!record->hasDefinition())
    return false;
  return llvm::any_of(record->bases(), [&](const CXXBaseSpecifier &base) {
    const CXXRecordDecl *parent = base.getType()->getAsCXXRecordDecl();
    return parent && isDerivedFrom(parent, name);
  });
}

void Finder::offerDropped(const CallExpr *call) {
  std::string name = calleeName(call);
  if (name != "create" && name != "build" &&
      !llvm::StringRef(name).starts_with("replace"))
    return;
  for (const Expr *argument : call->arguments()) {
    if (isa<CXXDefaultArgExpr>(argument) ||
        (argument->isTypeDependent() && !isAccessor(argument)))
      continue;
    std::optional<Range> range = rangeOf(argument->getSourceRange());
    if (!range || textOf(*range) == "{}" || textOf(*range) == "nullptr")
      continue;
    const CXXRecordDecl *record = argument->IgnoreImplicit()
                                      ->getType()
                                      .getNonReferenceType()
                                      ->getAsCXXRecordDecl();
    std::string lower = textOf(*range).lower();
    auto speaksOf = [&](llvm::StringRef word) {
      return llvm::StringRef(lower).contains(word);
    };
    std::string nothing;
    bool isOptional = speaksOf("token") || speaksOf("mask") ||
                      speaksOf("padding") || speaksOf("other");
    if (isAccessor(argument) && (isOptional || speaksOf("attr(")))
      nothing = "decltype(" + textOf(*range).str() + ")()";
    else if (record && isDerivedFrom(record, "Attribute"))
      nothing = "::" + record->getQualifiedNameAsString() + "()";
    else if (record && isOptional && isDerivedFrom(record, "Value"))
      nothing = "::mlir::Value()";
    else
      continue;
    std::string text = replace(call, {{*range, nothing}});
    if (!text.empty())
      offer(call, "operand", text, textOf(*range),
            "no " + textOf(*range).str());
  }
}

void Finder::offerCounterpart(const CallExpr *call) {
  const Expr *callee = call->getCallee()->IgnoreImplicit();
  SourceLocation place;
  if (const auto *member = dyn_cast<MemberExpr>(callee))
    place = member->getMemberLoc();
  else if (const auto *reference = dyn_cast<DeclRefExpr>(callee))
    place = reference->getLocation();
  else
    return;
  std::optional<Range> range = rangeOf({place, place});
  if (!range)
    return;
  llvm::StringRef name = textOf(*range);
  std::optional<llvm::StringRef> other = getCounterpart(name);
  if (!other)
    return;
  std::string text = replace(call, {{*range, other->str()}});
  bool isExtremum = name.ends_with("min") || name.ends_with("max");
  if (!text.empty())
    offer(call, isExtremum ? "extremum" : "counterpart", text);
}

bool Finder::VisitCallExpr(CallExpr *call) {
  if (isa<CXXOperatorCallExpr>(call))
    return true;
  if (!call->isTypeDependent())
    offerCounterpart(call);
  offerSwaps(call);
  offerDropped(call);
  return true;
}
