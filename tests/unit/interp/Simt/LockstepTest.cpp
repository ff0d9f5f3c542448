//===- LockstepTest.cpp - Lanes in step against threads one by one --------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Random kernels of PTX, with branches that part the lanes of a warp, loops of
// different lengths, guards, barriers, shared memory, updates, shuffles, calls,
// unspecified values and values that are not unique. Run in step and one by one
// they end alike, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "interp/Simt/Machine/SimtMachine.h"
#include "interp/Simt/Ptx/PtxKernel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace tilefuzz;
using namespace tilefuzz::simt;

namespace {
class RandomKernel {
public:
  RandomKernel(uint64_t seed) : random(seed) {
    threads = pick({32u, 64u, 40u, 7u, 96u});
    // Such kernels need not end well.
    isWild = chance(12);
    hasInexact = chance(3);
    for (unsigned i = 0; i < 6; ++i) {
      if (!chance(40))
        line("mov.b32 " + word(i) + ", " +
             pick({"%tid.x", "17", "%laneid", "0x80000001", "-3"}) + ";");
      if (!chance(40))
        line("cvt.rn.f32.u32 " + single(i) + ", " + word(i) + ";");
      if (!chance(40))
        line("cvt.s64.s32 " + wide(i) + ", " + word(i) + ";");
      line("setp.lt.s32 " + predicate(i) + ", %tid.x, " +
           std::to_string(random() % 40) + ";");
    }
    block(/*depth=*/0, 12 + random() % 20);
    for (unsigned i = 0; i < 6; ++i) {
      line("st.global.b32 [%own+" + std::to_string(4 * i) + "], " + word(i) +
           ";");
      line("st.global.f32 [%own+" + std::to_string(24 + 4 * i) + "], " +
           single(i) + ";");
    }
    line("st.global.b64 [%own+48], %rd0;");
    line("st.global.b64 [%own+56], %rd1;");
  }

  static constexpr unsigned words = 16;
  unsigned threads;
  bool isWild, hasInexact;

  std::string text() const {
    return ".version 9.0\n.target sm_90a\n.address_size 64\n"
           ".func (.param .b32 y) f(.param .b32 x)\n{\n.reg .b32 %a<3>;\n"
           "ld.param.b32 %a1, [x];\nmad.lo.s32 %a2, %a1, 7, 3;\n"
           "st.param.b32 [y], %a2;\nret;\n}\n"
           ".visible .entry k(.param .u64 in, .param .u64 out)\n.reqntid " +
           std::to_string(threads) +
           "\n{\n.reg .b32 %r<40>; .reg .b64 %rd<40>; .reg .f32 %f<40>; "
           ".reg .pred %p<10>; .reg .b64 %in, %out, %own; .reg .b32 %i<8>;\n"
           ".shared .align 8 .b8 s[" +
           std::to_string(8 * threads) +
           "];\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n"
           "mad.lo.s32 %r30, %ctaid.x, " +
           std::to_string(threads) + ", %tid.x;\nmad.wide.u32 %own, %r30, " +
           std::to_string(4 * words) + ", %out;\n" + body + "ret;\n}\n";
  }

private:
  template <typename T> T pick(std::initializer_list<T> values) {
    return values.begin()[random() % values.size()];
  }
  bool chance(unsigned oneIn) { return random() % oneIn == 0; }
  void line(const std::string &text) { body += text + "\n"; }
  std::string number(const char *prefix) {
    return prefix + std::to_string(random() % 6);
  }
  static std::string word(unsigned i) { return "%r" + std::to_string(i); }
  static std::string wide(unsigned i) { return "%rd" + std::to_string(i); }
  static std::string single(unsigned i) { return "%f" + std::to_string(i); }
  static std::string predicate(unsigned i) { return "%p" + std::to_string(i); }
  std::string label() { return "L" + std::to_string(labels++); }

  void block(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      statement(depth);
  }

  void statement(unsigned depth) {
    unsigned kind = random() % 20;
    if (kind < 11)
      return arithmetic();
    switch (kind) {
    case 11:
    case 12:
      return memory();
    case 13:
      return depth < 3 ? conditional(depth) : arithmetic();
    case 14:
      return depth < 2 ? loop(depth) : arithmetic();
    case 15:
      return depth == 0 ? exchange() : arithmetic();
    case 16:
      return update();
    case 17:
      return depth == 0 ? collective() : arithmetic();
    case 18:
      return call();
    default:
      return isWild && chance(4) ? misuse() : arithmetic();
    }
  }

  void arithmetic() {
    std::string a = number("%r"), b = number("%r"), c = number("%r"),
                x = number("%f"), y = number("%f"), z = number("%f"),
                w = number("%rd"), v = number("%rd"), p = number("%p"),
                q = number("%p");
    std::string guard =
        chance(5) ? (chance(2) ? "@" : "@!") + number("%p") + " " : "";
    auto two = [&](const std::string &name, const std::string &s,
                   const std::string &t, const std::string &u) {
      line(guard + name + " " + s + ", " + t + (u.empty() ? "" : ", " + u) +
           ";");
    };
    if (hasInexact && chance(8))
      return line(guard + pick({"ex2.approx.f32 ", "rcp.approx.f32 "}) + x +
                  ", " + y + ";");
    switch (random() % 14) {
    case 0:
    case 1:
      return two(pick({"add.s32", "sub.s32", "mul.lo.s32", "and.b32", "or.b32",
                       "xor.b32", "min.s32", "max.u32", "max.s32", "min.u32",
                       "mul.hi.u32", "mul.hi.s32", "add.sat.s32"}),
                 a, b, c);
    case 2:
      return two(pick({"shl.b32", "shr.s32", "shr.u32"}), a, b,
                 chance(2) ? c : std::to_string(random() % 40));
    case 3:
      return two(pick({"neg.s32", "abs.s32", "popc.b32", "clz.b32", "brev.b32",
                       "not.b32", "mov.b32"}),
                 a, b, "");
    case 4:
      return two(pick({"div.u32", "rem.u32", "div.s32", "rem.s32"}), a, b,
                 chance(4) ? c : std::to_string(1 + random() % 9));
    case 5:
      return two("mad.lo.s32", a, b, c + ", " + number("%r"));
    case 6:
      return two(pick({"mul.wide.s32", "mul.wide.u32"}), w, a, b);
    case 7:
      return two(pick({"add.s64", "sub.s64", "mul.lo.s64", "xor.b64", "min.s64",
                       "max.u64"}),
                 w, v, number("%rd"));
    case 8:
      return two(pick({"setp.lt.s32", "setp.ge.u32", "setp.eq.s32",
                       "setp.ne.s32", "setp.hi.u32"}),
                 p, a, b);
    case 9:
      return two("selp.b32", a, b, c + ", " + q);
    case 10:
      return two(pick({"add.rn.f32", "sub.rn.f32", "mul.rn.f32", "add.f32",
                       "mul.f32", "sub.f32", "min.f32", "max.f32", "div.rn.f32",
                       "add.ftz.f32", "add.rz.f32"}),
                 x, y, z);
    case 11:
      return two("fma.rn.f32", x, y, z + ", " + number("%f"));
    case 12:
      switch (random() % 6) {
      case 0:
        return two("cvt.rn.f32.s32", x, a, "");
      case 1:
        return two("cvt.rzi.s32.f32", a, x, "");
      case 2:
        return two("cvt.u32.u64", a, w, "");
      case 3:
        return two("cvt.s64.s32", w, a, "");
      case 4:
        return two("mov.b32", a, x, "");
      default:
        return two(pick({"neg.f32", "abs.f32", "sqrt.rn.f32"}), x, y, "");
      }
    default:
      return two(pick({"setp.lt.f32", "setp.gtu.f32", "setp.num.f32"}), p, x,
                 y);
    }
  }

  void memory() {
    std::string a = number("%r"), w = number("%rd");
    std::string place = "[%own+" + std::to_string(4 * (random() % 16)) + "]";
    switch (random() % 6) {
    case 0:
      return line("st.global.b32 " + place + ", " + a + ";");
    case 1:
      return line("ld.global.b32 " + a + ", " + place + ";");
    case 2:
      return line("st.global.v2.b32 [%own+" +
                  std::to_string(8 * (random() % 8)) + "], {" + a + ", " +
                  number("%r") + "};");
    case 3:
      return line("ld.global.u8 " + a + ", [%own+" +
                  std::to_string(random() % 64) + "];");
    case 4:
      return line("st.global.f32 " + place + ", " + number("%f") + ";");
    default:
      line("and.b32 %r20, " + a + ", 63;");
      line("mad.wide.u32 %rd20, %r20, 4, %in;");
      return line(pick({"ld.global.b32 ", "ld.global.nc.b32 ", "ld.b32 "}) +
                  number("%r") + ", [%rd20];");
    }
  }

  void conditional(unsigned depth) {
    std::string otherwise = label(), end = label();
    line("@" + number("%p") + " bra " + otherwise + ";");
    block(depth + 1, 1 + random() % 5);
    if (chance(4))
      line("ret;");
    else
      line("bra " + end + ";");
    line(otherwise + ":");
    block(depth + 1, random() % 5);
    line(end + ":");
  }

  void loop(unsigned depth) {
    std::string begin = label(), count = "%i" + std::to_string(depth);
    line("and.b32 " + count + ", " + number("%r") + ", 7;");
    line(begin + ":");
    block(depth + 1, 1 + random() % 5);
    line("sub.s32 " + count + ", " + count + ", 1;");
    line("setp.gt.s32 %p8, " + count + ", 0;");
    line("@%p8 bra " + begin + ";");
  }

  /// Through shared memory; threads that have exited do not come.
  void exchange() {
    std::string a = number("%r");
    line("mov.u32 %r21, s;\nmad.lo.s32 %r22, %tid.x, 8, %r21;");
    line("st.shared.b32 [%r22], " + a + ";\nbar.sync 0;");
    line("add.s32 %r23, %tid.x, " + std::to_string(random() % 5) + ";");
    line("rem.u32 %r23, %r23, " + std::to_string(threads) + ";");
    line("mad.lo.s32 %r23, %r23, 8, %r21;");
    line("ld.shared.b32 " + number("%r") + ", [%r23];\nbar.sync 0;");
  }

  void update() {
    line(pick({"atom.global.add.u32 ", "atom.global.exch.b32 ",
               "atom.global.max.s32 ", "atom.relaxed.gpu.global.xor.b32 "}) +
         number("%r") + ", [%in+" + std::to_string(256 + 4 * (random() % 4)) +
         "], " + number("%r") + ";");
  }

  void collective() {
    std::string mask =
        threads % 32 ? "%r25" : std::string(chance(2) ? "-1" : "0xffffffff");
    if (threads % 32)
      line("activemask.b32 %r25;");
    line(pick({"shfl.sync.down.b32 ", "shfl.sync.bfly.b32 "}) + number("%r") +
         ", " + number("%r") + ", " + std::to_string(random() % 32) + ", 31, " +
         mask + ";");
  }

  void call() {
    line("{\n.param .b32 p;\n.param .b32 q;\nst.param.b32 [p], " +
         number("%r") + ";\ncall.uni (q), f, (p);\nld.param.b32 " +
         number("%r") + ", [q];\n}");
  }

  void misuse() {
    switch (random() % 3) {
    case 0:
      return line("st.global.b32 [%out+4], " + number("%r") + ";");
    case 1:
      return line("ld.global.b32 %r3, [%own+99999];");
    default:
      break;
    }
    std::string next = label();
    line("@%p9 bra " + next + ";\n" + next + ":");
  }

  std::mt19937_64 random;
  std::string body;
  unsigned labels = 0;
};

/// All that a run shows; of one that did not complete how it ended.
std::string describe(const Outcome &outcome) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << toString(outcome.status);
  if (outcome.status != RunStatus::Race)
    os << " " << outcome.condition << " " << outcome.site.operation << " "
       << outcome.site.location;
  if (!outcome.completed())
    return text;
  os << " steps " << outcome.steps << " loads " << outcome.loads << " stores "
     << outcome.stores << (outcome.unstable ? " unstable" : "")
     << (outcome.isFullyOrdered ? " ordered" : "") << "\n";
  for (const BufferImage &image : outcome.buffers) {
    os << llvm::toHex(image.bytes) << "\n";
    for (bool one : image.unspecified)
      os << int(one);
    for (const BufferImage::Enclosure &one : image.enclosures)
      if (!one.exact)
        os << llvm::format(" %a:%a%d", one.lo, one.hi, one.mayBeNaN);
    os << "\n";
  }
  return text;
}
} // namespace

TEST(LockstepTest, EndsAsThreadsOneByOne) {
  unsigned completed = 0, unspecified = 0, inexact = 0, undefined = 0,
           races = 0, total = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    RandomKernel made(seed);
    std::string text = made.text();
    llvm::Expected<PtxModule> module = parsePtxModule(text);
    ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError()) << text;
    llvm::Expected<Kernel> kernel = decodePtxKernel(*module, "", 3);
    ASSERT_TRUE(bool(kernel)) << llvm::toString(kernel.takeError()) << text;
    Launch launch = llvm::cantFail(
        parseLaunch("// tilefuzz.launch kernel=@k grid=2,1,1 seed=1\n"
                    "// tilefuzz.buffer in : i32[68] = uniform(-100, 100)\n"
                    "// tilefuzz.buffer out : f32[" +
                        std::to_string(2 * made.threads * RandomKernel::words) +
                        "] = fill(5)\n// tilefuzz.args &in &out\n",
                    "test"));
    for (unsigned config = 0; config < 3; ++config) {
      SimtOptions options;
      options.schedule = seed + config;
      options.quantum = config == 1 ? 9 : 4096;
      options.detectRaces = config != 2 || made.isWild;
      options.tripLimit = config == 1 ? 6 : 0;
      Outcome together = runKernel(*kernel, launch, options);
      options.lockstep = false;
      Outcome alone = runKernel(*kernel, launch, options);
      ++total;
      completed += alone.completed();
      inexact += alone.isInexact();
      undefined += alone.status == RunStatus::UndefinedBehaviour;
      races += alone.status == RunStatus::Race;
      for (const BufferImage &image : alone.buffers)
        unspecified += !image.unspecified.empty();
      ASSERT_EQ(describe(together), describe(alone))
          << "seed " << seed << ", " << config << "\n"
          << text;
    }
  }
  llvm::outs() << "LockstepTest: " << total << " runs agree, " << completed
               << " complete, " << unspecified << " with unspecified values, "
               << inexact << " with values that are not unique, " << undefined
               << " undefined, " << races << " race\n";
  EXPECT_GT(completed, total / 2);
  EXPECT_GT(unspecified, 20u);
  EXPECT_GT(inexact, 10u);
  EXPECT_GT(undefined, 5u);
  EXPECT_GT(races, 0u);
}
