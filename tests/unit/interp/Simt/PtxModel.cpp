//===- PtxModel.cpp - Types and values of the model -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "PtxModel.h"
#include "PtxModelFloat.h"

using namespace ptxmodel;
using llvm::StringRef;

unsigned ptxmodel::widthOfType(StringRef type) {
  if (type == "pred")
    return 1;
  if (type == "amount" || type == "offset" || type == "tf32")
    return 32;
  unsigned packed = type.consume_back("x2") ? 2 : 1;
  if (const Format *format = formatNamed(type))
    return packed * (format->width == 6 ? 8 : format->width);
  unsigned width;
  if (type.drop_front().getAsInteger(10, width))
    return 0;
  return packed * width;
}

static std::vector<uint64_t> floatValues(const Format &format) {
  std::vector<uint64_t> codes;
  uint64_t sign = format.hasSign ? uint64_t(1) << (format.width - 1) : 0;
  // Formats of a byte have few.
  if (format.width <= 8) {
    for (uint64_t code = 0; code < uint64_t(1) << format.width; ++code)
      codes.push_back(code);
    return codes;
  }
  uint64_t least = uint64_t(1) << format.fraction;
  for (uint64_t code :
       {uint64_t(0), uint64_t(1), uint64_t(2), uint64_t(3), least / 2,
        least - 1, least, least + 1, format.greatest() - 1, format.greatest(),
        format.greatest() + 1, nanOf(format), nanOf(format) - least / 4})
    for (uint64_t s : {uint64_t(0), sign})
      codes.push_back(code | s);
  // Integers, halves, and ties of narrower formats.
  const long double values[] = {0.25L,
                                0.5L,
                                0.75L,
                                1,
                                1.5L,
                                2,
                                2.5L,
                                3,
                                3.5L,
                                5,
                                6,
                                6.5L,
                                7.5L,
                                10.5L,
                                100.5L,
                                127,
                                127.5L,
                                128.5L,
                                255.5L,
                                256,
                                448,
                                464,
                                465,
                                32767.5L,
                                32768,
                                57344,
                                61440,
                                65504,
                                65519,
                                65520,
                                65535.5L,
                                ldexpl(1, 31),
                                ldexpl(1, 31) - 0.5L,
                                ldexpl(1, 32),
                                ldexpl(1, 63),
                                ldexpl(1, 64),
                                ldexpl(1, 100),
                                ldexpl(1, -6),
                                ldexpl(1, -7),
                                ldexpl(3, -8),
                                ldexpl(1, -9),
                                ldexpl(1, -10),
                                ldexpl(3, -11),
                                ldexpl(1, -14),
                                ldexpl(1, -24),
                                ldexpl(1, -25),
                                ldexpl(3, -25),
                                ldexpl(1, -26),
                                ldexpl(1, -126),
                                ldexpl(1, -127),
                                ldexpl(3, -128),
                                ldexpl(1, -133),
                                ldexpl(1, -134),
                                ldexpl(3, -134),
                                1 + ldexpl(1, -11),
                                1 + ldexpl(3, -11),
                                1 + ldexpl(1, -8),
                                1 + ldexpl(3, -8),
                                1 + ldexpl(1, -4),
                                1 + ldexpl(3, -4),
                                1 + ldexpl(1, -3),
                                1 + ldexpl(1, -2),
                                1 + ldexpl(1, -23),
                                1 + ldexpl(1, -24),
                                1 + ldexpl(3, -24),
                                1 + ldexpl(1, -12),
                                1 - ldexpl(1, -24),
                                1 - ldexpl(1, -9)};
  for (long double value : values)
    for (long double one : {value, -value})
      codes.push_back(encode(format, one, FE_TONEAREST));
  return codes;
}

std::vector<uint64_t> ptxmodel::valuesOf(StringRef type) {
  if (type == "pred")
    return {0, 1};
  if (type == "amount")
    return {0,   1,   4,      7,      8,          15, 16, 23, 24,
            30,  31,  32,     33,     40,         63, 64, 65, 100,
            255, 256, 0x3210, 0x8f21, 0xffffffff, 2,  3};
  if (type == "offset")
    return {0,          1,          2,          3,          31,        32,
            0xffffffff, 0xfffffffe, 0xfffffffd, 0xffffffe0, 0x80000000};
  StringRef element = type;
  bool isPacked = element.consume_back("x2");
  std::vector<uint64_t> values;
  if (const Format *format = formatNamed(element)) {
    values = floatValues(*format);
  } else {
    unsigned width = widthOfType(element);
    for (uint64_t value : {uint64_t(0),
                           uint64_t(1),
                           uint64_t(2),
                           uint64_t(3),
                           uint64_t(5),
                           uint64_t(0x55),
                           uint64_t(0x7f),
                           uint64_t(0x80),
                           uint64_t(0xff),
                           uint64_t(0x100),
                           uint64_t(0x7fff),
                           uint64_t(0x8000),
                           uint64_t(0xffff),
                           uint64_t(0x10000),
                           uint64_t(0x7fffff),
                           uint64_t(0x800000),
                           uint64_t(0xffffff),
                           uint64_t(0x7fffffff),
                           uint64_t(0x80000000),
                           uint64_t(0x80000001),
                           uint64_t(0xffffffff),
                           uint64_t(0xfffffffe),
                           uint64_t(0x12345678),
                           uint64_t(0x89abcdef),
                           uint64_t(0xaaaaaaaa),
                           uint64_t(1) << 63,
                           ~(uint64_t(1) << 63),
                           ~uint64_t(0),
                           ~uint64_t(1),
                           uint64_t(0x0123456789abcdef),
                           uint64_t(0xfedcba9876543210)})
      values.push_back(low(value, width));
  }
  if (!isPacked)
    return values;
  unsigned width = widthOfType(element);
  if (element.starts_with("e") || element.starts_with("ue"))
    width = element == "e2m1" ? 4 : 8;
  std::vector<uint64_t> pairs;
  for (size_t i = 0; i < values.size(); ++i)
    for (size_t step : {3, 8})
      pairs.push_back(values[i] | values[(i * 7 + step) % values.size()]
                                      << width);
  return pairs;
}

std::vector<Model> ptxmodel::modelsOf(StringRef whole) {
  Name name(whole);
  for (auto family :
       {comparisonModels, conversionModels, floatModels, integerModels}) {
    std::vector<Model> models = family(name);
    if (!models.empty())
      return models;
  }
  return {};
}
