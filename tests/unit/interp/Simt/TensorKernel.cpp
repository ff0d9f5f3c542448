//===- TensorKernel.cpp - Kernels that use tensor memory, for tests -------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"
#include "interp/Simt/PtxProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::test;

/// With the module's parameters: bytes of the image, words of tensor memory,
/// columns of it, set-up, use, wait, columns of the result, threads.
static constexpr const char *kernelText = R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [{0} x i8] undef, align 1024
@a = internal addrspace(3) global i32 undef, align 4
@b = internal addrspace(3) global i64 undef, align 8
{1}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
declare i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6), i1)
declare void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6), i32, i1)
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.tcgen05.wait.st()
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
declare void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6))
declare void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6), i64, i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.mma.tensor(ptr addrspace(6), ptr addrspace(6), i64, i32, i1, i32, i32, i32)
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.4x256b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.128x128b.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg1(ptr addrspace(6), i64)
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(ptr addrspace(6), i64)

define ptx_kernel void @k(ptr addrspace(1) %image, ptr addrspace(1) %tensor, ptr addrspace(1) %out) "nvvm.reqntid"="128" {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %t, 0
  %warp = lshr i32 %t, 5
  %is0 = icmp eq i32 %warp, 0
  %lanes = shl i32 %warp, 21
  br label %fill
fill:
  %i = phi i32 [ %t, %entry ], [ %i1, %filled ]
  %more = icmp ult i32 %i, {0}
  br i1 %more, label %filled, label %allocate
filled:
  %from = getelementptr i8, ptr addrspace(1) %image, i32 %i
  %byte = load i8, ptr addrspace(1) %from
  %to = getelementptr i8, ptr addrspace(3) @s, i32 %i
  store i8 %byte, ptr addrspace(3) %to
  %i1 = add i32 %i, 128
  br label %fill
allocate:
  {3}
  br i1 %is0, label %alloc, label %ready
alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @a, i32 512)
  br i1 %first, label %init, label %ready
init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @b, i32 1)
  br label %ready
ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %address = load i32, ptr addrspace(3) @a
  %m = inttoptr i32 %address to ptr addrspace(6)
  %own = add i32 %address, %lanes
  br label %write
write:
  %j = phi i32 [ 0, %ready ], [ %j1, %written ]
  %left = icmp ult i32 %j, {2}
  br i1 %left, label %written, label %begin
written:
  %row = mul i32 %t, {2}
  %word = add i32 %row, %j
  %source = getelementptr i32, ptr addrspace(1) %tensor, i32 %word
  %value = load i32, ptr addrspace(1) %source
  %cell = add i32 %own, %j
  %place = inttoptr i32 %cell to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %place, i32 %value, i1 false)
  %j1 = add i32 %j, 1
  br label %write
begin:
  call void @llvm.nvvm.tcgen05.wait.st()
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  br i1 %first, label %use, label %used
use:
  {4}
  br label %used
used:
  {5}
  br label %settled
settled:
  br label %read
read:
  %c = phi i32 [ 0, %settled ], [ %c1, %reading ]
  %further = icmp ult i32 %c, {6}
  br i1 %further, label %reading, label %end
reading:
  %at = add i32 %own, %c
  %pointer = inttoptr i32 %at to ptr addrspace(6)
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %pointer, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %base = mul i32 %t, {6}
  %index = add i32 %base, %c
  %target = getelementptr i32, ptr addrspace(1) %out, i32 %index
  store i32 %v, ptr addrspace(1) %target
  %c1 = add i32 %c, 1
  br label %read
end:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %is0, label %release, label %exit
release:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %m, i32 512)
  br label %exit
exit:
  ret void
}
)";

/// What stands for statements; `#` is a number of its own.
static std::string expand(llvm::StringRef text) {
  static constexpr std::pair<const char *, const char *> words[] = {
      {"wait", "br label %w#\nw#:\n  %d# = call i1 "
               "@llvm.nvvm.mbarrier.try.wait.parity.relaxed.scope.cta.space."
               "cta(ptr addrspace(3) @b, i32 0)\n  br i1 %d#, label %g#, label "
               "%w#\ng#:"},
      {"after", "call void @llvm.nvvm.tcgen05.fence.after.thread.sync()"},
      {"before", "call void @llvm.nvvm.tcgen05.fence.before.thread.sync()"},
      {"bar", "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"},
      {"commit", "call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr "
                 "addrspace(3) @b)"},
      {"shift", "call void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6) "
                "%m)"},
  };
  static unsigned number = 0;
  std::string result;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    // A line is words, or a statement.
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::SplitString(line, parts);
    bool areWords = llvm::all_of(parts, [&](llvm::StringRef part) {
      return llvm::any_of(words, [&](auto word) { return part == word.first; });
    });
    if (!areWords) {
      result += line.str() + "\n  ";
      continue;
    }
    for (llvm::StringRef part : parts)
      for (auto [word, meaning] : words)
        if (part == word) {
          std::string one = meaning;
          ++number;
          for (size_t at; (at = one.find('#')) != one.npos;)
            one.replace(at, 1, std::to_string(number));
          result += one + "\n  ";
        }
  }
  return result;
}

/// What LLVM's back end makes of it.
static std::string emitPtx(llvm::Module &module) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  std::string error;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  EXPECT_TRUE(target) << error;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, "sm_100a", "+ptx86", llvm::TargetOptions(), std::nullopt));
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager passes;
  module.setDataLayout(machine->createDataLayout());
  bool isUnknown = machine->addPassesToEmitFile(
      passes, os, nullptr, llvm::CodeGenFileType::AssemblyFile);
  EXPECT_FALSE(isUnknown);
  passes.run(module);
  return text.str().str();
}

static void expectSame(const Outcome &ofIr, const Outcome &ofPtx,
                       const std::string &text) {
  // But for where it is.
  auto what = [](const Outcome &outcome) {
    return llvm::StringRef(outcome.summary()).split(" at ").first.str();
  };
  EXPECT_EQ(what(ofIr), what(ofPtx)) << text;
  EXPECT_EQ(ofIr.status, ofPtx.status);
  ASSERT_EQ(ofIr.buffers.size(), ofPtx.buffers.size());
  for (auto [mine, other] : llvm::zip_equal(ofIr.buffers, ofPtx.buffers)) {
    // What the source leaves open, the back end may choose.
    ASSERT_EQ(mine.bytes.size(), other.bytes.size());
    for (size_t i = 0; i < mine.bytes.size(); ++i) {
      if (!mine.unspecified.empty() && mine.unspecified[i])
        continue;
      ASSERT_TRUE(other.unspecified.empty() || !other.unspecified[i]) << text;
      ASSERT_EQ(mine.bytes[i], other.bytes[i]) << i << text;
    }
  }
}

Outcome TensorKernel::run() const {
  unsigned bytes = std::max<size_t>(image.size(), 16);
  std::string text = kernelText;
  // `formatv` would take the braces of IR for its own.
  const std::string parameters[] = {
      std::to_string(bytes),  declarations, std::to_string(tensorColumns),
      expand(setUp),          expand(use),  expand(wait),
      std::to_string(columns)};
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    std::string name = "{" + std::to_string(i) + "}";
    for (size_t at; (at = text.find(name)) != text.npos;)
      text.replace(at, name.size(), parameter);
  }
  Outcome failed;
  failed.status = RunStatus::Unsupported;
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str() << " line " << error.getLineNo()
                  << "\n"
                  << text;
    return failed;
  }
  auto list = [](auto &&values) {
    std::string text = "list(";
    for (auto value : values)
      text += (text.back() == '(' ? "" : ", ") +
              std::to_string(std::make_signed_t<decltype(value)>(value));
    return text + (values.empty() ? "0)" : ")");
  };
  std::string launchText =
      "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n// tilefuzz.buffer "
      "image : i8[" +
      std::to_string(bytes) + "] = " + list(image) +
      "\n// tilefuzz.buffer tensor : i32[" +
      std::to_string(std::max<size_t>(tensor.size(), 1)) +
      "] = " + list(tensor) + "\n// tilefuzz.buffer out : i32[" +
      std::to_string(128 * columns) +
      "] = fill(0)\n// tilefuzz.args &image &tensor &out\n";
  llvm::Expected<Launch> launch = parseLaunch(launchText, "test");
  if (!launch) {
    ADD_FAILURE() << llvm::toString(launch.takeError());
    return failed;
  }
  SimtOptions options;
  options.threads = 128;
  options.schedule = schedule;
  Outcome outcome = runSimt(*module, *launch, options);
  std::string ptx = emitPtx(*module);
  llvm::Expected<std::unique_ptr<PtxProgram>> program =
      PtxProgram::create(ptx, *launch);
  if (!program)
    ADD_FAILURE() << llvm::toString(program.takeError()) << "\n" << ptx;
  else
    expectSame(outcome, (*program)->run(*launch, options), ptx);
  return outcome;
}

std::string test::descriptor(const std::string &name, unsigned offset,
                             unsigned leading, unsigned stride,
                             unsigned swizzle) {
  unsigned mode = swizzle == 128  ? 2
                  : swizzle == 64 ? 4
                  : swizzle == 32 ? 6
                                  : 0;
  uint64_t bits = uint64_t(leading >> 4) << 16 | uint64_t(stride >> 4) << 32 |
                  uint64_t(1) << 46 | uint64_t(mode) << 61;
  std::string n = "%" + name;
  return n +
         ".n = ptrtoint ptr addrspace(3) getelementptr (i8, ptr "
         "addrspace(3) @s, i32 " +
         std::to_string(offset) + ") to i32\n  " + n + ".w = zext i32 " + n +
         ".n to i64\n  " + n + ".s = lshr i64 " + n + ".w, 4\n  " + n +
         ".a = and i64 " + n + ".s, 16383\n  " + n + " = or i64 " + n + ".a, " +
         std::to_string(int64_t(bits)) + "\n";
}

uint32_t test::wordOf(const Outcome &outcome, size_t index) {
  uint32_t value = ~0u;
  if (isSpecified(outcome, index))
    memcpy(&value, outcome.buffers[2].bytes.data() + 4 * index, 4);
  return value;
}

bool test::isSpecified(const Outcome &outcome, size_t index) {
  const BufferImage &image = outcome.buffers[2];
  return image.unspecified.empty() || !image.unspecified[4 * index];
}
