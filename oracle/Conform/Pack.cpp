//===- Pack.cpp - A program as a case of a bundle -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Conform/Pack.h"
#include "compiler/Support/DynamicShared.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefuzz;

/// The kernel's text from its name on, empty if there is no such kernel.
static llvm::StringRef findKernel(llvm::StringRef ptx, llvm::StringRef name) {
  while (true) {
    size_t at = ptx.find(".entry");
    if (at == llvm::StringRef::npos)
      return {};
    ptx = ptx.drop_front(at + strlen(".entry")).ltrim();
    llvm::StringRef rest = ptx;
    if (rest.consume_front(name) &&
        (rest.empty() ||
         !(llvm::isAlnum(rest[0]) || rest[0] == '_' || rest[0] == '$')))
      return rest;
  }
}

/// Reads `.reqntid 128, 1, 1` among the directives before the body.
static bool readThreads(llvm::StringRef kernel,
                        std::array<uint32_t, 3> &block) {
  llvm::StringRef head = kernel.take_until([](char c) { return c == '{'; });
  for (llvm::StringRef directive : {".reqntid", ".maxntid"}) {
    size_t at = head.find(directive);
    if (at == llvm::StringRef::npos)
      continue;
    llvm::StringRef text = head.drop_front(at + directive.size());
    for (unsigned i = 0; i < 3; ++i) {
      text = text.ltrim();
      if (i && !text.consume_front(","))
        return true;
      text = text.ltrim();
      if (text.consumeInteger(10, block[i]) || !block[i])
        return false;
    }
    return true;
  }
  return false;
}

/// Reads `KERNEL_dynamic_shared_bytes = 98304;` (compiler/Support/
/// DynamicShared.h); a module without needs none.
static bool readDynamicShared(llvm::StringRef ptx, llvm::StringRef kernel,
                              uint32_t &bytes) {
  std::string name = (" " + kernel + dynamicSharedSuffix).str();
  size_t at = ptx.find(name);
  if (at == llvm::StringRef::npos)
    return true;
  llvm::StringRef text = ptx.drop_front(at + name.size()).ltrim();
  return text.consume_front("=") && !text.ltrim().consumeInteger(10, bytes);
}

static conform::Buffer packBuffer(const BufferImage &expected,
                                  std::vector<uint8_t> input) {
  conform::Buffer buffer;
  buffer.name = expected.name;
  buffer.type = toString(expected.kind).str();
  buffer.input = std::move(input);
  buffer.expected = expected.bytes;
  if (llvm::is_contained(expected.unspecified, true))
    buffer.unspecified.assign(expected.unspecified.begin(),
                              expected.unspecified.end());
  for (const BufferImage::Enclosure &one : expected.enclosures)
    buffer.enclosures.push_back({one.lo, one.hi, one.exact, one.mayBeNaN});
  return buffer;
}

llvm::Expected<conform::Case> tilefuzz::packCase(PackInput input,
                                                 const Launch &launch,
                                                 const Outcome &expected) {
  auto fail = [&](const llvm::Twine &what) {
    return llvm::createStringError(input.name + ": error: " + what);
  };
  if (!expected.completed())
    return fail("no expected outcome: " + expected.summary());
  if (launch.args.size() != input.parameters.size())
    return fail("the launch has " + llvm::Twine(launch.args.size()) +
                " arguments, the kernel " +
                llvm::Twine(input.parameters.size()) + " parameters");
  if (expected.buffers.size() != launch.buffers.size())
    return fail("the outcome's buffers are not the launch's");
  conform::Case one;
  bool hasCode = !input.ptx.empty();
  llvm::StringRef kernel = findKernel(input.ptx, input.kernel);
  if (hasCode && kernel.empty())
    return fail("the PTX has no kernel '" + input.kernel + "'");
  if (hasCode && !readThreads(kernel, one.block))
    return fail("kernel '" + input.kernel +
                "' states no number of threads (.reqntid or .maxntid)");
  if (hasCode && !readDynamicShared(input.ptx, input.kernel, one.sharedBytes))
    return fail("kernel '" + input.kernel +
                "' does not say how much shared memory its launch gives");
  if (launch.sharedBytes)
    one.sharedBytes = launch.sharedBytes;
  for (size_t i = 0; i < launch.buffers.size(); ++i) {
    if (llvm::StringRef(launch.buffers[i].init).contains('&'))
      return fail("buffer '" + launch.buffers[i].name +
                  "' holds addresses, which a device chooses");
    llvm::Expected<std::vector<uint8_t>> contents = initialContents(launch, i);
    if (!contents)
      return contents.takeError();
    if (contents->size() != expected.buffers[i].bytes.size())
      return fail("buffer '" + launch.buffers[i].name +
                  "' has another size in the outcome");
    one.buffers.push_back(
        packBuffer(expected.buffers[i], std::move(*contents)));
  }
  for (auto [arg, kind] : llvm::zip_equal(launch.args, input.parameters)) {
    conform::Argument argument;
    argument.buffer = arg.buffer;
    if (arg.buffer >= 0) {
      if (arg.offset < 0 ||
          uint64_t(arg.offset) > one.buffers[arg.buffer].input.size())
        return fail("an argument points outside its buffer");
      argument.offset = uint64_t(arg.offset);
    } else {
      llvm::Expected<uint64_t> bits = scalarBits(arg, kind);
      if (!bits)
        return bits.takeError();
      argument.bits = *bits;
      argument.bytes = byteSize(kind);
    }
    one.arguments.push_back(argument);
  }
  one.name = std::move(input.name);
  one.program = std::move(input.program);
  one.target = std::move(input.target);
  one.kernel = std::move(input.kernel);
  one.ptx = std::move(input.ptx);
  one.noCode = std::move(input.noCode);
  one.grid = launch.grid;
  return one;
}
