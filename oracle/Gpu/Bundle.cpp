//===- Bundle.cpp - Programs packed for a machine with a GPU --------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Gpu/Bundle.h"
#include "oracle/Gpu/Json.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>

using namespace tilefuzz::conform;

static constexpr std::string_view magic = "TILECONF";
/// The latest; the first is read, too.
static constexpr uint32_t formatVersion = 2;
static constexpr size_t headerSize = 40;

static constexpr struct {
  std::string_view name;
  ElementSize size;
  uint32_t since;
} elementTypes[] = {
    {"i1", {1, 1}, 1},        {"i8", {1, 1}, 1},       {"i16", {2, 1}, 1},
    {"i32", {4, 1}, 1},       {"i64", {8, 1}, 1},      {"f16", {2, 1}, 1},
    {"bf16", {2, 1}, 1},      {"f32", {4, 1}, 1},      {"f64", {8, 1}, 1},
    {"tf32", {4, 1}, 2},      {"f8E4M3FN", {1, 1}, 2}, {"f8E5M2", {1, 1}, 2},
    {"f8E8M0FNU", {1, 1}, 2}, {"f4E2M1FN", {1, 2}, 2},
};

ElementSize tilefuzz::conform::elementSize(std::string_view type) {
  for (const auto &row : elementTypes)
    if (row.name == type)
      return row.size;
  return {};
}

size_t tilefuzz::conform::countElements(const Buffer &buffer) {
  ElementSize size = elementSize(buffer.type);
  return size.bytes ? buffer.input.size() / size.bytes * size.perGroup : 0;
}

/// The first version of the format that can say this.
static uint32_t versionFor(const Bundle &bundle) {
  uint32_t version = 1;
  for (const Case &one : bundle.cases) {
    if (one.ptx.empty())
      version = formatVersion;
    for (const Buffer &buffer : one.buffers)
      for (const auto &row : elementTypes)
        if (row.name == buffer.type && row.since > version)
          version = row.since;
  }
  return version;
}

uint64_t tilefuzz::conform::hashOf(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : bytes)
    hash = (hash ^ c) * 0x100000001b3;
  return hash;
}

static void appendInteger(std::string &out, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    out += char(value >> (8 * i));
}

static uint64_t integerAt(std::string_view file, size_t at, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i)
    value |= uint64_t(uint8_t(file[at + i])) << (8 * i);
  return value;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
class Writer {
public:
  std::string run(const Bundle &bundle) {
    Json cases = Json::array();
    for (const Case &one : bundle.cases)
      cases.push(write(one));
    Json manifest = Json::object();
    manifest.set("format", Json::string("tilefuzz-conformance-bundle"));
    manifest.set("producer", Json::string(bundle.producer));
    manifest.set("cases", std::move(cases));
    std::string text = manifest.toString();

    std::string file(magic);
    appendInteger(file, versionFor(bundle), 4);
    appendInteger(file, 0, 4);
    appendInteger(file, text.size(), 8);
    appendInteger(file, blobs.size(), 8);
    text += blobs;
    appendInteger(file, hashOf(text), 8);
    return file + text;
  }

private:
  template <typename Container> Json blob(const Container &bytes) {
    Json json = Json::object();
    json.set("offset", Json::integer(int64_t(blobs.size())));
    json.set("size", Json::integer(int64_t(bytes.size())));
    blobs.append(bytes.begin(), bytes.end());
    return json;
  }

  Json blobOf(const std::vector<Enclosure> &enclosures) {
    std::string packed;
    for (const Enclosure &one : enclosures) {
      uint64_t bits;
      std::memcpy(&bits, &one.lo, 8);
      appendInteger(packed, bits, 8);
      std::memcpy(&bits, &one.hi, 8);
      appendInteger(packed, bits, 8);
      appendInteger(packed, unsigned(one.exact) | one.mayBeNaN << 1, 1);
    }
    return blob(packed);
  }

  static Json dimensions(const std::array<uint32_t, 3> &values) {
    Json json = Json::array();
    for (uint32_t value : values)
      json.push(Json::integer(value));
    return json;
  }

  Json write(const Case &one) {
    Json buffers = Json::array();
    for (const Buffer &buffer : one.buffers) {
      Json json = Json::object();
      json.set("name", Json::string(buffer.name));
      json.set("type", Json::string(buffer.type));
      json.set("input", blob(buffer.input));
      json.set("expected", blob(buffer.expected));
      if (!buffer.unspecified.empty())
        json.set("unspecified", blob(buffer.unspecified));
      if (!buffer.enclosures.empty())
        json.set("enclosures", blobOf(buffer.enclosures));
      buffers.push(std::move(json));
    }
    Json arguments = Json::array();
    for (const Argument &argument : one.arguments) {
      Json json = Json::object();
      if (argument.buffer >= 0) {
        json.set("buffer", Json::integer(argument.buffer));
        json.set("offset", Json::integer(int64_t(argument.offset)));
      } else {
        // JSON's integers are signed here: the bits travel in that form.
        json.set("bits", Json::integer(int64_t(argument.bits)));
        json.set("bytes", Json::integer(argument.bytes));
      }
      arguments.push(std::move(json));
    }
    Json json = Json::object();
    json.set("name", Json::string(one.name));
    json.set("target", Json::string(one.target));
    json.set("kernel", Json::string(one.kernel));
    json.set("grid", dimensions(one.grid));
    json.set("block", dimensions(one.block));
    json.set("shared_bytes", Json::integer(one.sharedBytes));
    json.set("program", blob(one.program));
    if (one.ptx.empty())
      json.set("no_code", Json::string(one.noCode));
    else
      json.set("ptx", blob(one.ptx));
    json.set("arguments", std::move(arguments));
    json.set("buffers", std::move(buffers));
    return json;
  }

  std::string blobs;
};
} // namespace

std::string tilefuzz::conform::serialize(const Bundle &bundle) {
  return Writer().run(bundle);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Every method returns false after `fail`, which keeps the first reason.
class Reader {
public:
  Reader(std::string_view blobs, std::string &error)
      : blobs(blobs), error(error) {}

  bool read(const Json &json, Bundle &bundle) {
    const std::vector<Json> *cases = arrayOf(json, "cases");
    std::string format;
    if (!read(json, "format", format) || !cases)
      return false;
    if (format != "tilefuzz-conformance-bundle")
      return fail("not a conformance bundle's manifest");
    if (!read(json, "producer", bundle.producer))
      return false;
    std::set<std::string> names;
    for (const Json &element : *cases) {
      Case one;
      if (!read(element, one))
        return false;
      if (!names.insert(one.name).second)
        return fail("two cases are called '" + one.name + "'");
      bundle.cases.push_back(std::move(one));
    }
    return true;
  }

private:
  bool fail(const std::string &what) {
    if (error.empty())
      error = where.empty() ? what : "case '" + where + "': " + what;
    return false;
  }

  bool read(const Json &json, const char *name, std::string &value) {
    const Json *member = json.get(name);
    const std::string *text = member ? member->asString() : nullptr;
    if (!text)
      return fail(std::string("'") + name + "' is not a string");
    value = *text;
    return true;
  }

  bool read(const Json &json, const char *name, int64_t least, int64_t most,
            int64_t &value) {
    const Json *member = json.get(name);
    std::optional<int64_t> integer =
        member ? member->asInteger() : std::nullopt;
    if (!integer || *integer < least || *integer > most)
      return fail(std::string("'") + name + "' is not an integer in range");
    value = *integer;
    return true;
  }

  const std::vector<Json> *arrayOf(const Json &json, const char *name) {
    const Json *member = json.get(name);
    const std::vector<Json> *array = member ? member->asArray() : nullptr;
    if (!array)
      fail(std::string("'") + name + "' is not an array");
    return array;
  }

  bool readBlob(const Json &json, const char *name, std::string_view &blob) {
    const Json *member = json.get(name);
    int64_t offset = 0, size = 0;
    if (!member)
      return fail(std::string("no blob '") + name + "'");
    if (!read(*member, "offset", 0, int64_t(blobs.size()), offset) ||
        !read(*member, "size", 0, int64_t(blobs.size()) - offset, size))
      return false;
    // Each is written once; a small file must not fill the memory with copies.
    taken += uint64_t(size);
    if (taken > blobs.size())
      return fail(std::string("blob '") + name + "' overlaps another");
    blob = blobs.substr(size_t(offset), size_t(size));
    return true;
  }

  bool readBlob(const Json &json, const char *name, Bytes &bytes) {
    std::string_view blob;
    if (!readBlob(json, name, blob))
      return false;
    bytes.assign(blob.begin(), blob.end());
    return true;
  }

  bool readBlob(const Json &json, const char *name, std::string &text) {
    std::string_view blob;
    if (!readBlob(json, name, blob))
      return false;
    text = blob;
    return true;
  }

  bool read(const Json &json, const char *name, int64_t most,
            std::array<uint32_t, 3> &values) {
    const std::vector<Json> *array = arrayOf(json, name);
    if (!array || array->size() != 3)
      return fail(std::string("'") + name + "' is not three integers");
    for (unsigned i = 0; i < 3; ++i) {
      std::optional<int64_t> value = (*array)[i].asInteger();
      if (!value || *value < 1 || *value > most)
        return fail(std::string("'") + name + "' is out of range");
      values[i] = uint32_t(*value);
    }
    return true;
  }

  bool readEnclosures(const Json &json, Buffer &buffer, size_t count) {
    std::string_view packed;
    if (!readBlob(json, "enclosures", packed))
      return false;
    if (packed.size() / 17 != count || packed.size() % 17)
      return fail("buffer '" + buffer.name +
                  "': not one enclosure per element");
    for (size_t at = 0; at < packed.size(); at += 17) {
      Enclosure one;
      uint64_t bits = integerAt(packed, at, 8);
      std::memcpy(&one.lo, &bits, 8);
      bits = integerAt(packed, at + 8, 8);
      std::memcpy(&one.hi, &bits, 8);
      one.exact = packed[at + 16] & 1;
      one.mayBeNaN = packed[at + 16] & 2;
      buffer.enclosures.push_back(one);
    }
    return true;
  }

  bool read(const Json &json, Buffer &buffer) {
    if (!read(json, "name", buffer.name) || !read(json, "type", buffer.type) ||
        !readBlob(json, "input", buffer.input) ||
        !readBlob(json, "expected", buffer.expected))
      return false;
    unsigned size = elementSize(buffer.type).bytes;
    if (!size)
      return fail("buffer '" + buffer.name + "': unknown element type");
    if (buffer.input.size() % size)
      return fail("buffer '" + buffer.name + "': not whole elements");
    if (buffer.expected.size() != buffer.input.size())
      return fail("buffer '" + buffer.name +
                  "': input and expected outcome differ in size");
    if (json.get("unspecified") &&
        (!readBlob(json, "unspecified", buffer.unspecified) ||
         buffer.unspecified.size() != buffer.input.size()))
      return fail("buffer '" + buffer.name +
                  "': not one unspecified flag per byte");
    return !json.get("enclosures") ||
           readEnclosures(json, buffer, countElements(buffer));
  }

  bool read(const Json &json, const Case &one, Argument &argument) {
    int64_t value = 0;
    if (!json.get("buffer")) {
      if (!read(json, "bits", INT64_MIN, INT64_MAX, value))
        return false;
      argument.bits = uint64_t(value);
      if (!read(json, "bytes", 1, 8, value))
        return false;
      argument.bytes = unsigned(value);
      return true;
    }
    if (!read(json, "buffer", 0, int64_t(one.buffers.size()) - 1, value))
      return false;
    argument.buffer = int(value);
    int64_t size = int64_t(one.buffers[value].input.size());
    if (!read(json, "offset", 0, size, value))
      return false;
    argument.offset = uint64_t(value);
    return true;
  }

  bool read(const Json &json, Case &one) {
    if (!read(json, "name", one.name))
      return false;
    where = one.name;
    int64_t shared = 0;
    const std::vector<Json> *buffers = arrayOf(json, "buffers");
    const std::vector<Json> *arguments = arrayOf(json, "arguments");
    if (!buffers || !arguments || !read(json, "target", one.target) ||
        !read(json, "kernel", one.kernel) ||
        !read(json, "grid", INT32_MAX, one.grid) ||
        !read(json, "block", 1024, one.block) ||
        !read(json, "shared_bytes", 0, 1 << 20, shared) ||
        !readBlob(json, "program", one.program))
      return false;
    bool hasCode = !json.get("no_code");
    if (hasCode ? !readBlob(json, "ptx", one.ptx)
                : !read(json, "no_code", one.noCode))
      return false;
    one.sharedBytes = uint32_t(shared);
    if (uint64_t(one.block[0]) * one.block[1] * one.block[2] > 1024)
      return fail("'block' has more than 1024 threads");
    std::set<std::string> names;
    for (const Json &element : *buffers) {
      Buffer buffer;
      if (!read(element, buffer))
        return false;
      if (!names.insert(buffer.name).second)
        return fail("two buffers are called '" + buffer.name + "'");
      one.buffers.push_back(std::move(buffer));
    }
    for (const Json &element : *arguments) {
      one.arguments.emplace_back();
      if (!read(element, one, one.arguments.back()))
        return false;
    }
    where.clear();
    return true;
  }

  std::string_view blobs;
  /// Bytes of `blobs` that some member had.
  uint64_t taken = 0;
  std::string &error;
  /// The case being read.
  std::string where;
};
} // namespace

std::optional<Bundle> tilefuzz::conform::parseBundle(std::string_view file,
                                                     std::string &error) {
  auto fail = [&](const std::string &what) -> std::optional<Bundle> {
    error = what;
    return std::nullopt;
  };
  if (file.substr(0, magic.size()) != magic)
    return fail("not a conformance bundle");
  if (file.size() < headerSize)
    return fail("truncated: no whole header");
  uint64_t version = integerAt(file, 8, 4);
  if (version < 1 || version > formatVersion)
    return fail("format version " + std::to_string(version) +
                "; this tool reads versions 1 to " +
                std::to_string(formatVersion));
  if (integerAt(file, 12, 4))
    return fail("the header's reserved bytes are not zero");
  uint64_t manifestSize = integerAt(file, 16, 8);
  uint64_t blobSize = integerAt(file, 24, 8);
  std::string_view content = file.substr(headerSize);
  if (manifestSize > content.size() ||
      content.size() - manifestSize != blobSize)
    return fail("truncated or overlong: the header promises " +
                std::to_string(manifestSize) + " + " +
                std::to_string(blobSize) + " bytes, there are " +
                std::to_string(content.size()));
  Bundle bundle;
  bundle.hash = integerAt(file, 32, 8);
  if (hashOf(content) != bundle.hash)
    return fail("damaged: the hash does not match");
  std::string reason;
  std::optional<Json> manifest =
      parseJson(content.substr(0, manifestSize), reason);
  if (!manifest)
    return fail("manifest: " + reason);
  reason.clear();
  if (!Reader(content.substr(manifestSize), reason).read(*manifest, bundle))
    return fail("manifest: " + reason);
  return bundle;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::optional<std::string> tilefuzz::conform::readFile(const std::string &path,
                                                       std::string &error) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  std::string text;
  bool failed = !file;
  if (file) {
    char chunk[65536];
    while (size_t size = std::fread(chunk, 1, sizeof chunk, file))
      text.append(chunk, size);
    failed = std::ferror(file);
    std::fclose(file);
  }
  if (!failed)
    return text;
  error = std::strerror(errno);
  return std::nullopt;
}

bool tilefuzz::conform::writeFile(const std::string &path,
                                  std::string_view text, std::string &error) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  bool ok =
      file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file)
    ok &= std::fclose(file) == 0;
  if (!ok)
    error = std::strerror(errno);
  return ok;
}
