//===- tile-floats.cpp - Tables of narrow floats --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"
#include "compiler/Support/Options/SharedOptions.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"

namespace cl = llvm::cl;
namespace json = llvm::json;
using namespace tilefuzz;
using llvm::APInt;

static cl::list<std::string> arguments(cl::Positional,
                                       cl::desc("FROM [TO [VALUE...]]"),
                                       cl::cat(toolOptions));

static OptionGroup tableGroup("What is printed");
static cl::opt<bool> list("list", cl::desc("Lists the formats and exits."),
                          inGroup(tableGroup));
static cl::opt<std::string> wantedRules(
    "rules", cl::init("all"), cl::value_desc("WHICH"),
    cl::desc("Shows these rules: all; dialect, for those that cuda_tile means; "
             "or names such as zero,nearest_even+satfinite. Default: all."),
    inGroup(tableGroup));
static JSONOption asJSON(tableGroup);

static int fail(const llvm::Twine &message) {
  llvm::errs() << "tile-floats: error: " << message << '\n';
  return 1;
}

static json::Value toJSON(const ScalarType &type,
                          const std::optional<APInt> &code) {
  if (!code)
    return nullptr;
  return json::Object{{"code", type.codeText(*code)},
                      {"value", type.valueText(*code)}};
}
static std::string toText(const ScalarType &type,
                          const std::optional<APInt> &code) {
  if (!code)
    return "undefined";
  return type.codeText(*code) + ' ' + type.valueText(*code);
}
static void print(json::Value value) {
  llvm::outs() << llvm::formatv("{0:2}\n", value);
}

/// Prints rows of cells, columns aligned, no blanks at the ends of lines.
static void printTable(const std::vector<std::vector<std::string>> &rows) {
  std::vector<size_t> widths;
  for (const auto &row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto &row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      llvm::outs() << row[i];
      if (i + 1 < row.size())
        llvm::outs().indent(unsigned(widths[i] - row[i].size() + 2));
    }
    llvm::outs() << '\n';
  }
}

static int printFormats() {
  json::Array array;
  std::vector<std::vector<std::string>> rows = {{"format", "bits", "precision",
                                                 "smallest", "smallest normal",
                                                 "largest", "infinity", "NaN"}};
  for (const NamedFormat &named : floatFormats()) {
    ScalarType type = *ScalarType::parse(named.name);
    FormatInfo info = FormatInfo::of(named.format);
    uint64_t largest = type.lastIndex() - info.hasInfinity;
    APInt smallest(info.width, info.hasZero);
    APInt normal(info.width,
                 info.hasZero ? uint64_t(1) << (info.precision - 1) : 0);
    std::string most = type.valueText(type.codeAt(largest));
    std::string least = type.valueText(smallest);
    std::string leastNormal = type.valueText(normal);
    std::string nan =
        info.hasNaN ? type.codeText(canonicalNaN(named.format)) : "none";
    array.push_back(json::Object{{"format", named.name},
                                 {"bits", info.width},
                                 {"precision", info.precision},
                                 {"smallest", least},
                                 {"smallest_normal", leastNormal},
                                 {"largest", most},
                                 {"infinity", info.hasInfinity},
                                 {"nan", nan}});
    rows.push_back({named.name.str(), std::to_string(info.width),
                    std::to_string(info.precision), least, leastNormal, most,
                    info.hasInfinity ? "yes" : "no", nan});
  }
  if (asJSON)
    print(std::move(array));
  else
    printTable(rows);
  return 0;
}

static std::vector<APInt> allCodes(const ScalarType &type) {
  std::vector<APInt> codes;
  for (uint64_t code = 0; code < uint64_t(1) << type.width; ++code)
    codes.push_back(APInt(type.width, code));
  return codes;
}

/// The values of a format, one row per code.
static int printValues(const ScalarType &type) {
  if (type.width > 8)
    return fail("a table of all codes is printed for up to 8 bits; " +
                type.name + " has " + llvm::Twine(type.width));
  json::Array array;
  std::vector<std::vector<std::string>> rows = {{"code", "value"}};
  for (const APInt &code : allCodes(type)) {
    array.push_back(toJSON(type, code));
    rows.push_back({type.codeText(code), type.valueText(code)});
  }
  if (asJSON)
    print(json::Object{{"format", type.name}, {"codes", std::move(array)}});
  else
    printTable(rows);
  return 0;
}

static json::Object headJSON(const FloatConversion &conversion) {
  return json::Object{{"from", conversion.from.name},
                      {"to", conversion.to.name}};
}
static json::Object ruleJSON(const Rule &rule) {
  return json::Object{{"rule", rule.name}, {"dialect", rule.inDialect}};
}
/// With a star for what the dialect means.
static std::string ruleText(const Rule &rule) {
  return rule.inDialect ? rule.name + '*' : rule.name;
}

/// One row per code, one column per rule.
static int printCodes(const FloatConversion &conversion,
                      const std::vector<APInt> &codes) {
  json::Array array, rules;
  std::vector<std::vector<std::string>> rows = {{conversion.from.name}};
  for (const Rule &rule : conversion.rules) {
    rules.push_back(ruleJSON(rule));
    rows[0].push_back(ruleText(rule));
  }
  for (const APInt &code : codes) {
    json::Array results;
    rows.push_back({toText(conversion.from, code)});
    for (const Rule &rule : conversion.rules) {
      std::optional<APInt> result = conversion.apply(rule, code);
      results.push_back(toJSON(conversion.to, result));
      rows.back().push_back(toText(conversion.to, result));
    }
    array.push_back(json::Object{{"source", toJSON(conversion.from, code)},
                                 {"results", std::move(results)}});
  }
  if (!asJSON) {
    printTable(rows);
    return 0;
  }
  json::Object object = headJSON(conversion);
  object["rules"] = std::move(rules);
  object["rows"] = std::move(array);
  print(std::move(object));
  return 0;
}

/// For each rule, the ranges of source codes with one result.
static int printRanges(const FloatConversion &conversion) {
  json::Array sections;
  for (const Rule &rule : conversion.rules) {
    json::Array array;
    std::vector<std::vector<std::string>> rows = {
        {"from", "to", ruleText(rule)}};
    for (const FloatConversion::Range &range : conversion.ranges(rule)) {
      array.push_back(
          json::Object{{"first", toJSON(conversion.from, range.first)},
                       {"last", toJSON(conversion.from, range.last)},
                       {"result", toJSON(conversion.to, range.result)}});
      rows.push_back({toText(conversion.from, range.first),
                      toText(conversion.from, range.last),
                      toText(conversion.to, range.result)});
    }
    json::Object section = ruleJSON(rule);
    section["ranges"] = std::move(array);
    if (conversion.from.isFloat() &&
        FormatInfo::of(conversion.from.format).hasNaN) {
      std::optional<APInt> result =
          conversion.apply(rule, canonicalNaN(conversion.from.format));
      section["nan"] = toJSON(conversion.to, result);
      rows.push_back({"nan", "nan", toText(conversion.to, result)});
    }
    if (asJSON) {
      sections.push_back(std::move(section));
      continue;
    }
    printTable(rows);
    llvm::outs() << '\n';
  }
  if (asJSON) {
    json::Object object = headJSON(conversion);
    object["rules"] = std::move(sections);
    print(std::move(object));
  }
  return 0;
}

/// Keeps the rules of --rules; false after an error.
static bool selectRules(FloatConversion &conversion) {
  if (wantedRules == "all")
    return true;
  std::vector<Rule> kept;
  if (wantedRules == "dialect") {
    for (const Rule &rule : conversion.rules)
      if (rule.inDialect)
        kept.push_back(rule);
  } else {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(wantedRules).split(names, ',');
    for (llvm::StringRef name : names) {
      size_t before = kept.size();
      for (const Rule &rule : conversion.rules)
        if (name == rule.name)
          kept.push_back(rule);
      if (kept.size() == before) {
        fail("no rule '" + name + "' from " + conversion.from.name + " to " +
             conversion.to.name);
        return false;
      }
    }
  }
  conversion.rules = std::move(kept);
  return true;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (!parseToolOptions(
          argc, argv, "tile-floats",
          "Prints what cuda_tile's float formats hold and how they convert, "
          "under every rounding and saturation rule\n\n"
          "FROM and TO are f16 bf16 tf32 f32 f64 f8E4M3FN f8E5M2 f8E8M0FNU "
          "f4E2M1FN, or integers si1 ... si64,\nui1 ... ui64. A VALUE is a "
          "code (0x..) or a number, rounded to FROM. Without values: every "
          "code of a FROM\nof up to 8 bits; for a wider FROM and a TO of up "
          "to 8 bits the ranges of FROM that give each result.\n"
          "A star marks the rules that cuda_tile means; +satfinite: overflow "
          "and infinities give the largest finite value.\n\n"
          "Exit codes: 0, 1 bad usage.\n"
          "  tile-floats --list\n"
          "  tile-floats f8E4M3FN                          values of a format\n"
          "  tile-floats f8E5M2 f8E4M3FN                   every code\n"
          "  tile-floats f32 f8E4M3FN --rules=dialect      every range\n"
          "  tile-floats f32 bf16 1.00390625 0x7F7FFFFF    queries\n"
          "  tile-floats f16 si8 -- -128.5 inf             negative numbers "
          "after --\n"))
    return 1;
  if (list)
    return printFormats();
  if (arguments.empty())
    return fail("name a format, or say --list");
  llvm::ArrayRef<std::string> given = arguments;
  std::vector<ScalarType> types;
  for (const std::string &name : given.take_front(2)) {
    std::optional<ScalarType> type = ScalarType::parse(name);
    if (!type)
      return fail("unknown type '" + name +
                  "'; --list lists the floats, "
                  "integers are si8, ui8 and so on");
    types.push_back(*type);
  }
  if (types.size() == 1)
    return printValues(types[0]);
  std::string reason;
  std::optional<FloatConversion> conversion =
      FloatConversion::make(types[0], types[1], reason);
  if (!conversion)
    return fail(reason);
  if (!selectRules(*conversion))
    return 1;
  std::vector<APInt> codes;
  for (const std::string &text : given.drop_front(2)) {
    std::optional<APInt> code = conversion->from.parseCode(text);
    if (!code)
      return fail("'" + text + "' is no " + conversion->from.name);
    codes.push_back(*code);
  }
  if (!codes.empty())
    return printCodes(*conversion, codes);
  if (conversion->from.width <= 8)
    return printCodes(*conversion, allCodes(conversion->from));
  if (conversion->to.width <= 8)
    return printRanges(*conversion);
  return fail("from " + conversion->from.name + " to " + conversion->to.name +
              " only values are converted: name some");
}
