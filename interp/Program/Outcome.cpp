//===- Outcome.cpp - What one execution of a program showed ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Program/Outcome.h"
#include "interp/Program/Launch.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"

using namespace tilefuzz;
using llvm::APFloat;

llvm::StringRef tilefuzz::toString(RunStatus status) {
  switch (status) {
  case RunStatus::Completed:
    return "completed";
  case RunStatus::UndefinedBehaviour:
    return "undefined-behaviour";
  case RunStatus::Race:
    return "race";
  case RunStatus::StepLimit:
    return "step-limit";
  case RunStatus::Deadlock:
    return "deadlock";
  case RunStatus::Unsupported:
    return "unsupported";
  case RunStatus::Trap:
    return "trap";
  }
  llvm_unreachable("covered switch");
}

namespace {
struct KindRow {
  llvm::StringLiteral name;
  unsigned bytes;
  /// Null: integers.
  const llvm::fltSemantics &(*format)() = nullptr;
  unsigned perGroup = 1;
};
} // namespace

/// Indexed by ElementKind.
static constexpr KindRow kindTable[] = {
    {"i1", 1},
    {"i8", 1},
    {"i16", 2},
    {"i32", 4},
    {"i64", 8},
    {"f16", 2, APFloat::IEEEhalf},
    {"bf16", 2, APFloat::BFloat},
    {"f32", 4, APFloat::IEEEsingle},
    {"f64", 8, APFloat::IEEEdouble},
    {"tf32", 4, APFloat::FloatTF32},
    {"f8E4M3FN", 1, APFloat::Float8E4M3FN},
    {"f8E5M2", 1, APFloat::Float8E5M2},
    {"f8E8M0FNU", 1, APFloat::Float8E8M0FNU},
    {"f4E2M1FN", 1, APFloat::Float4E2M1FN, 2}};

llvm::StringRef tilefuzz::toString(ElementKind kind) {
  return kindTable[unsigned(kind)].name;
}

bool tilefuzz::parseElementKind(llvm::StringRef text, ElementKind &kind) {
  for (size_t i = 0; i < std::size(kindTable); ++i)
    if (kindTable[i].name == text) {
      kind = ElementKind(i);
      return true;
    }
  return false;
}

unsigned tilefuzz::byteSize(ElementKind kind) {
  return kindTable[unsigned(kind)].bytes;
}
unsigned tilefuzz::elementsPerByteGroup(ElementKind kind) {
  return kindTable[unsigned(kind)].perGroup;
}
unsigned tilefuzz::storageBits(ElementKind kind) {
  return 8 * byteSize(kind) / elementsPerByteGroup(kind);
}
bool tilefuzz::isFloat(ElementKind kind) {
  return kindTable[unsigned(kind)].format;
}
const llvm::fltSemantics &tilefuzz::getFloatSemantics(ElementKind kind) {
  return kindTable[unsigned(kind)].format();
}

uint64_t BufferImage::bitsOf(size_t index) const {
  uint64_t bits = 0;
  for (unsigned i = 0; i < byteSize(kind); ++i)
    bits |= uint64_t(bytes[byteOf(index) + i]) << (8 * i);
  unsigned perGroup = elementsPerByteGroup(kind), width = storageBits(kind);
  if (perGroup == 1)
    return bits;
  return bits >> index % perGroup * width & ((uint64_t(1) << width) - 1);
}

static bool isUnspecified(const BufferImage &image, size_t index) {
  if (image.unspecified.empty())
    return false;
  for (unsigned i = 0; i < byteSize(image.kind); ++i)
    if (image.unspecified[image.byteOf(index) + i])
      return true;
  return false;
}

void tilefuzz::printElement(llvm::raw_ostream &os, const BufferImage &image,
                            size_t index) {
  if (isUnspecified(image, index)) {
    os << '?';
    return;
  }
  uint64_t bits = image.bitsOf(index);
  if (isFloat(image.kind)) {
    os << llvm::format("%.9g", floatValue(bits, image.kind));
    return;
  }
  unsigned width = image.kind == ElementKind::I1 ? 8 : 8 * byteSize(image.kind);
  os << llvm::SignExtend64(bits, width);
}

bool Outcome::isInexact() const {
  return llvm::any_of(buffers, [](const BufferImage &buffer) {
    return llvm::any_of(
        buffer.enclosures,
        [](const BufferImage::Enclosure &bounds) { return !bounds.exact; });
  });
}

std::string Outcome::summary() const {
  std::string text = toString(status).str();
  if (!condition.empty())
    text += ": " + condition;
  if (!completed() && !site.operation.empty())
    text += " at " + site.operation;
  if (!completed() && !site.location.empty())
    text += " (" + site.location + ")";
  return text;
}

static llvm::json::Object toJSON(const AccessSite &site) {
  llvm::json::Object object{{"operation", site.operation},
                            {"location", site.location}};
  if (!site.buffer.empty()) {
    object["buffer"] = site.buffer;
    object["offset"] = site.offset;
    object["access"] = site.isWrite ? "write" : "read";
  }
  if (site.element)
    object["element"] = int64_t(*site.element);
  return object;
}

/// Null for an exact element. Numbers are text, as infinities are none in JSON.
static llvm::json::Value
enclosuresToJSON(llvm::ArrayRef<BufferImage::Enclosure> enclosures) {
  auto text = [](double x) {
    std::string digits;
    llvm::raw_string_ostream(digits) << llvm::format("%.17g", x);
    return digits;
  };
  llvm::json::Array list;
  for (const BufferImage::Enclosure &bounds : enclosures) {
    if (bounds.exact) {
      list.push_back(nullptr);
      continue;
    }
    list.push_back(llvm::json::Object{{"lo", text(bounds.lo)},
                                      {"hi", text(bounds.hi)},
                                      {"mayBeNaN", bounds.mayBeNaN}});
  }
  return list;
}

llvm::json::Value Outcome::toJSON() const {
  llvm::json::Object object{
      {"status", tilefuzz::toString(status)},
      {"closed", isFullyOrdered},
      {"unstable", unstable},
      {"steps", int64_t(steps)},
      {"loads", int64_t(loads)},
      {"stores", int64_t(stores)},
  };
  if (!printed.empty())
    object["printed"] = printed;
  if (failedAssertions)
    object["failedAssertions"] = int64_t(failedAssertions);
  if (!completed()) {
    object["condition"] = condition;
    object["site"] = ::toJSON(site);
  }
  if (unstable && !unstableSite.operation.empty())
    object["unstableSite"] = ::toJSON(unstableSite);
  llvm::json::Array images;
  for (const BufferImage &image : buffers) {
    size_t count = image.numElements();
    llvm::json::Array elements;
    for (size_t i = 0; i < count; ++i) {
      std::string text;
      llvm::raw_string_ostream os(text);
      printElement(os, image, i);
      elements.push_back(text);
    }
    llvm::json::Object entry{
        {"name", image.name},
        {"type", tilefuzz::toString(image.kind)},
        {"bytes", llvm::toHex(image.bytes, /*LowerCase=*/true)},
        {"elements", std::move(elements)}};
    if (!image.enclosures.empty())
      entry["enclosures"] = enclosuresToJSON(image.enclosures);
    images.push_back(std::move(entry));
  }
  object["buffers"] = std::move(images);
  llvm::json::Array pairs;
  for (const RaceReport &race : races)
    pairs.push_back(llvm::json::Object{{"first", ::toJSON(race.first)},
                                       {"second", ::toJSON(race.second)}});
  object["races"] = std::move(pairs);
  if (!waiting.empty()) {
    llvm::json::Array blocks;
    for (const WaitingBlock &block : waiting) {
      llvm::json::Object entry{{"block", int64_t(block.block)},
                               {"loop", ::toJSON(block.site)}};
      if (!block.agent.empty())
        entry["agent"] = block.agent;
      if (!block.waitsFor.empty())
        entry["waitsFor"] = block.waitsFor;
      blocks.push_back(std::move(entry));
    }
    object["waiting"] = std::move(blocks);
  }
  return object;
}

void Outcome::print(llvm::raw_ostream &os, size_t maxElements) const {
  os << summary();
  if (status == RunStatus::UndefinedBehaviour && site.element)
    os << ", element " << *site.element;
  if (status == RunStatus::UndefinedBehaviour && !site.buffer.empty())
    os << ", byte " << site.offset << " of " << site.buffer;
  os << '\n' << printed;
  for (const RaceReport &race : races)
    os << "race on " << race.first.buffer << '+' << race.first.offset << ": "
       << race.first.operation << " (" << race.first.location << ") and "
       << race.second.operation << " (" << race.second.location << ")\n";
  for (const WaitingBlock &block : waiting) {
    os << "block " << block.block;
    if (!block.agent.empty())
      os << ", agent " << block.agent;
    os << " waits for ever in " << block.site.operation << " ("
       << block.site.location << ")";
    if (!block.waitsFor.empty())
      os << ": " << block.waitsFor;
    os << '\n';
  }
  for (const BufferImage &image : buffers) {
    size_t count = image.numElements();
    size_t shown = maxElements ? std::min(count, maxElements) : count;
    os << image.name << " : " << tilefuzz::toString(image.kind) << '[' << count
       << "] =";
    for (size_t i = 0; i < shown; ++i) {
      os << ' ';
      printElement(os, image, i);
    }
    if (shown < count)
      os << " ...";
    os << '\n';
  }
}
