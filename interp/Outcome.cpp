//===- Outcome.cpp - What one execution of a program showed ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Outcome.h"
#include "interp/Launch.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"

using namespace tilefuzz;

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
  }
  llvm_unreachable("covered switch");
}

namespace {
struct KindRow {
  llvm::StringLiteral name;
  unsigned bytes;
  bool isFloat;
};
} // namespace

/// Indexed by ElementKind.
static constexpr KindRow kindTable[] = {
    {"i1", 1, false},  {"i8", 1, false},  {"i16", 2, false},
    {"i32", 4, false}, {"i64", 8, false}, {"f16", 2, true},
    {"bf16", 2, true}, {"f32", 4, true},  {"f64", 8, true}};

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
bool tilefuzz::isFloat(ElementKind kind) {
  return kindTable[unsigned(kind)].isFloat;
}

static uint64_t rawBits(const BufferImage &image, size_t index) {
  unsigned size = byteSize(image.kind);
  uint64_t bits = 0;
  for (unsigned i = 0; i < size; ++i)
    bits |= uint64_t(image.bytes[index * size + i]) << (8 * i);
  return bits;
}

static bool isUnspecified(const BufferImage &image, size_t index) {
  if (image.unspecified.empty())
    return false;
  unsigned size = byteSize(image.kind);
  for (unsigned i = 0; i < size; ++i)
    if (image.unspecified[index * size + i])
      return true;
  return false;
}

void tilefuzz::printElement(llvm::raw_ostream &os, const BufferImage &image,
                            size_t index) {
  if (isUnspecified(image, index)) {
    os << '?';
    return;
  }
  uint64_t bits = rawBits(image, index);
  if (isFloat(image.kind)) {
    os << llvm::format("%.9g", floatValue(bits, image.kind));
    return;
  }
  unsigned width = image.kind == ElementKind::I1 ? 8 : 8 * byteSize(image.kind);
  os << llvm::SignExtend64(bits, width);
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
  return object;
}

llvm::json::Value Outcome::toJSON() const {
  llvm::json::Object object{
      {"status", tilefuzz::toString(status)},
      {"closed", closed},
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
  llvm::json::Array images;
  for (const BufferImage &image : buffers) {
    size_t count = image.bytes.size() / byteSize(image.kind);
    llvm::json::Array elements;
    for (size_t i = 0; i < count; ++i) {
      std::string text;
      llvm::raw_string_ostream os(text);
      printElement(os, image, i);
      elements.push_back(text);
    }
    images.push_back(llvm::json::Object{
        {"name", image.name},
        {"type", tilefuzz::toString(image.kind)},
        {"bytes", llvm::toHex(image.bytes, /*LowerCase=*/true)},
        {"elements", std::move(elements)}});
  }
  object["buffers"] = std::move(images);
  llvm::json::Array pairs;
  for (const RaceReport &race : races)
    pairs.push_back(llvm::json::Object{{"first", ::toJSON(race.first)},
                                       {"second", ::toJSON(race.second)}});
  object["races"] = std::move(pairs);
  return object;
}

void Outcome::print(llvm::raw_ostream &os, size_t maxElements) const {
  os << summary() << '\n' << printed;
  for (const RaceReport &race : races)
    os << "race on " << race.first.buffer << '+' << race.first.offset << ": "
       << race.first.operation << " (" << race.first.location << ") and "
       << race.second.operation << " (" << race.second.location << ")\n";
  for (const BufferImage &image : buffers) {
    size_t count = image.bytes.size() / byteSize(image.kind);
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
