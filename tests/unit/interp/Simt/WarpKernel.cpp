//===- WarpKernel.cpp - Kernels of one warp, for tests ------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "WarpKernel.h"
#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "interp/Simt/Simt.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <algorithm>
#include <cstring>

using namespace tilefuzz;
using namespace tilefuzz::test;

static constexpr size_t sharedBytes = WarpKernel::sharedBytes;

static std::string ptxOf(const WarpKernel &kernel) {
  std::string bytes = std::to_string(std::min(kernel.in.size(), sharedBytes));
  return ".version 9.0\n.target sm_100a\n.address_size 64\n"
         ".entry k(.param .u64 in, .param .u64 out)\n.reqntid " +
         std::to_string(kernel.threads) +
         "\n{ .reg .b64 %in, %out, %w, %x; .reg .b32 %t, %i, %b, %s;\n"
         ".reg .pred %p; .shared .align 128 .b8 s[" +
         std::to_string(sharedBytes) +
         "];\n"
         "mov.u32 %t, %tid.x; ld.param.u64 %in, [in];\n"
         "ld.param.u64 %out, [out];\n"
         "mul.wide.u32 %w, %t, " +
         std::to_string(4 * kernel.words) +
         "; add.u64 %out, %out, %w;\n"
         "mov.u32 %i, %t;\n$fill: setp.ge.u32 %p, %i, " +
         bytes +
         "; @%p bra $filled;\ncvt.u64.u32 %w, %i; add.u64 %x, %in, %w;\n"
         "ld.global.u8 %b, [%x]; mov.u32 %s, s; add.u32 %s, %s, %i;\n"
         "st.shared.u8 [%s], %b; add.u32 %i, %i, " +
         std::to_string(kernel.threads) +
         "; bra $fill;\n$filled: bar.sync 0;\n" + kernel.body +
         "\n$end: ret; }\n";
}

static std::string llvmOf(const WarpKernel &kernel) {
  std::string bytes = std::to_string(std::min(kernel.in.size(), sharedBytes));
  return "target triple = \"nvptx64-nvidia-cuda\"\n"
         "@s = internal addrspace(3) global [4096 x i8] undef, align 128\n"
         "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n" +
         kernel.declarations +
         "\ndefine ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) "
         "%all) {\nentry:\n"
         "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "  %own = mul i32 %t, " +
         std::to_string(4 * kernel.words) +
         "\n  %out = getelementptr i8, ptr addrspace(1) %all, i32 %own\n"
         "  br label %fill\nfill:\n"
         "  %i = phi i32 [ %t, %entry ], [ %i1, %more ]\n"
         "  %c = icmp ult i32 %i, " +
         bytes +
         "\n  br i1 %c, label %more, label %filled\nmore:\n"
         "  %from = getelementptr i8, ptr addrspace(1) %in, i32 %i\n"
         "  %b = load i8, ptr addrspace(1) %from\n"
         "  %to = getelementptr i8, ptr addrspace(3) @s, i32 %i\n"
         "  store i8 %b, ptr addrspace(3) %to\n  %i1 = add i32 %i, 32\n"
         "  br label %fill\nfilled:\n"
         "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n" +
         kernel.llvm + "\n  ret void\n}\n";
}

void WarpKernel::run() {
  std::string list;
  for (uint8_t byte : in)
    list += (list.empty() ? "" : ", ") + std::to_string(int8_t(byte));
  Launch launch = llvm::cantFail(parseLaunch(
      "// tilefuzz.launch kernel=@k grid=1,1,1 seed=1\n"
      "// tilefuzz.buffer in : i8[" +
          std::to_string(in.size()) + "] = list(" + list +
          ")\n// tilefuzz.buffer out : i32[" + std::to_string(threads * words) +
          "] = fill(9)\n// tilefuzz.args &in &out\n",
      "test"));
  SimtOptions options;
  options.schedule = schedule;
  options.detectRaces = detectRaces;
  options.allowEqualWrites = allowEqualWrites;
  error.clear();
  if (!llvm.empty()) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    std::string text = llvmOf(*this);
    std::unique_ptr<llvm::Module> module =
        llvm::parseAssemblyString(text, diagnostic, context);
    if (!module) {
      error = diagnostic.getMessage().str() + " in line " +
              std::to_string(diagnostic.getLineNo()) + "\n" + text;
      return;
    }
    options.threads = threads;
    outcome = runSimt(*module, launch, options);
    return;
  }
  std::string text = ptxOf(*this);
  llvm::Expected<simt::PtxModule> module = simt::parsePtxModule(text);
  llvm::Expected<simt::Kernel> kernel =
      module ? simt::decodePtxKernel(*module, "", 2) : module.takeError();
  if (!kernel) {
    error = llvm::toString(kernel.takeError());
    return;
  }
  outcome = simt::runKernel(*kernel, launch, options);
}

uint32_t WarpKernel::word(unsigned thread, unsigned index) const {
  uint32_t value;
  memcpy(&value, outcome.buffers[1].bytes.data() + 4 * (thread * words + index),
         4);
  return value;
}

bool WarpKernel::isUnspecified(unsigned thread, unsigned index) const {
  const BufferImage &out = outcome.buffers[1];
  return !out.unspecified.empty() &&
         out.unspecified[4 * (thread * words + index)];
}
