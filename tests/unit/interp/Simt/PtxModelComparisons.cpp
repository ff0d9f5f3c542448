//===- PtxModelComparisons.cpp - Comparison and selection -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "PtxModelFloat.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptxmodel;
using llvm::StringRef;

static bool relate(StringRef comparison, StringRef type, bool flushes,
                   uint64_t a, uint64_t b) {
  bool less, equal, unordered = false;
  if (const Format *format = formatNamed(type)) {
    if (flushes) {
      a = isSubnormal(*format, a) ? 0 : a;
      b = isSubnormal(*format, b) ? 0 : b;
    }
    long double x = decode(*format, a), y = decode(*format, b);
    less = x < y;
    equal = x == y;
    unordered = std::isnan(x) || std::isnan(y);
  } else {
    less = valueOf(type, a) < valueOf(type, b);
    equal = a == b;
  }
  bool greater = !less && !equal && !unordered;
  if (comparison == "num" || comparison == "nan")
    return unordered == (comparison == "nan");
  bool orUnordered = comparison.size() == 3 && comparison.consume_back("u");
  bool holds = llvm::StringSwitch<bool>(comparison)
                   .Case("eq", equal)
                   .Case("ne", less || greater)
                   .Cases({"lt", "lo"}, less)
                   .Cases({"le", "ls"}, less || equal)
                   .Cases({"gt", "hi"}, greater)
                   .Cases({"ge", "hs"}, greater || equal);
  return holds || (orUnordered && unordered);
}

static bool combine(const Name &name, bool holds, bool with) {
  if (name.has("and"))
    return holds && with;
  if (name.has("or"))
    return holds || with;
  if (name.has("xor"))
    return holds != with;
  return holds;
}

static std::vector<Model> predicates(const Name &name) {
  std::string type = name.last().str();
  StringRef element = type;
  unsigned packed = element.consume_back("x2") ? 2 : 1;
  unsigned width = widthOfType(element);
  bool isHalf = element == "f16" || element == "bf16";
  bool combines = name.has("and") || name.has("or") || name.has("xor");
  std::vector<Model> models;
  for (bool isPair : {false, true})
    for (bool isNegated : {false, true}) {
      if ((isHalf && isPair != (packed == 2)) || (isNegated && !combines))
        continue;
      Model model;
      model.result = 1;
      model.hasSecond = isPair;
      model.operands = {type, type};
      model.text = name.whole.str() + (isPair ? " d|q" : " d") + ", x0, x1";
      if (combines) {
        model.operands.push_back("pred");
        model.text += isNegated ? ", !x2" : ", x2";
      }
      model.text += ";";
      model.compute = [=, whole = name.whole.str(),
                       of = element.str()](const uint64_t *x) {
        Name name(whole);
        bool with = combines && (x[2] & 1) != isNegated, holds[2];
        for (unsigned i = 0; i < packed; ++i)
          holds[i] = relate(name.parts[1], of, name.has("ftz"),
                            low(x[0] >> (i * width), width),
                            low(x[1] >> (i * width), width));
        if (packed == 1)
          holds[1] = !holds[0];
        return Answer{combine(name, holds[0], with),
                      combine(name, holds[1], with)};
      };
      models.push_back(model);
    }
  return models;
}

static std::vector<Model> sets(const Name &name) {
  std::string type = name.last().str(), into = name.parts.end()[-2].str();
  StringRef element = type;
  unsigned packed = element.consume_back("x2") ? 2 : 1;
  unsigned width = widthOfType(element);
  bool combines = name.has("and") || name.has("or") || name.has("xor");
  Model model;
  model.result = widthOfType(into);
  model.operands = {type, type};
  if (combines)
    model.operands.push_back("pred");
  model.compute = [=, whole = name.whole.str(),
                   of = element.str()](const uint64_t *x) {
    Name name(whole);
    unsigned part = widthOfType(into) / packed;
    uint64_t truth = llvm::StringSwitch<uint64_t>(into)
                         .Cases({"f16", "f16x2"}, 0x3c00)
                         .Cases({"bf16", "bf16x2"}, 0x3f80)
                         .Case("f32", 0x3f800000)
                         .Default(low(~uint64_t(0), part));
    Answer answer;
    for (unsigned i = 0; i < packed; ++i) {
      bool holds = relate(name.parts[1], of, name.has("ftz"),
                          low(x[0] >> (i * width), width),
                          low(x[1] >> (i * width), width));
      if (combine(name, holds, combines && x[2] & 1))
        answer.bits |= truth << (i * part);
    }
    return answer;
  };
  return {model};
}

std::vector<Model> ptxmodel::comparisonModels(const Name &name) {
  StringRef first = name.first();
  if (first == "setp")
    return predicates(name);
  if (first == "set")
    return sets(name);
  std::string type = name.last().str();
  Model model;
  if (first == "selp") {
    model.result = widthOfType(type);
    model.operands = {type, type, "pred"};
    model.compute = [](const uint64_t *x) {
      return Answer{x[2] & 1 ? x[0] : x[1]};
    };
    return {model};
  }
  if (first == "slct") {
    std::string of = name.parts.end()[-2].str();
    model.result = widthOfType(of);
    model.operands = {of, of, type};
    model.compute = [type, ftz = name.has("ftz")](const uint64_t *x) {
      return Answer{relate("ge", type, ftz, x[2], 0) ? x[0] : x[1]};
    };
    return {model};
  }
  if (first == "testp") {
    model.result = 1;
    model.operands = {type};
    model.compute = [type, what = name.parts[1].str()](const uint64_t *x) {
      const Format &format = *formatNamed(type);
      long double value = decode(format, x[0]);
      bool subnormal = isSubnormal(format, x[0]);
      return Answer{llvm::StringSwitch<bool>(what)
                        .Case("finite", std::isfinite(value))
                        .Case("infinite", std::isinf(value))
                        .Case("number", !std::isnan(value))
                        .Case("notanumber", std::isnan(value))
                        .Case("normal", std::isfinite(value) && !subnormal)
                        .Case("subnormal", subnormal)};
    };
    return {model};
  }
  return {};
}
