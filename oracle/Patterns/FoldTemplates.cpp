//===- FoldTemplates.cpp - What folds are proved on -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"
#include "oracle/Patterns/TemplateBody.h"

using namespace tilefuzz;

/// A constant that stands first moves behind the other operand.
static std::vector<MadeTemplate> makeTemplates() {
  std::vector<MadeTemplate> templates;
  for (auto [fold, operation] : {std::pair<llvm::StringLiteral, const char *>(
                                     "fold:cuda_tile.andi", "andi"),
                                 {"fold:cuda_tile.ori", "ori"},
                                 {"fold:cuda_tile.xori", "xori"}}) {
    TemplateBody body;
    body.input("x").constant("c", "1");
    body.see(std::string(operation) + " %c, %x");
    templates.push_back({fold, InstanceElements::Integers, body.str()});
  }
  for (auto [elements, value] : {std::pair(InstanceElements::Integers, "1"),
                                 {InstanceElements::Floats, "1.0"}}) {
    TemplateBody constant;
    constant.constant("c", value).observe("c");
    templates.push_back({"fold:cuda_tile.constant", elements, constant.str()});
  }
  return templates;
}

llvm::ArrayRef<PatternTemplate> tilefuzz::getFoldTemplates() {
  static const std::vector<MadeTemplate> made = makeTemplates();
  static const std::vector<PatternTemplate> templates = toTemplates(made);
  return templates;
}
