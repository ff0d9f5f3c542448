//===- FindSites.cpp - Where a file can be mutated ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Finder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace tilefuzz;

/// Longer text is not written twice.
static constexpr size_t maxRepeated = 240;
/// Longer text is cut for people.
static constexpr size_t maxShown = 90;

std::string tilefuzz::toShow(llvm::StringRef text) {
  std::string line;
  for (char c : text) {
    if (!llvm::isSpace(c))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  if (line.size() > maxShown) {
    line.resize(maxShown - 3);
    line += "...";
  }
  return line;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::optional<Finder::Range> Finder::rangeOf(SourceRange range) const {
  SourceLocation begin = range.getBegin(), end = range.getEnd();
  if (begin.isInvalid() || end.isInvalid() || begin.isMacroID() ||
      end.isMacroID())
    return std::nullopt;
  end = Lexer::getLocForEndOfToken(end, 0, sources, context.getLangOpts());
  FileID file = sources.getMainFileID();
  if (end.isInvalid() || sources.getFileID(begin) != file ||
      sources.getFileID(end) != file)
    return std::nullopt;
  Range offsets{sources.getFileOffset(begin), sources.getFileOffset(end)};
  if (offsets.begin >= offsets.end)
    return std::nullopt;
  return offsets;
}

Site *Finder::addSite(Form form, SourceRange sourceRange) {
  std::optional<Range> range = rangeOf(sourceRange);
  if (!range || isConstant)
    return nullptr;
  for (Site &site : llvm::reverse(sites))
    if (site.form == form && site.begin == range->begin &&
        site.end == range->end)
      return &site;
  Site &site = sites.emplace_back();
  site.form = form;
  site.begin = range->begin;
  site.end = range->end;
  site.line = lineOf(site.begin);
  return &site;
}

Alternative *Finder::offer(const Expr *expression, llvm::StringRef mutation,
                           const std::string &text, llvm::StringRef shownBefore,
                           llvm::StringRef shownAfter) {
  llvm::StringRef before = textOf(expression);
  if (before.empty() || text.size() > maxRepeated || text == before ||
      llvm::StringRef(text).contains("[&") ||
      llvm::StringRef(text).contains("[]("))
    return nullptr;
  Site *site = addSite(Form::Choice, expression->getSourceRange());
  if (!site || llvm::any_of(site->alternatives, [&](const Alternative &other) {
        return other.text == text;
      }))
    return nullptr;
  site->alternatives.push_back(
      {mutation, text, toShow(shownBefore.empty() ? before : shownBefore),
       toShow(shownAfter.empty() ? llvm::StringRef(text) : shownAfter)});
  return &site->alternatives.back();
}

std::string
Finder::replace(const Expr *whole,
                llvm::ArrayRef<std::pair<Range, std::string>> parts) const {
  std::optional<Range> range = rangeOf(whole->getSourceRange());
  if (!range)
    return "";
  std::string text;
  unsigned at = range->begin;
  for (const auto &[part, other] : parts) {
    if (part.begin < at || part.end > range->end)
      return "";
    text += textOf({at, part.begin});
    text += other;
    at = part.end;
  }
  text += textOf({at, range->end});
  return text;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Finder::offerOmission(const Stmt *statement) {
  const auto *expression = dyn_cast_or_null<Expr>(statement);
  if (!expression)
    return;
  const Expr *bare = expression->IgnoreImplicit();
  const auto *binary = dyn_cast<BinaryOperator>(bare);
  const auto *unary = dyn_cast<UnaryOperator>(bare);
  if (!isa<CallExpr>(bare) && !(binary && binary->isAssignmentOp()) &&
      !(unary && unary->isIncrementDecrementOp()))
    return;
  Site *site = addSite(Form::Omission, expression->getSourceRange());
  if (site && site->alternatives.empty())
    site->alternatives.push_back(
        {"statement", "", toShow(textOf(expression)), ""});
}

void Finder::offerTruth(const Expr *condition,
                        std::initializer_list<llvm::StringRef> values) {
  llvm::StringRef text = textOf(condition);
  Site *site = text.empty() ? nullptr
                            : addSite(Form::Truth, condition->getSourceRange());
  if (!site)
    return;
  for (llvm::StringRef value : values)
    if (llvm::none_of(site->alternatives, [&](const Alternative &other) {
          return other.text == value;
        }))
      site->alternatives.push_back(
          {"condition", value.str(), toShow(text),
           value == "not" ? "!(" + toShow(text) + ")" : value.str()});
}

/// `if` that asks whether a seeded bug is on.
static bool asksForBugs(llvm::StringRef condition) {
  return condition.contains("SeededBug::");
}

bool Finder::TraverseIfStmt(IfStmt *statement) {
  if (statement->isConstexpr() || asksForBugs(textOf(statement->getCond())))
    return !statement->getElse() || TraverseStmt(statement->getElse());
  return Base::TraverseIfStmt(statement);
}

bool Finder::VisitIfStmt(IfStmt *statement) {
  offerOmission(statement->getThen());
  offerOmission(statement->getElse());
  const VarDecl *declared = statement->getConditionVariable();
  if (!declared) {
    offerTruth(statement->getCond(), {"true", "false", "not"});
    return true;
  }
  // Structured bindings have no name to ask.
  if (statement->hasInitStorage() || !declared->getIdentifier())
    return true;
  if (Site *site = addSite(Form::Declaration, declared->getSourceRange())) {
    site->name = declared->getNameAsString();
    if (std::optional<Range> range = rangeOf(declared->getSourceRange()))
      site->alternatives.push_back(
          {"condition", "false", toShow(textOf(*range)), "false"});
  }
  return true;
}

bool Finder::VisitCXXForRangeStmt(CXXForRangeStmt *statement) {
  offerOmission(statement->getBody());
  const Expr *range = statement->getRangeInit();
  if (!range || range->isTypeDependent() || textOf(range).empty())
    return true;
  const CXXRecordDecl *record =
      range->getType().getNonReferenceType()->getAsCXXRecordDecl();
  // Those that can be gone through from the end.
  static constexpr llvm::StringLiteral known[] = {
      "ArrayRef",        "MutableArrayRef", "SmallVector",
      "SmallVectorImpl", "vector",          "ValueRange",
      "OperandRange",    "ResultRange",     "TypeRange"};
  if (!record || !record->getIdentifier() ||
      !llvm::is_contained(known, record->getName()))
    return true;
  if (Site *site = addSite(Form::Range, range->getSourceRange()))
    if (site->alternatives.empty())
      site->alternatives.push_back({"order", "", toShow(textOf(range)),
                                    "reverse(" + toShow(textOf(range)) + ")"});
  return true;
}

/// What a function may return at once; empty: nothing.
static std::vector<std::string> earlyValues(const FunctionDecl *decl) {
  QualType type = decl->getReturnType();
  if (type->isVoidType())
    return {""};
  if (type->isDependentType() || type->isReferenceType() ||
      type->getContainedAutoType())
    return {};
  if (type->isBooleanType())
    return {"true", "false"};
  if (type->isIntegerType() && !type->isEnumeralType())
    return {"0"};
  if (type->isPointerType())
    return {"nullptr"};
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier())
    return {};
  llvm::StringRef name = record->getName();
  if (name == "LogicalResult" || name == "ParseResult") {
    // A rewrite that always claims to have done something never ends.
    if (decl->getNameInfo().getAsString() == "matchAndRewrite")
      return {"::llvm::failure()"};
    return {"::llvm::failure()", "::llvm::success()"};
  }
  if (record->hasDefinition() && record->hasDefaultConstructor())
    return {"{}"};
  return {};
}

bool Finder::VisitFunctionDecl(FunctionDecl *decl) {
  if (!decl->doesThisDeclarationHaveABody() || isa<CXXConstructorDecl>(decl) ||
      isa<CXXDestructorDecl>(decl))
    return true;
  const auto *body = dyn_cast<CompoundStmt>(decl->getBody());
  if (!body || body->body_empty() || isConstant)
    return true;
  std::optional<Range> brace =
      rangeOf({body->getLBracLoc(), body->getLBracLoc()});
  if (!brace)
    return true;
  Site site;
  site.form = Form::Entry;
  site.begin = site.end = brace->end;
  site.line = lineOf(brace->begin);
  for (const std::string &value : earlyValues(decl))
    site.alternatives.push_back({"early-return", value,
                                 decl->getNameInfo().getAsString() + "() {...}",
                                 "return " + value + ";"});
  if (!site.alternatives.empty())
    sites.push_back(std::move(site));
  return true;
}

/// What negates a condition is one mutant, not two.
static void dropNegations(std::vector<Site> &sites) {
  for (size_t i = 0; i + 1 < sites.size(); ++i) {
    Site &inner = sites[i + 1];
    bool isSame = sites[i].form == Form::Truth && inner.form == Form::Choice &&
                  sites[i].begin == inner.begin && sites[i].end == inner.end;
    if (isSame &&
        llvm::any_of(sites[i].alternatives,
                     [](const Alternative &one) { return one.text == "not"; }))
      llvm::erase_if(inner.alternatives,
                     [](const Alternative &one) { return one.isNegation; });
  }
}

std::vector<Site> tilefuzz::findSites(ASTContext &context,
                                      const std::vector<Decl *> &decls) {
  Finder finder(context);
  for (Decl *decl : decls)
    finder.TraverseDecl(decl);
  llvm::sort(finder.sites, [](const Site &a, const Site &b) {
    return std::tuple(a.begin, -int64_t(a.end), a.form) <
           std::tuple(b.begin, -int64_t(b.end), b.form);
  });
  dropNegations(finder.sites);
  llvm::erase_if(finder.sites,
                 [](const Site &site) { return site.alternatives.empty(); });
  return std::move(finder.sites);
}
