//===- FindExpressions.cpp - Operators and literals -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Finder.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace tilefuzz;

/// What an operator becomes.
static std::vector<std::pair<llvm::StringLiteral, llvm::StringLiteral>>
othersOf(BinaryOperatorKind kind, bool isInteger) {
  switch (kind) {
  case BO_LT:
    return {{"relational", "<="}, {"relational", ">="}};
  case BO_LE:
    return {{"relational", "<"}, {"relational", ">"}};
  case BO_GT:
    return {{"relational", ">="}, {"relational", "<="}};
  case BO_GE:
    return {{"relational", ">"}, {"relational", "<"}};
  case BO_EQ:
    if (isInteger)
      return {{"relational", "!="}, {"relational", "<="}, {"relational", ">="}};
    return {{"relational", "!="}};
  case BO_NE:
    if (isInteger)
      return {{"relational", "=="}, {"relational", "<"}, {"relational", ">"}};
    return {{"relational", "=="}};
  case BO_Add:
    return {{"arithmetic", "-"}};
  case BO_Sub:
    return {{"arithmetic", "+"}};
  case BO_Mul:
    return {{"arithmetic", "+"}};
  case BO_Div:
    return {{"arithmetic", "*"}};
  case BO_Rem:
    return {{"arithmetic", "/"}};
  case BO_Shl:
    return {{"arithmetic", ">>"}};
  case BO_Shr:
    return {{"arithmetic", "<<"}};
  case BO_And:
    return {{"arithmetic", "|"}};
  case BO_Or:
    return {{"arithmetic", "&"}};
  case BO_Xor:
    return {{"arithmetic", "|"}};
  case BO_AddAssign:
    return {{"arithmetic", "-="}};
  case BO_SubAssign:
    return {{"arithmetic", "+="}};
  case BO_MulAssign:
    return {{"arithmetic", "+="}};
  case BO_ShlAssign:
    return {{"arithmetic", ">>="}};
  case BO_ShrAssign:
    return {{"arithmetic", "<<="}};
  case BO_AndAssign:
    return {{"arithmetic", "|="}};
  case BO_OrAssign:
    return {{"arithmetic", "&="}};
  case BO_LAnd:
    return {{"logical", "||"}};
  case BO_LOr:
    return {{"logical", "&&"}};
  default:
    return {};
  }
}

void Finder::offerOperator(const Expr *whole, const Expr *lhs, const Expr *rhs,
                           BinaryOperatorKind kind, bool isInteger) {
  llvm::StringRef left = textOf(lhs), right = textOf(rhs);
  if (left.empty() || right.empty())
    return;
  for (auto [mutation, other] : othersOf(kind, isInteger)) {
    std::string text = ("(" + left + ") " + other + " (" + right + ")").str();
    Alternative *one = offer(whole, mutation, text, {},
                             (left + " " + other + " " + right).str());
    if (one && BinaryOperator::isComparisonOp(kind))
      one->isNegation = other == BinaryOperator::getOpcodeStr(
                                     BinaryOperator::negateComparisonOp(kind));
  }
}

bool Finder::VisitBinaryOperator(BinaryOperator *expression) {
  const Expr *lhs = expression->getLHS(), *rhs = expression->getRHS();
  if (expression->isLogicalOp()) {
    // One operand decides nothing.
    llvm::StringRef idle =
        expression->getOpcode() == BO_LAnd ? "true" : "false";
    for (const Expr *operand : {lhs, rhs})
      if (!operand->isTypeDependent())
        offerTruth(operand, {idle});
  }
  if (lhs->isTypeDependent() || rhs->isTypeDependent() ||
      lhs->getType()->isAnyPointerType() ||
      rhs->getType()->isAnyPointerType() || lhs->getType()->isNullPtrType() ||
      rhs->getType()->isNullPtrType())
    return true;
  bool isInteger = lhs->getType()->isIntegerType() &&
                   !lhs->IgnoreParenImpCasts()->getType()->isEnumeralType() &&
                   !lhs->getType()->isEnumeralType() &&
                   !lhs->IgnoreParenImpCasts()->getType()->isBooleanType();
  offerOperator(expression, lhs, rhs, expression->getOpcode(), isInteger);
  return true;
}

bool Finder::VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
  if (call->getNumArgs() != 2 || call->isTypeDependent())
    return true;
  BinaryOperatorKind kind =
      BinaryOperator::getOverloadedOpcode(call->getOperator());
  if (call->getOperator() == OO_EqualEqual ||
      call->getOperator() == OO_ExclaimEqual) {
    offerOperator(call, call->getArg(0), call->getArg(1), kind, false);
    return true;
  }
  const CXXRecordDecl *record =
      call->getArg(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (record && record->getIdentifier() &&
      (record->getName() == "APInt" || record->getName() == "APFloat"))
    offerOperator(call, call->getArg(0), call->getArg(1), kind, false);
  return true;
}

bool Finder::VisitIntegerLiteral(IntegerLiteral *literal) {
  llvm::StringRef text = textOf(literal);
  if (text.empty())
    return true;
  std::optional<uint64_t> value = literal->getValue().tryZExtValue();
  auto toText = [](uint64_t number) { return std::to_string(number); };
  if (value)
    offer(literal, "constant", ("(" + text + " + 1)").str(), text,
          toText(*value + 1));
  if (value && *value != 0)
    offer(literal, "constant", ("(" + text + " - 1)").str(), text,
          toText(*value - 1));
  return true;
}

bool Finder::VisitDeclRefExpr(DeclRefExpr *reference) {
  const auto *constant = dyn_cast<EnumConstantDecl>(reference->getDecl());
  if (!constant)
    return true;
  const auto *type = cast<EnumDecl>(constant->getDeclContext());
  if (type->getName() == "SeededBug")
    return true;
  std::vector<const EnumConstantDecl *> all(type->enumerator_begin(),
                                            type->enumerator_end());
  size_t place = llvm::find(all, constant) - all.begin();
  auto offerNeighbour = [&](const EnumConstantDecl *other) {
    if (other->getInitVal() == constant->getInitVal())
      return;
    std::string name = other->getQualifiedNameAsString();
    llvm::StringRef anonymous = "(anonymous namespace)::";
    size_t hidden = name.find(anonymous.str());
    if (hidden != std::string::npos)
      name.erase(hidden, anonymous.size());
    else
      name = "::" + name;
    offer(reference, "enumerator", name, {}, other->getName());
  };
  if (place > 0)
    offerNeighbour(all[place - 1]);
  if (place + 1 < all.size())
    offerNeighbour(all[place + 1]);
  return true;
}
