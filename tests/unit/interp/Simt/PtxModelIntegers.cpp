//===- PtxModelIntegers.cpp - Integers and bits, bit by bit ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"

using namespace ptxmodel;
using llvm::StringRef;

static bool bit(uint64_t a, unsigned i) { return i < 64 && a >> i & 1; }

static Model plain(unsigned result, std::vector<std::string> operands,
                   std::function<uint64_t(const uint64_t *)> compute) {
  Model model;
  model.result = result;
  model.operands = std::move(operands);
  model.compute = [compute = std::move(compute)](const uint64_t *x) {
    return Answer{compute(x)};
  };
  return model;
}

static __int128 saturated(__int128 value, unsigned width) {
  __int128 most = (__int128(1) << (width - 1)) - 1;
  return std::min(std::max(value, -most - 1), most);
}

/// `mul.hi.s32` and what adds to it, in 128 bits; 24 of each factor where the
/// name says so.
static std::vector<Model> products(const Name &name) {
  std::string type = name.last().str();
  unsigned width = widthOfType(type);
  bool adds = name.first().starts_with("mad"),
       is24 = name.first().ends_with("24");
  bool wide = name.has("wide"), high = name.has("hi"), sat = name.has("sat");
  std::string sum = type;
  if (wide)
    sum = type[0] + std::to_string(2 * width);
  auto factor = [=](uint64_t bits) -> __int128 {
    if (!is24)
      return valueOf(type, bits);
    bits &= 0xffffff;
    return type[0] == 's' && bits >> 23 ? __int128(bits) - (1 << 24)
                                        : __int128(bits);
  };
  std::vector<std::string> operands = {type, type};
  if (adds)
    operands.push_back(sum);
  unsigned result = widthOfType(sum);
  return {plain(result, operands, [=](const uint64_t *x) {
    unsigned __int128 product =
        (unsigned __int128)(factor(x[0])) * (unsigned __int128)(factor(x[1]));
    uint64_t part =
        low(uint64_t(high ? product >> (is24 ? 16 : width) : product), result);
    if (!adds)
      return part;
    if (sat)
      return low(
          uint64_t(saturated(valueOf(type, part) + valueOf(type, x[2]), width)),
          width);
    return low(part + x[2], result);
  })};
}

/// With what sets the carry before, and reads it after.
static std::vector<Model> carries(const Name &name) {
  StringRef first = name.first();
  std::string type = name.last().str();
  unsigned width = widthOfType(type);
  bool isProduct = first.starts_with("mad"), isSub = first.starts_with("sub");
  bool reads = first.ends_with("c"), writes = name.has("cc");
  bool high = name.has("hi");
  Model model;
  model.result = width;
  model.hasSecond = true;
  model.operands.assign(isProduct ? 3 : 2, type);
  model.operands.push_back("pred");
  std::string carryIn = "x" + std::to_string(model.operands.size() - 1);
  std::string text = ".reg .b" + std::to_string(width) + " t, u; ";
  text += "selp.b" + std::to_string(width) + " t, 1, 0, " + carryIn + "; ";
  // A carry, or a borrow, if t is 1.
  text += isSub ? "sub.cc.u" + std::to_string(width) + " u, 0, t; "
                : "add.cc.u" + std::to_string(width) + " u, t, -1; ";
  text += name.whole.str() + (isProduct ? " d, x0, x1, x2; " : " d, x0, x1; ");
  text += "mov.b" + std::to_string(width) + " u, 0; ";
  if (isSub)
    text += "subc.u" + std::to_string(width) + " u, 0, 0; ";
  else
    text += "addc.u" + std::to_string(width) + " u, 0, 0; ";
  text += "setp.ne.b" + std::to_string(width) + " q, u, 0;";
  model.text = text;
  model.compute = [=](const uint64_t *x) {
    uint64_t a = x[0], b = x[1];
    bool in = x[isProduct ? 3 : 2] & 1;
    unsigned __int128 one = 1;
    if (isProduct) {
      unsigned __int128 product = (unsigned __int128)(valueOf(type, a)) *
                                  (unsigned __int128)(valueOf(type, b));
      a = low(uint64_t(high ? product >> width : product), width);
      b = x[2];
    }
    unsigned __int128 result = isSub ? (one << width) + a - b - (reads && in)
                                     : (unsigned __int128)a + b + (reads && in);
    bool out = isSub ? !(result >> width & 1) : bool(result >> width & 1);
    // What writes no carry leaves the one that was there.
    return Answer{low(uint64_t(result), width), writes ? out : in};
  };
  return {model};
}

static std::vector<Model> dots(const Name &name) {
  std::string typeA = name.parts.end()[-2].str(), typeB = name.last().str();
  bool isFour = name.first() == "dp4a", high = name.has("hi");
  unsigned parts = isFour ? 4 : 2, width = isFour ? 8 : 16;
  return {plain(32, {typeA, typeB, "u32"}, [=](const uint64_t *x) {
    int64_t sum = int64_t(x[2]);
    for (unsigned i = 0; i < parts; ++i) {
      uint64_t a = low(x[0] >> (i * width), width);
      uint64_t b = low(x[1] >> (8 * (i + (high ? 2 : 0))), 8);
      sum += int64_t(valueOf(typeA[0] + std::to_string(width), a)) *
             int64_t(valueOf(typeB[0] + std::string("8"), b));
    }
    return low(uint64_t(sum), 32);
  })};
}

static std::vector<Model> permutations(const Name &name) {
  std::string mode = name.parts.size() > 2 ? name.last().str() : "";
  return {plain(32, {"b32", "b32", "u32"}, [=](const uint64_t *x) {
    // By the table of the ISA: the bytes of the result, the highest first.
    static const struct {
      const char *mode;
      const char *rows[4];
    } tables[] = {
        {"f4e", {"3210", "4321", "5432", "6543"}},
        {"b4e", {"5670", "6701", "7012", "0123"}},
        {"rc8", {"0000", "1111", "2222", "3333"}},
        {"ecl", {"3210", "3211", "3222", "3333"}},
        {"ecr", {"0000", "1110", "2210", "3210"}},
        {"rc16", {"1010", "3232", "1010", "3232"}},
    };
    uint64_t bytes = x[0] | x[1] << 32, result = 0;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned nibble = x[2] >> (4 * i) & 15;
      for (const auto &table : tables)
        if (mode == table.mode)
          nibble = table.rows[x[2] & 3][3 - i] - '0';
      uint64_t byte = bytes >> (8 * (nibble & 7)) & 255;
      if (nibble & 8)
        byte = byte & 128 ? 255 : 0;
      result |= byte << (8 * i);
    }
    return result;
  })};
}

static std::vector<Model> logicTables(const Name &name) {
  std::vector<Model> models;
  bool hasPredicate = name.parts.size() > 2, isOr = name.has("or");
  for (unsigned table : {0x96u, 0xe8u, 0x01u, 0x80u, 0x1bu, 0xffu, 0x00u}) {
    Model model;
    model.result = 32;
    model.hasSecond = hasPredicate;
    model.operands = {"b32", "b32", "b32"};
    std::string number = std::to_string(table);
    if (hasPredicate) {
      model.operands.push_back("pred");
      model.text = name.whole.str() + " d|q, x0, x1, x2, " + number + ", x3;";
    } else {
      model.text = name.whole.str() + " d, x0, x1, x2, " + number + ";";
    }
    model.compute = [=](const uint64_t *x) {
      Answer answer;
      for (unsigned i = 0; i < 32; ++i)
        answer.bits |= uint64_t(bit(table, 4 * bit(x[0], i) + 2 * bit(x[1], i) +
                                               bit(x[2], i)))
                       << i;
      bool q = hasPredicate && x[3] & 1;
      answer.second = isOr ? answer.bits || q : answer.bits && q;
      return answer;
    };
    models.push_back(model);
  }
  return models;
}

static std::vector<Model> funnels(const Name &name) {
  bool isLeft = name.has("l"), wraps = name.has("wrap");
  return {plain(32, {"b32", "b32", "amount"}, [=](const uint64_t *x) {
    uint64_t by = wraps ? x[2] % 32 : std::min<uint64_t>(x[2], 32);
    // d = bit i of what was moved by so many places.
    uint64_t both = x[1] << 32 | x[0], result = 0;
    for (unsigned i = 0; i < 32; ++i)
      result |= uint64_t(bit(both, isLeft ? 32 + i - by : i + by)) << i;
    return result;
  })};
}

static std::vector<Model> fields(const Name &name) {
  std::string type = name.last().str();
  unsigned width = widthOfType(type);
  bool isSigned = type[0] == 's', wraps = name.has("wrap");
  StringRef first = name.first();
  if (first == "bfe")
    return {plain(width, {type, "amount", "amount"}, [=](const uint64_t *x) {
      unsigned from = x[1] & 255, length = x[2] & 255;
      bool sign = isSigned && length &&
                  bit(x[0], std::min(from + length - 1, width - 1));
      uint64_t result = 0;
      for (unsigned i = 0; i < width; ++i)
        result |= uint64_t(i < length && from + i < width ? bit(x[0], from + i)
                                                          : sign)
                  << i;
      return result;
    })};
  if (first == "bfi")
    return {
        plain(width, {type, type, "amount", "amount"}, [=](const uint64_t *x) {
          unsigned from = x[2] & 255, length = x[3] & 255;
          uint64_t result = x[1];
          for (unsigned i = 0; i < length && from + i < width; ++i) {
            uint64_t place = uint64_t(1) << (from + i);
            result = bit(x[0], i) ? result | place : result & ~place;
          }
          return result;
        })};
  if (first == "bmsk")
    return {plain(32, {"amount", "amount"}, [=](const uint64_t *x) {
      uint64_t from = wraps ? x[0] % 32 : x[0],
               length = wraps ? x[1] % 32 : x[1], result = 0;
      for (uint64_t i = 0; i < 32; ++i)
        result |= uint64_t(i >= from && i - from < length) << i;
      return result;
    })};
  // szext.
  return {plain(32, {type, "amount"}, [=](const uint64_t *x) {
    uint64_t length = wraps ? x[1] % 32 : std::min<uint64_t>(x[1], 32);
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; ++i)
      result |=
          uint64_t(i < length ? bit(x[0], i)
                              : isSigned && length && bit(x[0], length - 1))
          << i;
    return result;
  })};
}

static std::vector<Model> searches(const Name &name) {
  std::string type = name.last().str();
  unsigned width = widthOfType(type);
  if (name.first() == "fns")
    return {plain(32, {"b32", "amount", "offset"}, [](const uint64_t *x) {
      int64_t offset = int32_t(x[2]), at = uint32_t(x[1]);
      if (offset == 0)
        return at < 32 && bit(x[0], at) ? uint64_t(at) : 0xffffffff;
      int64_t left = std::abs(offset);
      for (; at >= 0 && at < 32; at += offset > 0 ? 1 : -1)
        if (bit(x[0], at) && --left == 0)
          return uint64_t(at);
      return uint64_t(0xffffffff);
    })};
  bool isSigned = type[0] == 's', isShift = name.has("shiftamt");
  return {plain(32, {type}, [=](const uint64_t *x) {
    bool sign = isSigned && bit(x[0], width - 1);
    for (int i = width - 1; i >= 0; --i)
      if (bit(x[0], i) != sign)
        return uint64_t(isShift ? width - 1 - i : i);
    return uint64_t(0xffffffff);
  })};
}

/// What is said of one value, or of two packed ones.
static std::vector<Model> simple(const Name &name) {
  StringRef first = name.first();
  std::string type = name.last().str(), element = type;
  unsigned packed = 1;
  if (StringRef(type).ends_with("x2")) {
    element = type.substr(0, type.size() - 2);
    packed = 2;
  }
  unsigned width = widthOfType(element), arity = 2;
  bool sat = name.has("sat"), relu = name.has("relu");
  std::function<__int128(const uint64_t *)> one;
  auto value = [=](uint64_t bits) { return valueOf(element, bits); };
  if (first == "add")
    one = [=](const uint64_t *x) {
      __int128 sum = value(x[0]) + value(x[1]);
      return sat ? saturated(sum, width) : sum;
    };
  else if (first == "sub")
    one = [=](const uint64_t *x) {
      __int128 rest = value(x[0]) - value(x[1]);
      return sat ? saturated(rest, width) : rest;
    };
  else if (first == "min" || first == "max")
    one = [=, isMin = first == "min"](const uint64_t *x) {
      __int128 a = value(x[0]), b = value(x[1]);
      __int128 chosen = (a < b) == isMin ? a : b;
      return relu && chosen < 0 ? __int128(0) : chosen;
    };
  else if (first == "and")
    one = [=](const uint64_t *x) { return __int128(x[0] & x[1]); };
  else if (first == "or")
    one = [=](const uint64_t *x) { return __int128(x[0] | x[1]); };
  else if (first == "xor")
    one = [=](const uint64_t *x) { return __int128(x[0] ^ x[1]); };
  else if (first == "abs" || first == "neg") {
    arity = 1;
    one = [=, isAbs = first == "abs"](const uint64_t *x) {
      __int128 a = value(x[0]);
      return isAbs && a >= 0 ? a : -a;
    };
  } else if (first == "cnot") {
    arity = 1;
    one = [=](const uint64_t *x) { return __int128(x[0] == 0); };
  } else if (first == "brev") {
    arity = 1;
    one = [=](const uint64_t *x) {
      uint64_t result = 0;
      for (unsigned i = 0; i < width; ++i)
        result |= uint64_t(bit(x[0], width - 1 - i)) << i;
      return __int128(result);
    };
  } else if (first == "sad") {
    arity = 3;
    one = [=](const uint64_t *x) {
      __int128 apart = value(x[0]) - value(x[1]);
      return value(x[2]) + (apart < 0 ? -apart : apart);
    };
  } else {
    return {};
  }
  return {plain(width * packed, std::vector<std::string>(arity, type),
                [=](const uint64_t *x) {
                  uint64_t result = 0;
                  for (unsigned i = 0; i < packed; ++i) {
                    uint64_t parts[3];
                    for (unsigned k = 0; k < arity; ++k)
                      parts[k] = low(x[k] >> (i * width), width);
                    result |= low(uint64_t(one(parts)), width) << (i * width);
                  }
                  return result;
                })};
}

std::vector<Model> ptxmodel::integerModels(const Name &name) {
  StringRef first = name.first();
  std::string type = name.last().str();
  StringRef element = name.last();
  element.consume_back("x2");
  unsigned width = widthOfType(element);
  bool isPrmt = first == "prmt";
  if (!isPrmt &&
      (width == 0 || element.starts_with("f") || element.starts_with("bf")))
    return {};
  if (name.has("cc") || first == "addc" || first == "subc" || first == "madc")
    return carries(name);
  if (first == "mul" || first == "mad" || first == "mul24" || first == "mad24")
    return products(name);
  if (first == "dp4a" || first == "dp2a")
    return dots(name);
  if (isPrmt)
    return permutations(name);
  if (first == "lop3")
    return logicTables(name);
  if (first == "shf")
    return funnels(name);
  if (first == "bfe" || first == "bfi" || first == "bmsk" || first == "szext")
    return fields(name);
  if (first == "bfind" || first == "fns")
    return searches(name);
  if (first == "popc" || first == "clz")
    return {
        plain(32, {type}, [=, isCount = first == "popc"](const uint64_t *x) {
          uint64_t count = 0;
          for (int i = width - 1; i >= 0; --i) {
            if (!isCount && bit(x[0], i))
              break;
            count += isCount ? bit(x[0], i) : 1;
          }
          return count;
        })};
  if (first == "shl" || first == "shr")
    return {plain(width, {type, "amount"},
                  [=, isLeft = first == "shl"](const uint64_t *x) {
                    if (isLeft)
                      return x[1] >= width ? 0 : low(x[0] << x[1], width);
                    return low(uint64_t(valueOf(type, x[0]) >>
                                        std::min<uint64_t>(x[1], width)),
                               width);
                  })};
  if (first == "div" || first == "rem") {
    Model model = plain(width, {type, type}, nullptr);
    model.compute = [=, isDiv = first == "div"](const uint64_t *x) {
      __int128 a = valueOf(type, x[0]), b = valueOf(type, x[1]);
      bool overflows =
          type[0] == 's' && b == -1 && x[0] == uint64_t(1) << (width - 1);
      if (b == 0 || overflows)
        return Answer{0, false, true};
      return Answer{low(uint64_t(isDiv ? a / b : a % b), width)};
    };
    return {model};
  }
  return simple(name);
}
