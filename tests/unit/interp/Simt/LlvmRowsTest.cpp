//===- LlvmRowsTest.cpp - Every row of the LLVM decoder -------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Llvm/FunctionDecoder.h"
#include "interp/Simt/Simt.h"
#include "tests/unit/interp/Simt/LlvmRow.h"
#include "tests/unit/interp/Simt/RoundingModes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::test;

#define ASFLOAT(VALUE) "%r = bitcast float " VALUE " to i32\n"
static constexpr RowTest opcodeTests[] = {
    {"phi", "br label %a\na:\nbr label %b\nb:\n%r = phi i32 [ 5, %a ]\n", 5},
    {"ret", "%r = add i32 4, 0\n", 4},
    {"unreachable", "unreachable\nx:\n%r = add i32 0, 0\n", 9, "unreachable"},
    {"br",
     "%z = freeze i1 true\nbr i1 %z, label %a, label %b\na:\nbr label %b\n"
     "b:\n%r = phi i32 [ 1, %a ], [ 2, %0 ]\n",
     1},
    {"switch",
     "%z = freeze i8 -1\nswitch i8 %z, label %a [ i8 -1, label %b ]\na:\n"
     "br label %b\nb:\n%r = phi i32 [ 1, %a ], [ 2, %0 ]\n",
     2},
    {"call", "%r = call i32 @llvm.umin.i32(i32 3, i32 2)\n", 2},
    {"add", "%z = freeze i8 -1\n%y = add i8 %z, 3\n%r = zext i8 %y to i32\n",
     2},
    {"sub", "%z = freeze i32 3\n%r = sub i32 %z, 5\n", uint32_t(-2)},
    {"mul", "%z = freeze i32 65536\n%r = mul i32 %z, 65537\n", 65536},
    {"udiv", "%z = freeze i32 -2\n%r = udiv i32 %z, 2\n", 0x7fffffff},
    {"sdiv", "%z = freeze i32 -3\n%r = sdiv i32 %z, 2\n", uint32_t(-1)},
    {"urem", "%z = freeze i32 -3\n%r = urem i32 %z, 16\n", 13},
    {"srem", "%z = freeze i32 -3\n%r = srem i32 %z, 16\n", uint32_t(-3)},
    {"shl", "%z = freeze i32 3\n%r = shl i32 %z, 31\n", 0x80000000},
    {"lshr", "%z = freeze i32 -1\n%r = lshr i32 %z, 31\n", 1},
    {"ashr", "%z = freeze i32 -8\n%r = ashr i32 %z, 2\n", uint32_t(-2)},
    {"and", "%z = freeze i32 12\n%r = and i32 %z, 10\n", 8},
    {"or", "%z = freeze i32 12\n%r = or i32 %z, 10\n", 14},
    {"xor", "%z = freeze i32 12\n%r = xor i32 %z, 10\n", 6},
    {"fadd", "%x = fadd float 1.0, 2.0\n" ASFLOAT("%x"), 0x40400000},
    {"fsub", "%x = fsub float 1.0, 2.0\n" ASFLOAT("%x"), 0xbf800000},
    {"fmul", "%x = fmul float 3.0, 2.0\n" ASFLOAT("%x"), 0x40c00000},
    {"fdiv", "%x = fdiv float 3.0, 2.0\n" ASFLOAT("%x"), 0x3fc00000},
    {"frem", "%x = frem float 5.0, 2.0\n" ASFLOAT("%x"), 0x3f800000},
    {"fneg", "%x = fneg float 2.0\n" ASFLOAT("%x"), 0xc0000000},
    {"icmp",
     "%z = freeze i8 -1\n%x = icmp sgt i8 %z, 0\n"
     "%y = icmp ugt i8 %z, 0\n%a = zext i1 %x to i32\n"
     "%b = zext i1 %y to i32\n%c = shl i32 %b, 1\n%r = or i32 %a, %c\n",
     2},
    {"fcmp",
     "%z = fdiv float 0.0, 0.0\n%x = fcmp une float %z, %z\n"
     "%r = zext i1 %x to i32\n",
     1},
    {"trunc",
     "%z = freeze i32 511\n%y = trunc i32 %z to i8\n%r = zext i8 %y to i32\n",
     255},
    {"zext", "%z = freeze i8 -2\n%r = zext i8 %z to i32\n", 254},
    {"sext", "%z = freeze i8 -2\n%r = sext i8 %z to i32\n", uint32_t(-2)},
    {"fptrunc",
     "%z = fptrunc float 0x3FF0040000000000 to half\n"
     "%y = bitcast half %z to i16\n%r = zext i16 %y to i32\n",
     0x3c01},
    {"fpext",
     "%z = freeze half 0xH3C00\n%x = fpext half %z to float\n" ASFLOAT("%x"),
     0x3f800000},
    {"fptoui", "%z = freeze float 3.0e9\n%r = fptoui float %z to i32\n",
     3000000000u},
    {"fptosi", "%z = freeze float -1.5\n%r = fptosi float %z to i32\n",
     uint32_t(-1)},
    {"uitofp", "%z = freeze i8 -1\n%x = uitofp i8 %z to float\n" ASFLOAT("%x"),
     0x437f0000},
    {"sitofp", "%z = freeze i8 -1\n%x = sitofp i8 %z to float\n" ASFLOAT("%x"),
     0xbf800000},
    {"bitcast", ASFLOAT("1.0"), 0x3f800000},
    {"addrspacecast",
     "%z = addrspacecast ptr addrspace(1) %out to ptr\n%r = load i32, ptr %z\n",
     9},
    {"inttoptr", "%z = inttoptr i64 8 to ptr\n%r = load i32, ptr %z\n", 9,
     "a pointer as an integer in 'inttoptr' at k:%0:0"},
    {"ptrtoint", "%r = ptrtoint ptr addrspace(1) %out to i32\n", 9,
     "a pointer as an integer in 'ptrtoint' at k:%0:0"},
    {"select", "%z = freeze i1 false\n%r = select i1 %z, i32 1, i32 2\n", 2},
    {"freeze", "%r = freeze i32 poison\n", 0},
    {"extractelement", "%r = extractelement <2 x i32> <i32 3, i32 4>, i32 1\n",
     4},
    {"insertelement",
     "%v = insertelement <2 x i32> <i32 3, i32 4>, i32 5, i32 1\n"
     "%r = extractelement <2 x i32> %v, i32 1\n",
     5},
    {"shufflevector",
     "%v = shufflevector <2 x i32> <i32 3, i32 4>, <2 x i32> <i32 5, i32 6>, "
     "<2 x i32> <i32 3, i32 0>\n%r = extractelement <2 x i32> %v, i32 0\n",
     6},
    {"extractvalue", "%r = extractvalue {i64, i32} {i64 1, i32 2}, 1\n", 2},
    {"insertvalue",
     "%s = insertvalue {i64, i32} {i64 1, i32 2}, i32 3, 1\n"
     "%r = extractvalue {i64, i32} %s, 1\n",
     3},
    {"getelementptr",
     "%p = getelementptr i32, ptr addrspace(1) %out, i8 63\n"
     "store i32 5, ptr addrspace(1) %p\n"
     "%q = getelementptr i8, ptr addrspace(1) %out, i32 252\n"
     "%r = load i32, ptr addrspace(1) %q\n",
     5},
    {"alloca", "%p = alloca i32\nstore i32 6, ptr %p\n%r = load i32, ptr %p\n",
     6},
    {"alloca",
     "%a = getelementptr i32, ptr addrspace(1) %out, i32 1\n"
     "%n = load i32, ptr addrspace(1) %a\n%p = alloca i32, i32 %n\n"
     "%q = getelementptr i32, ptr %p, i32 8\nstore i32 6, ptr %q\n"
     "%r = load i32, ptr %q\n",
     6},
    {"alloca",
     "%a = getelementptr i32, ptr addrspace(1) %out, i32 1\n"
     "%n = load i32, ptr addrspace(1) %a\n%p = alloca i32, i32 %n\n"
     "%q = getelementptr i32, ptr %p, i32 9\n%r = load i32, ptr %q\n",
     9, "out-of-bounds"},
    {"load",
     "%r = load atomic i32, ptr addrspace(1) %out syncscope(\"device\") "
     "acquire, align 4\n",
     9},
    {"store",
     "store atomic i32 8, ptr addrspace(1) %out release, align 4\n"
     "%r = load i32, ptr addrspace(1) %out\n",
     8},
    {"atomicrmw",
     "%r = atomicrmw sub ptr addrspace(1) %out, i32 0 "
     "syncscope(\"block\") monotonic\n",
     9},
    {"fence", "fence syncscope(\"cluster\") seq_cst\n%r = add i32 1, 1\n", 2},
};

#define INTEGER(NAME, X, Y, EXPECTED)                                          \
  {"llvm." NAME, "%r = call i32 @llvm." NAME ".i32(i32 " X ", i32 " Y ")\n",   \
   EXPECTED}
#define FLOATS(NAME, X, Y, EXPECTED)                                           \
  {"llvm." NAME,                                                               \
   "%x = call float @llvm." NAME ".f32(float " X ", float " Y                  \
   ")\n" ASFLOAT("%x"),                                                        \
   EXPECTED}
#define SPECIAL(NAME, EXPECTED)                                                \
  {"llvm.nvvm.read.ptx.sreg." NAME,                                            \
   "%r = call i32 @llvm.nvvm.read.ptx.sreg." NAME "()\n", EXPECTED}
#define NANF "0x7FF8000000000000"
#define FORWARDED(NAME, TYPES, REST)                                           \
  {"llvm." NAME, "%r = call i32 @llvm." NAME TYPES "(i32 6" REST ")\n", 6}
#define PROXY_FENCE(NAME)                                                      \
  {"llvm.nvvm.fence.proxy." NAME,                                              \
   "call void @llvm.nvvm.fence.proxy." NAME "()\n%r = add i32 1, 1\n", 2}
static constexpr RowTest intrinsicTests[] = {
    // The low 20 bits of a barrier's state (Mbarriers.h).
    {"llvm.nvvm.mbarrier.pending.count",
     "%r = call i32 @llvm.nvvm.mbarrier.pending.count(i64 5242885)\n", 5},
    // What is nearest, of the values that it may give.
    {"llvm.nvvm.div.approx.f",
     "%x = call float @llvm.nvvm.div.approx.f(float 6.0, float 2.0)\n%r = "
     "bitcast float %x to i32\n",
     0x40400000},
    {"llvm.nvvm.div.approx.ftz.f",
     "%x = call float @llvm.nvvm.div.approx.ftz.f(float 0x3800000000000000, "
     "float 2.0)\n%r = bitcast float %x to i32\n",
     0},
    {"llvm.nvvm.div.full",
     "%x = call float @llvm.nvvm.div.full(float 6.0, float 2.0)\n%r = bitcast "
     "float %x to i32\n",
     0x40400000},
    {"llvm.nvvm.div.full.ftz",
     "%x = call float @llvm.nvvm.div.full.ftz(float 0x3800000000000000, float "
     "2.0)\n%r = bitcast float %x to i32\n",
     0},
    {"llvm.nvvm.sin.approx.f",
     "%x = call float @llvm.nvvm.sin.approx.f(float 0.0)\n%r = bitcast "
     "float %x to i32\n",
     0x00000000},
    {"llvm.nvvm.sin.approx.ftz.f",
     "%x = call float @llvm.nvvm.sin.approx.ftz.f(float "
     "0xB800000000000000)\n%r = bitcast float %x to i32\n",
     0x80000000},
    {"llvm.nvvm.cos.approx.f",
     "%x = call float @llvm.nvvm.cos.approx.f(float 0.0)\n%r = bitcast "
     "float %x to i32\n",
     0x3f800000},
    {"llvm.nvvm.cos.approx.ftz.f",
     "%x = call float @llvm.nvvm.cos.approx.ftz.f(float "
     "0xB800000000000000)\n%r = bitcast float %x to i32\n",
     0x3f800000},
    {"llvm.nvvm.lg2.approx.f",
     "%x = call float @llvm.nvvm.lg2.approx.f(float 8.0)\n%r = bitcast "
     "float %x to i32\n",
     0x40400000},
    {"llvm.nvvm.lg2.approx.ftz.f",
     "%x = call float @llvm.nvvm.lg2.approx.ftz.f(float "
     "0x3800000000000000)\n%r = bitcast float %x to i32\n",
     0xff800000},
    {"llvm.nvvm.rcp.approx.ftz.f",
     "%x = call float @llvm.nvvm.rcp.approx.ftz.f(float 4.0)\n%r = bitcast "
     "float %x to i32\n",
     0x3e800000},
    {"llvm.nvvm.rcp.approx.ftz.d",
     "%x = call double @llvm.nvvm.rcp.approx.ftz.d(double 4.0)\n%w = bitcast "
     "double %x to i64\n%h = lshr i64 %w, 32\n%r = trunc i64 %h to i32\n",
     0x3fd00000},
    {"llvm.nvvm.rsqrt.approx.d",
     "%x = call double @llvm.nvvm.rsqrt.approx.d(double 4.0)\n%w = bitcast "
     "double %x to i64\n%h = lshr i64 %w, 32\n%r = trunc i64 %h to i32\n",
     0x3fe00000},
    {"llvm.nvvm.rsqrt.approx.ftz.d",
     "%x = call double @llvm.nvvm.rsqrt.approx.ftz.d(double "
     "0x0008000000000000)\n%w = bitcast double %x to i64\n%h = lshr i64 %w, "
     "32\n%r = trunc i64 %h to i32\n",
     0x7ff00000},
    {"llvm.nvvm.rsqrt.approx.f",
     "%x = call float @llvm.nvvm.rsqrt.approx.f(float 4.0)\n%r = bitcast float "
     "%x to i32\n",
     0x3f000000},
    {"llvm.nvvm.rsqrt.approx.ftz.f",
     "%x = call float @llvm.nvvm.rsqrt.approx.ftz.f(float "
     "0x3800000000000000)\n%r = bitcast float %x to i32\n",
     0x7f800000},
    {"llvm.nvvm.sqrt.approx.f",
     "%x = call float @llvm.nvvm.sqrt.approx.f(float 9.0)\n%r = bitcast float "
     "%x to i32\n",
     0x40400000},
    {"llvm.nvvm.sqrt.approx.ftz.f",
     "%x = call float @llvm.nvvm.sqrt.approx.ftz.f(float "
     "0x3800000000000000)\n%r = bitcast float %x to i32\n",
     0},
    PROXY_FENCE("async"),
    PROXY_FENCE("async.shared_cta"),
    PROXY_FENCE("async.shared_cluster"),
    FORWARDED("expect", ".i32", ", i32 5"),
    FORWARDED("expect.with.probability", ".i32", ", i32 5, double 0.5"),
    FORWARDED("ssa.copy", ".i32", ""),
    {"llvm.annotation",
     "%r = call i32 @llvm.annotation.i32.p0(i32 6, ptr null, ptr null, i32 "
     "0)\n",
     6},
    {"llvm.ptr.annotation",
     "%p = call ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1) "
     "%out, ptr null, ptr null, i32 0, ptr null)\n"
     "%r = load i32, ptr addrspace(1) %p\n",
     9},
    {"llvm.launder.invariant.group",
     "%p = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr "
     "addrspace(1) %out)\n%r = load i32, ptr addrspace(1) %p\n",
     9},
    {"llvm.strip.invariant.group",
     "%p = call ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr "
     "addrspace(1) %out)\n%r = load i32, ptr addrspace(1) %p\n",
     9},
    {"llvm.stacksave",
     "%s = call ptr @llvm.stacksave.p0()\n%p = alloca i32, i32 4\n"
     "call void @llvm.stackrestore.p0(ptr %s)\n%r = load i32, ptr %p\n",
     9, "null-access"},
    {"llvm.stackrestore",
     "%s = call ptr @llvm.stacksave.p0()\n%p = alloca i32, i32 4\n"
     "call void @llvm.stackrestore.p0(ptr %s)\n%q = alloca i32\n"
     "store i32 5, ptr %q\n%r = load i32, ptr %q\n",
     5},
    {"llvm.memcpy",
     "%p = alloca [2 x i32]\n"
     "call void @llvm.memcpy.p0.p1.i64(ptr %p, ptr addrspace(1) %out, i64 8, "
     "i1 false)\n"
     "%r = load i32, ptr %p\n",
     9},
    // The second i32 becomes the first, and the third the second.
    {"llvm.memmove",
     "%q = getelementptr i8, ptr addrspace(1) %out, i64 4\n"
     "store i32 3, ptr addrspace(1) %q\n"
     "call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %out, ptr "
     "addrspace(1) %q, i64 8, i1 false)\n"
     "%a = load i32, ptr addrspace(1) %out\n"
     "%b = load i32, ptr addrspace(1) %q\n%r = add i32 %a, %b\n",
     12},
    {"llvm.memset",
     "%p = alloca i32\n"
     "call void @llvm.memset.p0.i64(ptr %p, i8 2, i64 4, i1 false)\n"
     "%r = load i32, ptr %p\n",
     0x02020202},
    {"llvm.assume", "call void @llvm.assume(i1 false)\n%r = add i32 0, 0\n", 9,
     "false-assumption"},
    {"llvm.nvvm.bar.warp.sync",
     "call void @llvm.nvvm.bar.warp.sync(i32 1)\n%r = add i32 0, 1\n", 1},
    INTEGER("umin", "-1", "2", 2),
    INTEGER("umax", "-1", "2", ~0u),
    INTEGER("smin", "-1", "2", ~0u),
    INTEGER("smax", "-1", "2", 2),
    INTEGER("uadd.sat", "-1", "2", ~0u),
    INTEGER("usub.sat", "1", "2", 0),
    INTEGER("sadd.sat", "2147483647", "2", 0x7fffffff),
    INTEGER("ssub.sat", "-2147483648", "2", 0x80000000),
    {"llvm.abs", "%r = call i32 @llvm.abs.i32(i32 -5, i1 true)\n", 5},
    {"llvm.ctpop", "%r = call i32 @llvm.ctpop.i32(i32 -1)\n", 32},
    {"llvm.ctlz", "%r = call i32 @llvm.ctlz.i32(i32 0, i1 false)\n", 32},
    {"llvm.cttz", "%r = call i32 @llvm.cttz.i32(i32 40, i1 true)\n", 3},
    {"llvm.bitreverse", "%r = call i32 @llvm.bitreverse.i32(i32 1)\n",
     0x80000000},
    {"llvm.bswap", "%r = call i32 @llvm.bswap.i32(i32 1)\n", 0x01000000},
    {"llvm.fshl", "%r = call i32 @llvm.fshl.i32(i32 1, i32 -1, i32 36)\n",
     0x1f},
    {"llvm.fshr", "%r = call i32 @llvm.fshr.i32(i32 1, i32 32, i32 36)\n",
     0x10000002},
    {"llvm.fma",
     "%x = call float @llvm.fma.f32(float 2.0, float 3.0, float "
     "1.0)\n" ASFLOAT("%x"),
     0x40e00000},
    FLOATS("minnum", NANF, "2.0", 0x40000000),
    FLOATS("minimumnum", "-0.0", "0.0", 0x80000000),
    FLOATS("maxnum", "1.0", NANF, 0x3f800000),
    FLOATS("maximumnum", "-0.0", "0.0", 0),
    FLOATS("minimum", NANF, "2.0", 0x7fc00000),
    FLOATS("maximum", "1.0", NANF, 0x7fc00000),
    {"llvm.fabs", "%x = call float @llvm.fabs.f32(float -2.0)\n" ASFLOAT("%x"),
     0x40000000},
    FLOATS("copysign", "1.0", "-2.0", 0xbf800000),
    {"llvm.sqrt", "%x = call float @llvm.sqrt.f32(float 2.25)\n" ASFLOAT("%x"),
     0x3fc00000},
    {"llvm.is.fpclass",
     "%x = call i1 @llvm.is.fpclass.f64(double -0.0, i32 96)\n"
     "%y = call i1 @llvm.is.fpclass.f32(float 1.0, i32 96)\n"
     "%a = zext i1 %x to i32\n%b = zext i1 %y to i32\n"
     "%c = shl i32 %b, 1\n%r = or i32 %a, %c\n",
     1},
#define INTEGRAL(NAME, EXPECTED)                                               \
  {"llvm." NAME,                                                               \
   "%x = call float @llvm." NAME ".f32(float -2.5)\n" ASFLOAT("%x"), EXPECTED}
    INTEGRAL("ceil", 0xc0000000),
    INTEGRAL("floor", 0xc0400000),
    INTEGRAL("trunc", 0xc0000000),
    INTEGRAL("roundeven", 0xc0000000),
#undef INTEGRAL
#define HIGH(SUFFIX, TYPE, EXTEND, EXPECTED)                                   \
  {"llvm.nvvm.mulhi." SUFFIX,                                                  \
   "%x = call " TYPE " @llvm.nvvm.mulhi." SUFFIX "(" TYPE " -3, " TYPE         \
   " 5)\n%r = " EXTEND,                                                        \
   EXPECTED}
    HIGH("s", "i16", "sext i16 %x to i32\n", 0xffffffff),
    HIGH("us", "i16", "sext i16 %x to i32\n", 4),
    HIGH("i", "i32", "add i32 %x, 0\n", 0xffffffff),
    HIGH("ui", "i32", "add i32 %x, 0\n", 4),
    HIGH("ll", "i64", "trunc i64 %x to i32\n", 0xffffffff),
    HIGH("ull", "i64", "trunc i64 %x to i32\n", 4),
#undef HIGH
    SPECIAL("tid.x", 0),
    SPECIAL("tid.y", 0),
    SPECIAL("tid.z", 0),
    SPECIAL("ntid.x", 1),
    SPECIAL("ntid.y", 1),
    SPECIAL("ntid.z", 1),
    SPECIAL("laneid", 0),
    SPECIAL("lanemask.eq", 1),
    SPECIAL("lanemask.le", 1),
    SPECIAL("lanemask.lt", 0),
    SPECIAL("lanemask.ge", 0xffffffff),
    SPECIAL("lanemask.gt", 0xfffffffe),
    SPECIAL("ctaid.x", 0),
    SPECIAL("nctaid.x", 1),
    SPECIAL("nctaid.y", 2),
    SPECIAL("nctaid.z", 3),
    // Each cluster is one CTA; AsyncCopyTest has others.
    SPECIAL("clusterid.x", 0),
    SPECIAL("nclusterid.x", 1),
    SPECIAL("nclusterid.y", 2),
    SPECIAL("nclusterid.z", 3),
    SPECIAL("cluster.ctaid.x", 0),
    SPECIAL("cluster.ctaid.y", 0),
    SPECIAL("cluster.ctaid.z", 0),
    SPECIAL("cluster.nctaid.x", 1),
    SPECIAL("cluster.nctaid.y", 1),
    SPECIAL("cluster.nctaid.z", 1),
    SPECIAL("cluster.ctarank", 0),
    SPECIAL("cluster.nctarank", 1),
    SPECIAL("dynamic_smem_size", 0),
};

TEST(LlvmRows, EveryOpcode) {
  std::set<std::string> tested;
  for (const RowTest &row : opcodeTests) {
    check(row);
    tested.insert(row.name);
  }
  for (const simt::OpcodeRow &row : simt::getOpcodeRows())
    EXPECT_EQ(tested.erase(llvm::Instruction::getOpcodeName(row.llvmOpcode)),
              1u)
        << llvm::Instruction::getOpcodeName(row.llvmOpcode);
  EXPECT_TRUE(tested.empty()) << *tested.begin();
}

template <typename T>
static T native(llvm::StringRef name, T x, T y, T z, int mode) {
  // Volatile: computed here, in this mode.
  volatile T a = x, b = y, c = z, result;
  std::fesetround(mode);
  if (name == "add")
    result = a + b;
  else if (name == "mul")
    result = a * b;
  else if (name == "div")
    result = a / b;
  else if (name == "sqrt")
    result = std::sqrt(T(a));
  else
    result = std::fma(T(a), T(b), T(c));
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T>
static void checkRounded(const std::string &intrinsic, llvm::StringRef name,
                         const RoundingName &mode) {
  // Inexact in each operation, of either sign, so that the four modes differ.
  for (T sign : {T(1), T(-1)}) {
    T x = T(1.1) * sign, y = T(3.3e-9), z = T(0.7) * sign;
    if (name == "sqrt")
      x = T(1.1);
    T expected = native<T>(name, x, y, z, mode.native);
    const char *type = sizeof(T) == 4 ? "float" : "double";
    auto number = [&](T value) {
      return std::string(type) + " 0x" +
             llvm::utohexstr(llvm::bit_cast<uint64_t>(double(value)));
    };
    std::string arguments = number(x);
    if (name != "sqrt")
      arguments += ", " + number(y);
    if (name == "fma")
      arguments += ", " + number(z);
    Outcome outcome = run("%x = call " + std::string(type) + " @" + intrinsic +
                          "(" + arguments + ")\nstore " + type +
                          " %x, ptr addrspace(1) %out\nret void\n");
    ASSERT_TRUE(outcome.completed()) << intrinsic << outcome.summary();
    EXPECT_EQ(memcmp(outcome.buffers[0].bytes.data(), &expected, sizeof(T)), 0)
        << intrinsic;
  }
}

/// 2^-127 is flushed before and 2^-126 times a half after the operation.
static void checkFlushed(const std::string &intrinsic, llvm::StringRef name) {
  std::string arguments =
      name == "add"    ? "float 0x3800000000000000, float -0.0"
      : name == "mul"  ? "float 0x3810000000000000, float 0.5"
      : name == "div"  ? "float 0x3810000000000000, float 2.0"
      : name == "sqrt" ? "float 0x3800000000000000"
                       : "float 0x3810000000000000, float 0.5, float 0.0";
  Outcome outcome = run("%x = call float @" + intrinsic + "(" + arguments +
                        ")\nstore float %x, ptr addrspace(1) %out\n"
                        "ret void\n");
  ASSERT_TRUE(outcome.completed()) << intrinsic << outcome.summary();
  EXPECT_EQ(firstElement(outcome) & 0x7fffffff, 0u) << intrinsic;
}

TEST(LlvmRows, EveryIntrinsic) {
  std::set<std::string> tested;
  for (const RowTest &row : intrinsicTests) {
    check(row);
    tested.insert(row.name);
  }
  for (const char *name : {"add", "mul", "fma", "div", "sqrt"})
    for (const RoundingName &mode : roundingNames) {
      std::string prefix =
          std::string("llvm.nvvm.") + name + "." + mode.name + ".";
      checkRounded<float>(prefix + "f", name, mode);
      checkRounded<float>(prefix + "ftz.f", name, mode);
      checkFlushed(prefix + "ftz.f", name);
      checkRounded<double>(prefix + "d", name, mode);
      for (const char *suffix : {"f", "ftz.f", "d"})
        tested.insert(prefix + suffix);
    }
  // Each CTA stores its own number where nobody else does.
  for (std::string name : {"ctaid", "clusterid"}) {
    std::string prefix = "llvm.nvvm.read.ptx.sreg." + name;
    Outcome outcome =
        run("%y = call i32 @" + prefix + ".y()\n%z = call i32 @" + prefix +
            ".z()\n%a = mul i32 %z, 2\n%b = add i32 %a, %y\n"
            "%p = getelementptr i32, ptr addrspace(1) %out, i32 %b\n"
            "store i32 %b, ptr addrspace(1) %p\nret void\n");
    ASSERT_TRUE(outcome.completed()) << outcome.summary();
    for (unsigned i = 0; i < 6; ++i)
      EXPECT_EQ(outcome.buffers[0].bytes[4 * i], i);
    tested.insert(prefix + ".y");
    tested.insert(prefix + ".z");
  }

  for (const simt::IntrinsicRow &row : simt::getIntrinsicRows()) {
    // Those of asynchronous copies and barriers need kernels of their own:
    // AsyncCopyTest, CtaBarrierTest, ClusterBarrierTest. A trap ends the run:
    // PrintingTest. Those that are PTX: LlvmPtxRowsTest. What asks whose an
    // address is: ClusterTest.
    llvm::StringRef name = llvm::Intrinsic::getBaseName(row.intrinsic);
    if (name.starts_with("llvm.nvvm.cp.async.") ||
        name.starts_with("llvm.nvvm.barrier.") || name == "llvm.trap" ||
        name.starts_with("llvm.nvvm.mapa") ||
        name.starts_with("llvm.nvvm.getctarank") ||
        name.starts_with("llvm.nvvm.isspacep") || !row.ptx.empty())
      continue;
    EXPECT_EQ(tested.erase(name.str()), 1u) << name.str();
  }
  EXPECT_TRUE(tested.empty()) << *tested.begin();
}

/// Of zero it is poison where the call says so: a branch on it is undefined.
TEST(LlvmRows, CountsNoZerosOfZero) {
  for (const char *name : {"ctlz", "cttz"})
    for (bool isPoison : {false, true}) {
      Outcome outcome = run("%n = call i32 @llvm." + std::string(name) +
                            ".i32(i32 0, i1 " + (isPoison ? "true" : "false") +
                            ")\n%c = icmp eq i32 %n, 32\nbr i1 %c, label %t, "
                            "label %t\nt:\nret void\n");
      EXPECT_EQ(outcome.completed(), !isPoison) << name << outcome.summary();
    }
}
