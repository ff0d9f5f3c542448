//===- Finder.h - Where a file can be mutated -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The visitor behind findSites: statements (FindSites.cpp), operators and
// literals (FindExpressions.cpp), calls (FindCalls.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFUZZ_TESTS_MUTANTS_FINDER_H
#define TILEFUZZ_TESTS_MUTANTS_FINDER_H

#include "Sites.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/SaveAndRestore.h"

namespace tilefuzz {

class Finder : public clang::RecursiveASTVisitor<Finder> {
  using Base = clang::RecursiveASTVisitor<Finder>;

public:
  explicit Finder(clang::ASTContext &context)
      : context(context), sources(context.getSourceManager()) {}
  std::vector<Site> sites;

  // What must be constant, or runs before `main`, has no switch.
  bool TraverseTypeLoc(clang::TypeLoc, bool = true) { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc &) {
    return true;
  }
  bool TraverseEnumDecl(clang::EnumDecl *) { return true; }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *) { return true; }
  bool TraverseParmVarDecl(clang::ParmVarDecl *) { return true; }
  bool TraverseFieldDecl(clang::FieldDecl *) { return true; }
  bool TraverseVarDecl(clang::VarDecl *decl) {
    bool isFixed = decl->isConstexpr() || decl->hasGlobalStorage();
    llvm::SaveAndRestore<bool> saved(isConstant, isConstant || isFixed);
    return Base::TraverseVarDecl(decl);
  }
  bool TraverseCaseStmt(clang::CaseStmt *statement) {
    return TraverseStmt(statement->getSubStmt());
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) {
    for (clang::Expr *init : lambda->capture_inits())
      if (init && !TraverseStmt(init))
        return false;
    llvm::SaveAndRestore<bool> saved(isConstant, false);
    return TraverseStmt(lambda->getBody());
  }
  bool TraverseFunctionDecl(clang::FunctionDecl *decl) {
    return decl->isConstexpr() || Base::TraverseFunctionDecl(decl);
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *decl) {
    return decl->isConstexpr() || Base::TraverseCXXMethodDecl(decl);
  }
  /// A seeded bug is wrong already: only what the right compiler does counts.
  bool TraverseCXXMemberCallExpr(clang::CXXMemberCallExpr *call);
  bool TraverseIfStmt(clang::IfStmt *statement);

  bool VisitFunctionDecl(clang::FunctionDecl *decl);
  bool VisitCompoundStmt(clang::CompoundStmt *statement) {
    for (clang::Stmt *child : statement->body()) {
      while (auto *label = llvm::dyn_cast<clang::SwitchCase>(child))
        child = label->getSubStmt();
      offerOmission(child);
    }
    return true;
  }
  bool VisitIfStmt(clang::IfStmt *statement);
  bool VisitWhileStmt(clang::WhileStmt *statement) {
    offerOmission(statement->getBody());
    if (!statement->getConditionVariable())
      offerTruth(statement->getCond(), {"false"});
    return true;
  }
  bool VisitForStmt(clang::ForStmt *statement) {
    offerOmission(statement->getBody());
    if (statement->getCond() && !statement->getConditionVariable())
      offerTruth(statement->getCond(), {"false"});
    return true;
  }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *statement);
  bool VisitConditionalOperator(clang::ConditionalOperator *choice) {
    offerTruth(choice->getCond(), {"true", "false", "not"});
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt *statement) {
    const clang::Expr *value = statement->getRetValue();
    if (value && !value->isTypeDependent() &&
        value->getType()->isBooleanType() &&
        !llvm::isa<clang::CXXBoolLiteralExpr>(value->IgnoreParenImpCasts()))
      offerTruth(value, {"not"});
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *expression);
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *call);
  bool VisitIntegerLiteral(clang::IntegerLiteral *literal);
  bool VisitCXXBoolLiteralExpr(clang::CXXBoolLiteralExpr *literal) {
    offer(literal, "boolean", literal->getValue() ? "false" : "true");
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference);
  bool VisitCallExpr(clang::CallExpr *call);

private:
  struct Range {
    unsigned begin, end;
  };
  /// None: not all of it stands in the main file, outside of macros.
  std::optional<Range> rangeOf(clang::SourceRange range) const;
  llvm::StringRef textOf(Range range) const {
    return sources.getBufferData(sources.getMainFileID())
        .slice(range.begin, range.end);
  }
  llvm::StringRef textOf(const clang::Stmt *statement) const {
    std::optional<Range> range = rangeOf(statement->getSourceRange());
    return range ? textOf(*range) : llvm::StringRef();
  }
  unsigned lineOf(unsigned offset) const {
    return sources.getLineNumber(sources.getMainFileID(), offset);
  }
  Site *addSite(Form form, clang::SourceRange range);
  /// Another text of the same type for the whole expression; null: it is not
  /// taken. The pointer holds until the next offer.
  Alternative *offer(const clang::Expr *expression, llvm::StringRef mutation,
                     const std::string &text, llvm::StringRef shownBefore = {},
                     llvm::StringRef shownAfter = {});
  void offerOmission(const clang::Stmt *statement);
  void offerTruth(const clang::Expr *condition,
                  std::initializer_list<llvm::StringRef> values);
  void offerOperator(const clang::Expr *whole, const clang::Expr *lhs,
                     const clang::Expr *rhs, clang::BinaryOperatorKind kind,
                     bool isInteger);
  void offerSwaps(const clang::CallExpr *call);
  void offerDropped(const clang::CallExpr *call);
  void offerCounterpart(const clang::CallExpr *call);
  /// The text of `whole` with that of `parts` replaced.
  std::string
  replace(const clang::Expr *whole,
          llvm::ArrayRef<std::pair<Range, std::string>> parts) const;

  clang::ASTContext &context;
  const clang::SourceManager &sources;
  bool isConstant = false;
};

/// Of the declaration, if it has a plain name.
llvm::StringRef nameOf(const clang::NamedDecl *decl);
/// One line, not too long.
std::string toShow(llvm::StringRef text);

} // namespace tilefuzz

#endif // TILEFUZZ_TESTS_MUTANTS_FINDER_H
