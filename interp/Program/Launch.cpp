//===- Launch.cpp - How a program is started ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Launch.h"
#include "compiler/Support/Random/Random.h"
#include "interp/Program/Address.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>
#include <utility>

using namespace tilefuzz;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Bits of memory below the number's own.
static unsigned paddingBits(ElementKind kind) {
  return storageBits(kind) -
         llvm::APFloat::getSizeInBits(getFloatSemantics(kind));
}

static uint64_t numberBits(const llvm::APFloat &number, ElementKind kind) {
  return number.bitcastToAPInt().getZExtValue() << paddingBits(kind);
}

uint64_t tilefuzz::floatBits(double value, ElementKind kind) {
  // Formats without zero, sign, infinity or NaN.
  if (kind == ElementKind::F8E8M0FNU && (value == 0 || !(value > 0)))
    return value == 0 ? 0x00 : 0xFF;
  if (kind == ElementKind::F4E2M1FN && !(std::fabs(value) < 6))
    return value < 0 ? 0xF : 0x7;
  // What the machine has itself.
  if (kind == ElementKind::F64)
    return llvm::bit_cast<uint64_t>(value);
  if (kind == ElementKind::F32 && !std::isnan(value))
    return llvm::bit_cast<uint32_t>(float(value));
  llvm::APFloat number(value);
  bool lossy;
  number.convert(getFloatSemantics(kind), llvm::APFloat::rmNearestTiesToEven,
                 &lossy);
  return numberBits(number, kind);
}

double tilefuzz::floatValue(uint64_t bits, ElementKind kind) {
  // Powers of two and a NaN, which APFloat converts to an infinity.
  if (kind == ElementKind::F8E8M0FNU)
    return bits == 0xFF ? std::numeric_limits<double>::quiet_NaN()
                        : std::ldexp(1.0, int(bits) - 127);
  if (kind == ElementKind::F64)
    return llvm::bit_cast<double>(bits);
  if (kind == ElementKind::F32)
    return llvm::bit_cast<float>(uint32_t(bits));
  const llvm::fltSemantics &semantics = getFloatSemantics(kind);
  llvm::APFloat number(semantics,
                       llvm::APInt(llvm::APFloat::getSizeInBits(semantics),
                                   bits >> paddingBits(kind),
                                   /*isSigned=*/false, /*implicitTrunc=*/true));
  bool lossy;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &lossy);
  return number.convertToDouble();
}

static uint64_t truncateTo(uint64_t bits, ElementKind kind) {
  if (kind == ElementKind::I1)
    return bits & 1;
  unsigned width = storageBits(kind);
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

/// Whether the format has anything for a zero, a negative value or a NaN.
static bool hasValue(double value, ElementKind kind) {
  if (kind == ElementKind::F8E8M0FNU)
    return !(value <= 0);
  return kind != ElementKind::F4E2M1FN || !std::isnan(value);
}

/// A literal as the launch grammar allows it; nullopt if malformed or out of
/// the type's range.
static std::optional<uint64_t> parseLiteral(StringRef text, ElementKind kind) {
  text = text.trim();
  unsigned width = kind == ElementKind::I1 ? 1 : storageBits(kind);
  if (text.starts_with("0x") || text.starts_with("0X")) {
    uint64_t bits;
    if (text.drop_front(2).getAsInteger(16, bits) ||
        (width < 64 && bits >> width))
      return std::nullopt;
    return bits;
  }
  if (isFloat(kind)) {
    double value;
    if (text.getAsDouble(value) || !hasValue(value, kind))
      return std::nullopt;
    return floatBits(value, kind);
  }
  int64_t value;
  if (text.getAsInteger(10, value)) {
    uint64_t large;
    if (text.getAsInteger(10, large))
      return std::nullopt;
    value = int64_t(large);
    if (width < 64)
      return std::nullopt;
  }
  // Any value that fits signed or unsigned.
  if (width < 64 &&
      (value < -(int64_t(1) << (width - 1)) || value >= (int64_t(1) << width)))
    return std::nullopt;
  return truncateTo(uint64_t(value), kind);
}

llvm::Expected<uint64_t> tilefuzz::scalarBits(const ArgSpec &arg,
                                              ElementKind kind) {
  if (arg.buffer >= 0)
    return llvm::createStringError("a buffer was given for a scalar parameter "
                                   "of type " +
                                   tilefuzz::toString(kind));
  if (std::optional<uint64_t> bits = parseLiteral(arg.scalar, kind))
    return *bits;
  return llvm::createStringError("'" + arg.scalar + "' is no value of type " +
                                 tilefuzz::toString(kind));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string Launch::toString() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "// tilefuzz.launch";
  if (!kernel.empty())
    os << " kernel=@" << kernel;
  os << " grid=" << grid[0] << ',' << grid[1] << ',' << grid[2]
     << " seed=" << seed;
  if (block[0])
    os << " block=" << block[0] << ',' << block[1] << ',' << block[2];
  if (sharedBytes)
    os << " shared=" << sharedBytes;
  if (!devices.empty()) {
    os << " devices=";
    llvm::interleave(devices, os, ",");
  }
  os << '\n';
  for (const BufferSpec &buffer : buffers)
    os << "// tilefuzz.buffer " << buffer.name << " : "
       << tilefuzz::toString(buffer.kind) << '[' << buffer.count
       << "] = " << buffer.init << '\n';
  if (!args.empty()) {
    os << "// tilefuzz.args";
    for (const ArgSpec &arg : args) {
      os << ' ';
      if (arg.buffer < 0) {
        os << arg.scalar;
        continue;
      }
      os << '&' << buffers[arg.buffer].name;
      if (arg.offset)
        os << '+' << arg.offset;
    }
    os << '\n';
  }
  return text;
}

namespace {
/// Reads the launch lines of one file.
class LaunchParser {
public:
  explicit LaunchParser(StringRef fileName) : fileName(fileName) {}

  llvm::Expected<Launch> parse(StringRef text) {
    while (!text.empty()) {
      auto [current, rest] = text.split('\n');
      ++line;
      text = rest;
      StringRef body = current.trim();
      if (body.empty())
        continue;
      if (!body.consume_front("//"))
        break;
      body = body.ltrim();
      if (!body.starts_with("tilefuzz."))
        continue;
      lineStart = current.data();
      if (llvm::Error error = parseLine(body.drop_front(9)))
        return std::move(error);
    }
    uint64_t numBlocks =
        uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
    if (!launch.devices.empty() && launch.devices.size() != numBlocks)
      return error(devicesText, "the grid has " + llvm::Twine(numBlocks) +
                                    " blocks, but devices= names " +
                                    llvm::Twine(launch.devices.size()));
    return std::move(launch);
  }

private:
  llvm::Error error(StringRef at, const llvm::Twine &message) {
    unsigned column = at.data() >= lineStart ? at.data() - lineStart + 1 : 1;
    return llvm::createStringError(fileName + ":" + llvm::Twine(line) + ":" +
                                   llvm::Twine(column) + ": error: " + message);
  }

  llvm::Error parseLine(StringRef text) {
    StringRef word = text.take_until([](char c) { return c == ' '; });
    StringRef rest = text.drop_front(word.size());
    if (word == "launch")
      return parseLaunchLine(rest);
    if (word == "buffer")
      return parseBufferLine(rest);
    if (word == "args")
      return parseArgsLine(rest);
    if (word == "expect")
      return llvm::Error::success();
    return error(word, "unknown launch line 'tilefuzz." + word +
                           "', expected launch, buffer or args");
  }

  /// One to three numbers from 1 to below `limit`.
  llvm::Error parseExtents(StringRef key, StringRef value, uint32_t limit,
                           StringRef limitText,
                           std::array<uint32_t, 3> &extents) {
    llvm::SmallVector<StringRef> parts;
    value.split(parts, ',');
    if (parts.empty() || parts.size() > 3)
      return error(value, "expected one to three " + key + " extents");
    extents = {1, 1, 1};
    for (auto [i, part] : llvm::enumerate(parts))
      if (part.getAsInteger(10, extents[i]) || extents[i] == 0 ||
          extents[i] >= limit)
        return error(part, "a " + key + " extent must be in [1, " + limitText +
                               "), got '" + part + "'");
    return llvm::Error::success();
  }

  llvm::Error parseLaunchLine(StringRef text) {
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(text, words);
    for (StringRef word : words) {
      auto [key, value] = word.split('=');
      if (key == "kernel") {
        launch.kernel = value.ltrim('@').str();
      } else if (key == "seed") {
        if (value.getAsInteger(0, launch.seed))
          return error(value, "expected a seed, got '" + value + "'");
      } else if (key == "grid") {
        if (llvm::Error error =
                parseExtents(key, value, 1u << 24, "2^24", launch.grid))
          return error;
      } else if (key == "block") {
        if (llvm::Error error =
                parseExtents(key, value, 1025, "1025", launch.block))
          return error;
      } else if (key == "shared") {
        // What the largest CTA of any GPU so far may have.
        constexpr uint32_t most = 227 << 10;
        if (value.getAsInteger(10, launch.sharedBytes) ||
            launch.sharedBytes > most)
          return error(value, "bytes of shared memory must be in [0, " +
                                  llvm::Twine(most) + "], got '" + value + "'");
      } else if (key == "devices") {
        devicesText = value;
        launch.devices.clear();
        llvm::SmallVector<StringRef> parts;
        value.split(parts, ',');
        for (StringRef part : parts)
          if (part.getAsInteger(10, launch.devices.emplace_back()))
            return error(part, "expected a device number, got '" + part + "'");
      } else {
        return error(word,
                     "unknown launch key '" + key +
                         "', expected kernel, grid, block, shared, seed or "
                         "devices");
      }
    }
    return llvm::Error::success();
  }

  llvm::Error parseBufferLine(StringRef text) {
    BufferSpec buffer;
    auto [name, rest] = text.split(':');
    buffer.name = name.trim().str();
    if (buffer.name.empty())
      return error(text, "expected 'NAME : TYPE[COUNT] = INIT'");
    for (const BufferSpec &other : launch.buffers)
      if (other.name == buffer.name)
        return error(name.trim(), "buffer '" + buffer.name + "' given twice");
    auto [type, init] = rest.split('=');
    auto [kind, count] = type.trim().split('[');
    if (!parseElementKind(kind.trim(), buffer.kind))
      return error(kind, "unknown element type '" + kind.trim() + "'");
    if (!count.consume_back("]") || count.getAsInteger(10, buffer.count) ||
        buffer.count == 0 || buffer.count > maxElements)
      return error(count,
                   "expected a count in [1, " + llvm::Twine(maxElements) + "]");
    if (buffer.count % elementsPerByteGroup(buffer.kind))
      return error(count, "elements of type " + kind.trim() +
                              " fill bytes in pairs; expected an even count");
    if (!init.trim().empty())
      buffer.init = init.trim().str();
    // Reports a malformed initialiser at its place. Whether it is one does not
    // depend on the count, and a line of text must not cost gigabytes.
    launch.buffers.push_back(std::move(buffer));
    BufferSpec &added = launch.buffers.back();
    uint64_t all = std::exchange(added.count, elementsPerByteGroup(added.kind));
    llvm::Expected<std::vector<uint8_t>> bytes =
        initialContents(launch, launch.buffers.size() - 1);
    added.count = all;
    if (!bytes)
      return error(init.trim(), llvm::toString(bytes.takeError()));
    return llvm::Error::success();
  }

  llvm::Error parseArgsLine(StringRef text) {
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(text, words);
    for (StringRef word : words) {
      ArgSpec arg;
      StringRef name = word;
      if (!name.consume_front("&")) {
        arg.scalar = word.str();
        launch.args.push_back(std::move(arg));
        continue;
      }
      StringRef offset;
      std::tie(name, offset) = name.split('+');
      for (auto [i, buffer] : llvm::enumerate(launch.buffers))
        if (buffer.name == name)
          arg.buffer = i;
      if (arg.buffer < 0)
        return error(name, "unknown buffer '" + name + "'");
      if (!offset.empty() && offset.getAsInteger(10, arg.offset))
        return error(offset, "expected a byte offset, got '" + offset + "'");
      launch.args.push_back(std::move(arg));
    }
    return llvm::Error::success();
  }

  /// Bounds what a hostile launch can allocate.
  static constexpr uint64_t maxElements = uint64_t(1) << 28;
  StringRef fileName;
  unsigned line = 0;
  const char *lineStart = nullptr;
  Launch launch;
  StringRef devicesText;
};
} // namespace

llvm::Expected<Launch> tilefuzz::parseLaunch(StringRef text,
                                             StringRef fileName) {
  return LaunchParser(fileName).parse(text);
}

//===----------------------------------------------------------------------===//
// Initial contents
//===----------------------------------------------------------------------===//

namespace {
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() { return nextRandom(state); }
  /// Uniform in [0, bound); 0 stands for 2^64.
  uint64_t below(uint64_t bound) { return bound ? next() % bound : next(); }
  double unit() { return double(next() >> 11) * 0x1p-53; }

private:
  uint64_t state;
};
} // namespace

static std::vector<uint64_t> specialBits(ElementKind kind) {
  if (!isFloat(kind)) {
    unsigned width = kind == ElementKind::I1 ? 1 : 8 * byteSize(kind);
    uint64_t top = uint64_t(1) << (width - 1);
    std::vector<uint64_t> values = {0, 1, ~uint64_t(0), top, top - 1, 2};
    for (uint64_t &value : values)
      value = truncateTo(value, kind);
    return values;
  }
  // Few enough, or without what is listed below: every code, or the ends.
  if (kind == ElementKind::F4E2M1FN)
    return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  if (kind == ElementKind::F8E8M0FNU)
    return {0x00, 0x01, 0x7E, 0x7F, 0x80, 0xFE, 0xFF};
  std::vector<uint64_t> values;
  const llvm::fltSemantics &semantics = getFloatSemantics(kind);
  for (bool negative : {false, true}) {
    for (const llvm::APFloat &number :
         {llvm::APFloat::getZero(semantics, negative),
          llvm::APFloat::getInf(semantics, negative),
          llvm::APFloat::getSmallest(semantics, negative),
          llvm::APFloat::getSmallestNormalized(semantics, negative),
          llvm::APFloat::getLargest(semantics, negative)})
      values.push_back(numberBits(number, kind));
    values.push_back(floatBits(negative ? -1 : 1, kind));
  }
  values.push_back(numberBits(llvm::APFloat::getQNaN(semantics), kind));
  return values;
}

/// `&name[+byteoffset]`, as arguments have it.
static std::optional<uint64_t>
parseAddress(StringRef word, const Launch &launch, const BufferSpec &spec) {
  auto [name, offsetText] = word.trim().drop_front().split('+');
  int64_t offset = 0;
  if (spec.kind != ElementKind::I64 ||
      (!offsetText.empty() && offsetText.getAsInteger(10, offset)))
    return std::nullopt;
  for (auto [i, buffer] : llvm::enumerate(launch.buffers))
    if (buffer.name == name.trim())
      return addressOf(int64_t(i), offset);
  return std::nullopt;
}

llvm::Expected<std::vector<uint8_t>>
tilefuzz::initialContents(const Launch &launch, size_t bufferIndex) {
  const BufferSpec &spec = launch.buffers[bufferIndex];
  ElementKind kind = spec.kind;
  if (spec.count % elementsPerByteGroup(kind))
    return llvm::createStringError("a buffer of " + tilefuzz::toString(kind) +
                                   " takes an even number of elements");
  StringRef name, argText;
  std::tie(name, argText) = StringRef(spec.init).split('(');
  name = name.trim();
  argText = argText.trim();
  if (!argText.consume_back(")"))
    return llvm::createStringError("expected an initialiser such as fill(0), "
                                   "got '" +
                                   spec.init + "'");
  llvm::SmallVector<StringRef> words;
  if (!argText.trim().empty())
    argText.split(words, ',');
  std::vector<uint64_t> args;
  for (StringRef word : words) {
    std::optional<uint64_t> bits = word.trim().starts_with("&")
                                       ? parseAddress(word, launch, spec)
                                       : parseLiteral(word, kind);
    if (!bits)
      return llvm::createStringError("'" + word.trim() +
                                     "' is no value of type " +
                                     tilefuzz::toString(kind));
    args.push_back(*bits);
  }
  auto wants = [&](size_t count) -> llvm::Error {
    if (args.size() == count)
      return llvm::Error::success();
    return llvm::createStringError(name + " takes " + llvm::Twine(count) +
                                   " values, got " + llvm::Twine(args.size()));
  };

  Random random(launch.seed * 0x2545F4914F6CDD1D + bufferIndex);
  std::vector<uint64_t> values(spec.count);
  if (name == "fill") {
    if (llvm::Error error = wants(1))
      return std::move(error);
    std::fill(values.begin(), values.end(), args[0]);
  } else if (name == "iota") {
    if (llvm::Error error = wants(2))
      return std::move(error);
    double first = isFloat(kind) ? floatValue(args[0], kind) : 0;
    double step = isFloat(kind) ? floatValue(args[1], kind) : 0;
    for (uint64_t i = 0; i < spec.count; ++i)
      values[i] = isFloat(kind) ? floatBits(first + double(i) * step, kind)
                                : truncateTo(args[0] + i * args[1], kind);
  } else if (name == "uniform") {
    if (llvm::Error error = wants(2))
      return std::move(error);
    unsigned width = kind == ElementKind::I1 ? 1 : 8 * byteSize(kind);
    double least = isFloat(kind) ? floatValue(args[0], kind) : 0;
    double most = isFloat(kind) ? floatValue(args[1], kind) : 0;
    for (uint64_t &value : values) {
      if (isFloat(kind)) {
        value = floatBits(least + (most - least) * random.unit(), kind);
        continue;
      }
      int64_t low = llvm::SignExtend64(args[0], width);
      int64_t high = llvm::SignExtend64(args[1], width);
      value = truncateTo(uint64_t(low) +
                             random.below(uint64_t(high) - uint64_t(low) + 1),
                         kind);
    }
  } else if (name == "permutation") {
    if (llvm::Error error = wants(0))
      return std::move(error);
    for (uint64_t i = 0; i < spec.count; ++i) {
      uint64_t j = random.below(i + 1);
      values[i] = values[j];
      values[j] =
          isFloat(kind) ? floatBits(double(i), kind) : truncateTo(i, kind);
    }
  } else if (name == "special") {
    if (llvm::Error error = wants(0))
      return std::move(error);
    std::vector<uint64_t> choices = specialBits(kind);
    for (uint64_t &value : values)
      value = choices[random.below(choices.size())];
  } else if (name == "bits") {
    if (llvm::Error error = wants(0))
      return std::move(error);
    for (uint64_t &value : values)
      value = truncateTo(random.next(), kind);
  } else if (name == "list") {
    if (args.empty())
      return llvm::createStringError("list needs at least one value");
    for (uint64_t i = 0; i < spec.count; ++i)
      values[i] = args[i % args.size()];
  } else {
    return llvm::createStringError("unknown initialiser '" + name + "'");
  }

  unsigned size = byteSize(kind);
  unsigned perGroup = elementsPerByteGroup(kind);
  std::vector<uint8_t> bytes(spec.count / perGroup * size);
  if (perGroup == 1) {
    auto pack = [&](auto zero) {
      using T = decltype(zero);
      for (uint64_t i = 0; i < spec.count; ++i)
        llvm::support::endian::write<T, llvm::endianness::little>(
            &bytes[i * sizeof(T)], T(values[i]));
    };
    switch (size) {
    case 1:
      pack(uint8_t());
      break;
    case 2:
      pack(uint16_t());
      break;
    case 4:
      pack(uint32_t());
      break;
    default:
      pack(uint64_t());
    }
    return bytes;
  }
  for (uint64_t i = 0; i < spec.count; ++i) {
    uint64_t group = values[i] << i % perGroup * storageBits(kind);
    for (unsigned byte = 0; byte < size; ++byte)
      bytes[i / perGroup * size + byte] |= uint8_t(group >> (8 * byte));
  }
  return bytes;
}
