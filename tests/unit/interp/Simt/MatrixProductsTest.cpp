//===- MatrixProductsTest.cpp - mma and wmma ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Every name of PTX and every intrinsic of LLVM, with
// random matrices, compared with the model.
//
//===----------------------------------------------------------------------===//

#include "MatrixFragments.h"
#include "WarpKernel.h"
#include "interp/Simt/Ptx/PtxForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <set>

using namespace tilefuzz;
using namespace tilefuzz::simt;
using namespace matrixmodel;
using llvm::StringRef;
using ptxmodel::Name;
using tilefuzz::test::WarpKernel;

static void check(StringRef what, const Shape &shape, const Fragments &all,
                  const WarpKernel &kernel) {
  ASSERT_TRUE(kernel.completed())
      << what.str() << ": " << kernel.error << kernel.outcome.summary();
  const std::vector<uint8_t> &out = kernel.outcome.buffers[1].bytes;
  std::vector<Matrix> expected;
  for (size_t i = 0; i < all.matrices[A].size(); ++i)
    expected.push_back(multiply(shape, all.matrices[A][i], all.matrices[B][i],
                                all.matrices[C][i]));
  unsigned container = shape.container(D);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < shape.elements(D); ++i) {
      ElementPlace place = placeOf(shape, D, lane, i);
      ASSERT_EQ(
          getBits(out, 8 * lane * bytesOf(shape, D) + i * container, container),
          expected.at(place.product).at(place.row).at(place.column))
          << what.str() << " row " << place.row << " column " << place.column
          << " of product " << place.product;
    }
}

static std::string vectorOf(char letter, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", " : "{") + (letter + std::to_string(i));
  return text + "}";
}

TEST(MatrixProducts, EveryNameOfMmaAgreesWithTheModel) {
  std::mt19937_64 random(11);
  unsigned count = 0;
  for (const PtxForm &form : getPtxMatrixForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (name.first() != "mma")
        continue;
      ASSERT_EQ(form.opcode, Opcode::MatrixProduct) << text;
      ++count;
      Shape shape(name);
      Fragments all = randomFragments(shape, random);
      WarpKernel kernel;
      kernel.in = all.bytes;
      kernel.words = bytesOf(shape, D) / 4;
      kernel.schedule = count;
      kernel.body = "mul.wide.u32 %w, %t, " + std::to_string(all.size) +
                    "; add.u64 %x, %in, %w;\n";
      std::string operands, stores;
      for (Role role : {D, A, B, C}) {
        char letter = "abcd"[role];
        unsigned registers = registersOf(shape, role),
                 bytes = registerBytes(shape, role);
        std::string type = ".b" + std::to_string(8 * bytes);
        kernel.body += ".reg " + type + " " + letter + "<" +
                       std::to_string(registers) + ">;\n";
        operands +=
            (operands.empty() ? " " : ", ") + vectorOf(letter, registers);
        for (unsigned i = 0; i < registers; ++i) {
          std::string one = letter + std::to_string(i),
                      at = std::to_string((role == D ? 0 : all.begin[role]) +
                                          i * bytes);
          if (role == D)
            stores += "st.global" + type + " [%out+" + at + "], " + one + ";\n";
          else
            kernel.body +=
                "ld.global" + type + " " + one + ", [%x+" + at + "];\n";
        }
      }
      if (shape.isSparse) {
        kernel.body += ".reg .b32 e; ld.global.b32 e, [%x+" +
                       std::to_string(all.begin[3]) + "];\n";
        operands += ", e, " + std::to_string(all.sparsitySelector);
      }
      if (shape.scales)
        kernel.body += ".reg .b32 s<2>; .reg .b16 h;\n";
      for (unsigned i = 0; i < (shape.scales ? 2 : 0); ++i) {
        std::string k = std::to_string(i);
        kernel.body += "ld.global.b32 s" + k + ", [%x+" +
                       std::to_string(all.factorsBegin + 4 * i) + "];\n";
        std::string byte = std::to_string(all.selectors[2 * i]);
        // A selector is a register, too.
        if (i)
          kernel.body += "mov.b16 h, " + byte + ";\n";
        operands += ", s" + k + ", {" + (i ? "h" : byte) + ", " +
                    std::to_string(all.selectors[2 * i + 1]) + "}";
      }
      kernel.body += text + operands + ";\n" + stores;
      kernel.run();
      check(text, shape, all, kernel);
    }
  unsigned dense = 8 + 4 + 2 + 2 + 2 + 2 + 8 + 8 + 25 + 25 + 4 + 24 + 24 + 6 +
                   2 + 1 + 1 + 50,
           sparse =
               2 * (2 + 2 + 2 + 2 + 4 + 16 + 16) + 25 + 25 + 2 + 1 + 1 + 50;
  EXPECT_EQ(count, dense + sparse);
}

/// A product of zeros with metadata and B's first element; thread 0's sum.
static WarpKernel runSparse(StringRef variant, StringRef metadata,
                            StringRef firstOfB, unsigned selector = 0) {
  WarpKernel kernel;
  kernel.in.resize(4);
  kernel.words = 4;
  kernel.body =
      (".reg .b32 e, b; .reg .f32 f<4>; .reg .pred q;\n"
       "mov.b32 e, " +
       metadata + "; mov.b32 b, 0; setp.eq.u32 q, %t, 0;\n@q mov.b32 b, " +
       firstOfB + ";\nmma." + variant +
       ".sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
       "{f0, f1, f2, f3}, {0, 0}, {b, 0}, {0f00000000, 0f00000000, "
       "0f00000000, 0f00000000}, e, " +
       llvm::Twine(selector) + ";\nst.global.f32 [%out], f0;\n")
          .str();
  kernel.run();
  return kernel;
}

TEST(MatrixProducts, MetadataStandForTwoPlacesOfEachChunk) {
  // 0b1110 and 0b0100; the other order; an equal pair in the last chunk.
  EXPECT_TRUE(runSparse("sp", "0xeeee4444", "0").completed());
  EXPECT_TRUE(runSparse("sp::ordered_metadata", "0xeeee4444", "0").completed());
  EXPECT_TRUE(runSparse("sp", "0xbbbb1111", "0").completed());
  for (auto [variant, metadata] : {std::pair("sp", "0x5eee4444"),
                                   {"sp", "0x0"},
                                   {"sp::ordered_metadata", "0xbbbb1111"}})
    EXPECT_EQ(runSparse(variant, metadata, "0").outcome.condition,
              "sparse-metadata")
        << variant << " " << metadata;
  EXPECT_NE(runSparse("sp", "0x44444444", "0", 4)
                .error.find("sparsity selector 4, but there are 4"),
            std::string::npos);
}

TEST(MatrixProducts, WhatIsZeroIsNotMultiplied) {
  // Infinity stands in row 0 of B, and 0 times it would be NaN.
  EXPECT_EQ(runSparse("sp", "0xeeeeeeee", "0x7c00").word(0, 0), 0u);
  EXPECT_EQ(runSparse("sp", "0x44444444", "0x7c00").word(0, 0) & 0x7fffffff,
            0x7fc00000u);
}

static std::string spelling(llvm::Type *type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type->print(os);
  return text;
}

TEST(MatrixProducts, EveryIntrinsicOfMmaAgreesWithTheModel) {
  std::mt19937_64 random(12);
  unsigned count = 0, sparse = 0;
  for (unsigned id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) {
    StringRef base = llvm::Intrinsic::getBaseName(llvm::Intrinsic::ID(id));
    StringRef rest = base;
    if (!rest.consume_front("llvm.nvvm.") || !rest.starts_with("mma."))
      continue;
    llvm::LLVMContext context;
    llvm::FunctionType *type =
        llvm::Intrinsic::getType(context, llvm::Intrinsic::ID(id));
    (rest.starts_with("mma.sp") ? sparse : count) += 1;
    Shape shape{Name(rest)};
    Fragments all = randomFragments(shape, random);
    WarpKernel kernel;
    kernel.in = all.bytes;
    kernel.words = bytesOf(shape, D) / 4;
    kernel.schedule = count + sparse;
    std::string declared, passed, &text = kernel.llvm;
    // Behind it are two registers of factors with two numbers each.
    size_t selectorAt = type->getNumParams() - (shape.scales ? 7 : 1);
    unsigned at = 0, selectors = 0;
    for (auto [i, one] : llvm::enumerate(type->params())) {
      std::string k = std::to_string(i), spelled = spelling(one);
      declared += (i ? ", " : "") + spelled;
      passed += (i ? ", " : "") + spelled + " ";
      if (shape.isSparse && i == selectorAt) {
        passed += std::to_string(all.sparsitySelector);
        continue;
      }
      if (spelled == "i16") {
        passed += std::to_string(all.selectors[selectors++]);
        continue;
      }
      passed += "%v" + k;
      text += "  %o" + k + " = mul i32 %t, " + std::to_string(all.size) +
              "\n  %b" + k + " = add i32 %o" + k + ", " + std::to_string(at) +
              "\n  %p" + k +
              " = getelementptr i8, ptr addrspace(1) %in, i32 %b" + k +
              "\n  %v" + k + " = load " + spelled + ", ptr addrspace(1) %p" +
              k + ", align 4\n";
      at += one->isDoubleTy() ? 8 : 4;
    }
    ASSERT_EQ(at, all.size) << base.str();
    std::string result = spelling(type->getReturnType());
    kernel.declarations =
        "declare " + result + " @" + base.str() + "(" + declared + ")\n";
    text += "  %r = call " + result + " @" + base.str() + "(" + passed + ")\n";
    auto *fields = llvm::cast<llvm::StructType>(type->getReturnType());
    for (auto [i, one] : llvm::enumerate(fields->elements())) {
      std::string k = std::to_string(i);
      text += "  %e" + k + " = extractvalue " + result + " %r, " + k +
              "\n  %q" + k +
              " = getelementptr i8, ptr addrspace(1) %out, i32 " +
              std::to_string((one->isDoubleTy() ? 8 : 4) * i) + "\n  store " +
              spelling(one) + " %e" + k + ", ptr addrspace(1) %q" + k +
              ", align 4\n";
    }
    kernel.run();
    check(base, shape, all, kernel);
  }
  EXPECT_EQ(count, 144u + 54);
  EXPECT_GT(sparse, 100u);
}

//===----------------------------------------------------------------------===//
// wmma
//===----------------------------------------------------------------------===//

namespace {
/// A matrix in memory.
struct Stored {
  bool isByColumn = false;
  unsigned stride = 0, begin = 0;

  size_t bitOf(const Shape &shape, Role role, unsigned row,
               unsigned column) const {
    return 8 * begin +
           (isByColumn ? column * stride + row : row * stride + column) *
               widthOf(shape.types[role]);
  }
};
} // namespace

static unsigned bytesOf(const Shape &shape, Role role, const Stored &stored) {
  unsigned lines = stored.isByColumn ? shape.columns(role) : shape.rows(role);
  return lines * stored.stride * widthOf(shape.types[role]) / 8;
}

/// Registers of wmma, as LLVM's intrinsics and the ISA's examples have them.
static unsigned wholeRegisters(const Shape &shape, Role role) {
  const std::string &type = shape.types[role];
  if (type == "f16")
    return role == A || role == B ? 8 : 4;
  unsigned bits = shape.rows(role) * shape.columns(role) * widthOf(type) / 32;
  return bits / (type == "f64" ? 64 : 32);
}

TEST(MatrixProducts, EveryNameOfWmmaAgreesWithTheModel) {
  std::mt19937_64 random(13);
  std::set<std::string> unused;
  for (const PtxForm &form : getPtxMatrixForms())
    for (const std::string &text : namesOf(form))
      if (form.opcode == Opcode::MatrixAccess)
        unused.insert(text);
  EXPECT_GT(unused.size(), 400u);
  unsigned count = 0;
  for (const PtxForm &form : getPtxMatrixForms())
    for (const std::string &text : namesOf(form)) {
      Name name(text);
      if (name.first() != "wmma" || form.opcode != Opcode::MatrixProduct)
        continue;
      Shape shape(name);
      for (unsigned variant = 0; variant < 8; ++variant) {
        ++count;
        std::string space =
            std::array{"global", "shared", "shared::cta", ""}[variant % 4];
        bool isShared = space.find("shared") == 0 || variant == 7;
        // With a stride of its own, or without any.
        bool hasStride = random() % 2;
        Stored stored[4];
        unsigned end = 0;
        for (Role role : {A, B, C, D}) {
          Stored &one = stored[role];
          one.isByColumn = role == A   ? shape.firstByColumn
                           : role == B ? shape.secondByColumn
                           : role == C ? variant / 4 == 1
                                       : variant / 4 == 0;
          one.stride = one.isByColumn ? shape.rows(role) : shape.columns(role);
          if (hasStride && !isShared)
            one.stride += 128 / std::min(64u, widthOf(shape.types[role]));
          one.begin = end;
          if (role != D)
            end += bytesOf(shape, role, one);
        }
        // The result replaces what was multiplied.
        stored[D].begin = 0;
        unsigned size = std::max(end, bytesOf(shape, D, stored[D]));
        WarpKernel kernel;
        kernel.schedule = count;
        kernel.in.resize(size);
        for (uint8_t &byte : kernel.in)
          byte = random();
        Matrix matrices[3];
        for (Role role : {A, B, C}) {
          matrices[role] = emptyMatrix(shape, role);
          for (unsigned row = 0; row < shape.rows(role); ++row)
            for (unsigned column = 0; column < shape.columns(role); ++column) {
              uint64_t &value = matrices[role][row][column];
              value = randomElement(shape.types[role], random);
              setBits(kernel.in, stored[role].bitOf(shape, role, row, column),
                      widthOf(shape.types[role]), value);
            }
        }
        ASSERT_TRUE(!isShared || size <= WarpKernel::sharedBytes);
        std::string body, dot = space.empty() ? "" : "." + space;
        if (isShared)
          body = "mov.u32 %s, s; cvt.u64.u32 %x, %s;\n" +
                 std::string(space.empty() ? "cvta.shared.u64 %x, %x;\n" : "");
        else
          body = "mov.u64 %x, %in;\n";
        std::string shapeText = "m" + std::to_string(shape.m) + "n" +
                                std::to_string(shape.n) + "k" +
                                std::to_string(shape.k);
        auto access = [&](Role role) {
          std::string called =
              std::string(role == D ? "wmma.store." : "wmma.load.") +
              "abcd"[role] + ".sync.aligned." +
              (stored[role].isByColumn ? "col." : "row.") + shapeText + dot +
              "." + shape.types[role];
          unused.erase(called);
          std::string address =
                          "[%x+" + std::to_string(stored[role].begin) + "]",
                      registers =
                          vectorOf("abcd"[role], wholeRegisters(shape, role));
          std::string stride =
              hasStride ? ", " + std::to_string(stored[role].stride) : "";
          return called + " " + (role == D ? address : registers) + ", " +
                 (role == D ? registers : address) + stride + ";\n";
        };
        for (Role role : {A, B, C, D})
          body += ".reg .b" +
                  std::string(shape.types[role] == "f64" ? "64 " : "32 ") +
                  "abcd"[role] + "<" +
                  std::to_string(wholeRegisters(shape, role)) + ">;\n";
        for (Role role : {A, B, C})
          body += access(role);
        body += text + " " + vectorOf('d', wholeRegisters(shape, D)) + ", " +
                vectorOf('a', wholeRegisters(shape, A)) + ", " +
                vectorOf('b', wholeRegisters(shape, B)) + ", " +
                vectorOf('c', wholeRegisters(shape, C)) + ";\nbar.sync 0;\n" +
                access(D) + "bar.sync 0;\n";
        if (isShared)
          body += "mov.u32 %i, %t;\n$copy: setp.ge.u32 %p, %i, " +
                  std::to_string(size) +
                  "; @%p bra $end;\nmov.u32 %s, s; add.u32 %s, %s, %i;\n"
                  "ld.shared.u8 %b, [%s]; cvt.u64.u32 %w, %i;\n"
                  "add.u64 %w, %w, %in; st.global.u8 [%w], %b;\n"
                  "add.u32 %i, %i, 32; bra $copy;\n";
        kernel.body = body;
        kernel.run();
        ASSERT_TRUE(kernel.completed())
            << text << body << kernel.error << kernel.outcome.summary();
        Matrix expected =
            multiply(shape, matrices[A], matrices[B], matrices[C]);
        for (unsigned row = 0; row < shape.m; ++row)
          for (unsigned column = 0; column < shape.n; ++column)
            setBits(kernel.in, stored[D].bitOf(shape, D, row, column),
                    widthOf(shape.types[D]), expected[row][column]);
        // What is between the lines stays as it was.
        ASSERT_EQ(kernel.outcome.buffers[0].bytes, kernel.in) << text << body;
      }
    }
  for (const std::string &text : unused)
    ADD_FAILURE() << "no test of " << text;
}

TEST(MatrixProducts, EveryIntrinsicOfWmmaAgreesWithTheModel) {
  std::mt19937_64 random(14);
  std::set<std::string> unused;
  std::vector<StringRef> products;
  std::map<std::string, llvm::Intrinsic::ID> ids;
  for (unsigned id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) {
    StringRef base = llvm::Intrinsic::getBaseName(llvm::Intrinsic::ID(id));
    if (!base.starts_with("llvm.nvvm.wmma."))
      continue;
    ids[base.str()] = llvm::Intrinsic::ID(id);
    if (base.contains(".mma."))
      products.push_back(base);
    else
      unused.insert(base.str());
  }
  unsigned count = 0, refused = 0;
  for (StringRef base : products) {
    Name name(base);
    Shape shape(name);
    // What the ISA has no longer.
    if (shape.saturates && shape.types[A] == "f16") {
      ++refused;
      continue;
    }
    for (unsigned variant = 0; variant < 4; ++variant) {
      ++count;
      bool hasStride = variant % 2;
      Stored stored[4];
      unsigned end = 0;
      for (Role role : {A, B, C, D}) {
        Stored &one = stored[role];
        one.isByColumn = role == A   ? shape.firstByColumn
                         : role == B ? shape.secondByColumn
                         : role == C ? variant / 2 == 1
                                     : variant / 2 == 0;
        one.stride = one.isByColumn ? shape.rows(role) : shape.columns(role);
        if (hasStride)
          one.stride += 128 / std::min(64u, widthOf(shape.types[role]));
        one.begin = end;
        if (role != D)
          end += bytesOf(shape, role, one);
      }
      stored[D].begin = 0;
      WarpKernel kernel;
      kernel.schedule = count;
      kernel.in.resize(std::max(end, bytesOf(shape, D, stored[D])));
      Matrix matrices[3];
      for (Role role : {A, B, C}) {
        matrices[role] = emptyMatrix(shape, role);
        for (unsigned row = 0; row < shape.rows(role); ++row)
          for (unsigned column = 0; column < shape.columns(role); ++column) {
            uint64_t &value = matrices[role][row][column];
            value = randomElement(shape.types[role], random);
            setBits(kernel.in, stored[role].bitOf(shape, role, row, column),
                    widthOf(shape.types[role]), value);
          }
      }
      std::string &text = kernel.llvm, passed;
      auto access = [&](Role role) {
        std::string called = "llvm.nvvm.wmma.m" + std::to_string(shape.m) +
                             "n" + std::to_string(shape.n) + "k" +
                             std::to_string(shape.k) +
                             (role == D ? ".store." : ".load.") + "abcd"[role] +
                             (stored[role].isByColumn ? ".col" : ".row") +
                             (hasStride ? ".stride." : ".") + shape.types[role];
        EXPECT_TRUE(ids.count(called)) << called;
        unused.erase(called);
        llvm::LLVMContext context;
        llvm::FunctionType *type = llvm::Intrinsic::getType(
            context, ids[called], {llvm::PointerType::get(context, 1)});
        std::string r(1, "abcd"[role]),
            result = spelling(type->getReturnType()),
            declaration = "declare " + result + " @" + called + ".p1(";
        for (auto [i, one] : llvm::enumerate(type->params()))
          declaration += (i ? ", " : "") + spelling(one);
        if (kernel.declarations.find(declaration) == std::string::npos)
          kernel.declarations += declaration + ")\n";
        std::string stride =
            hasStride ? ", i32 " + std::to_string(stored[role].stride) : "";
        text += "  %p" + r + " = getelementptr i8, ptr addrspace(1) %in, i32 " +
                std::to_string(stored[role].begin) + "\n";
        if (role == D) {
          text += "  call void @" + called + ".p1(ptr addrspace(1) %pd" +
                  passed + stride + ")\n";
          return;
        }
        text += "  %r" + r + " = call " + result + " @" + called +
                ".p1(ptr addrspace(1) %p" + r + stride + ")\n";
        auto *fields = llvm::dyn_cast<llvm::StructType>(type->getReturnType());
        unsigned all = fields ? fields->getNumElements() : 1;
        for (unsigned i = 0; i < all; ++i) {
          std::string k = r + std::to_string(i);
          if (fields)
            text += "  %" + k + " = extractvalue " + result + " %r" + r + ", " +
                    std::to_string(i) + "\n";
          passed += (passed.empty() ? "" : ", ") +
                    (fields ? spelling(fields->getElementType(i)) + " %" + k
                            : result + " %r" + r);
        }
      };
      for (Role role : {A, B, C})
        access(role);
      llvm::LLVMContext context;
      llvm::FunctionType *type =
          llvm::Intrinsic::getType(context, ids[base.str()]);
      std::string result = spelling(type->getReturnType()), declared;
      for (auto [i, one] : llvm::enumerate(type->params()))
        declared += (i ? ", " : "") + spelling(one);
      kernel.declarations +=
          "declare " + result + " @" + base.str() + "(" + declared + ")\n";
      text += "  %rd = call " + result + " @" + base.str() + "(" + passed +
              ")\n  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";
      passed.clear();
      auto *fields = llvm::cast<llvm::StructType>(type->getReturnType());
      for (auto [i, one] : llvm::enumerate(fields->elements())) {
        std::string k = std::to_string(i);
        text += "  %d" + k + " = extractvalue " + result + " %rd, " + k + "\n";
        passed += ", " + spelling(one) + " %d" + k;
      }
      access(D);
      kernel.run();
      ASSERT_TRUE(kernel.completed())
          << base.str() << kernel.error << kernel.outcome.summary() << text;
      Matrix expected = multiply(shape, matrices[A], matrices[B], matrices[C]);
      for (unsigned row = 0; row < shape.m; ++row)
        for (unsigned column = 0; column < shape.n; ++column)
          setBits(kernel.in, stored[D].bitOf(shape, D, row, column),
                  widthOf(shape.types[D]), expected[row][column]);
      ASSERT_EQ(kernel.outcome.buffers[0].bytes, kernel.in) << base.str();
    }
  }
  for (const std::string &text : unused)
    ADD_FAILURE() << "no test of " << text;
  EXPECT_EQ(refused, 4u * 3 * 4);
}

TEST(MatrixProducts, InfinitiesNaNsAndWhatIsUnspecified) {
  WarpKernel kernel;
  kernel.in.resize(16);
  kernel.words = 4;
  // Row 0 of A begins with an infinity, row 1 with a NaN, row 2 is unspecified
  // in part; row 3 is 1. Column 0 of B begins with 0, column 1 with -1.
  kernel.body =
      ".reg .b32 a<2>, b, u; .reg .f32 c, d<4>;\n"
      "mov.b32 a0, 0; mov.b32 a1, 0; mov.b32 b, 0; mov.f32 c, 0f00000000;\n"
      "setp.eq.u32 %p, %t, 0; @%p mov.b32 a0, 0x7c00;\n"
      "setp.eq.u32 %p, %t, 4; @%p mov.b32 a0, 0x7e00;\n"
      "setp.eq.u32 %p, %t, 10; @%p mov.b32 a0, u;\n"
      "setp.eq.u32 %p, %t, 12; @%p mov.b32 a0, 0x3c00;\n"
      "setp.eq.u32 %p, %t, 4; @%p mov.b32 b, 0xbc00;\n"
      "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, "
      "{a0, a1}, {b}, {c, c, c, c};\n"
      "st.global.v4.f32 [%out], {d0, d1, d2, d3};\n";
  kernel.run();
  ASSERT_TRUE(kernel.completed()) << kernel.error << kernel.outcome.summary();
  EXPECT_EQ(kernel.word(0, 0), 0x7fc00000u);
  EXPECT_EQ(kernel.word(0, 1), 0xff800000u);
  EXPECT_EQ(kernel.word(4, 1), 0x7fc00000u);
  EXPECT_EQ(kernel.word(12, 0), 0u);
  EXPECT_EQ(kernel.word(12, 1), 0xbf800000u);
  for (unsigned thread = 0; thread < 32; ++thread)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(kernel.isUnspecified(thread, i), thread / 4 == 2 && i < 2);
}

TEST(MatrixProducts, FactorsThatAreNoNumbers) {
  WarpKernel kernel;
  kernel.in.resize(16);
  kernel.words = 4;
  // Elements are 1. The factor of row 0 is NaN, that of row 1 unspecified, that
  // of column 0 is 2^-127 and all others are 1.
  kernel.body =
      ".reg .b32 a, f, b, u; .reg .f32 c, d<4>;\n"
      "mov.b32 a, 0x38383838; mov.b32 f, 127; mov.b32 b, 127;\n"
      "mov.f32 c, 0f00000000;\n"
      "setp.eq.u32 %p, %t, 0; @%p mov.b32 f, 255; @%p mov.b32 b, 0;\n"
      "setp.eq.u32 %p, %t, 4; @%p mov.b32 f, u;\n"
      "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3."
      "e4m3.f32.ue8m0 {d0, d1, d2, d3}, {a, a, a, a}, {a, a}, {c, c, c, c}, "
      "f, {0, 0}, b, {0, 0};\n"
      "st.global.v4.f32 [%out], {d0, d1, d2, d3};\n";
  kernel.run();
  ASSERT_TRUE(kernel.completed()) << kernel.error << kernel.outcome.summary();
  EXPECT_EQ(kernel.word(0, 0), 0x7fc00000u);
  EXPECT_EQ(kernel.word(0, 2), 5u << 23);
  EXPECT_EQ(kernel.word(0, 3), 0x42000000u);
  EXPECT_EQ(kernel.word(8, 1), 0x42000000u);
  for (unsigned thread = 0; thread < 32; ++thread)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(kernel.isUnspecified(thread, i), thread / 4 == 1 && i < 2);
}

TEST(MatrixProducts, WhatEndsARunIsNamed) {
  static const std::string
      load = "wmma.load.a.sync.aligned.row.m16n16k8.tf32 {a, b, c, d}, ",
      mma = "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {a, b}, {c}, {c}, "
            "{c, c};";
  static const std::string scaled =
      ".reg .b16 h; cvt.u16.u32 h, %t; mov.b32 a, 0; mov.b32 b, 0; "
      "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3."
      "e4m3.f32.ue8m0 {a, b, c, d}, {a, b, a, b}, {a, b}, {a, a, a, a}, ";
  struct {
    std::string body, condition;
  } rows[] = {
      {"cvt.u64.u32 %w, %t; shl.b64 %w, %w, 4; add.u64 %in, %in, %w; " + load +
           "[%in];",
       "matrix-operands"},
      {"add.u32 %i, %t, 8; " + load + "[%in], %i;", "matrix-operands"},
      {load + "[%in+4];", "misaligned-access"},
      {load + "[%in], 9;", "misaligned-access"},
      {load + "[%in], 1024;", "out-of-bounds"},
      {load + "[%w];", "poison-address"},
      {"setp.eq.u32 %p, %t, 7; @%p exit; " + mma, "barrier-divergence"},
      {"setp.lt.u32 %p, %t, 7; @%p bra $x; " + mma + " bra $end; $x: " + mma,
       "barrier-divergence"},
      // Selectors: one that differs, and numbers that none may be.
      {scaled + "a, {0, 0}, a, {0, h};", "matrix-operands"},
      {scaled + "a, {0, 2}, a, {0, 0};", "matrix-operands"},
      {scaled + "a, {4, 0}, a, {0, 0};", "matrix-operands"},
      {"mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {a, b, c, d}, "
       "{a, b}, {a, b}, {a, b, c, d}, a, 0;",
       "sparse-metadata"},
  };
  for (const auto &row : rows) {
    WarpKernel kernel;
    kernel.in.resize(1024);
    kernel.body =
        ".reg .b32 a, b, c, d; mov.b32 c, %t; .reg .b64 %w2;\n" + row.body;
    if (row.condition == "poison-address")
      kernel.body = ".reg .b32 a, b, c, d; .reg .b64 u;\n" + load + "[u];";
    kernel.run();
    EXPECT_EQ(kernel.error, "") << row.body;
    EXPECT_EQ(kernel.outcome.condition, row.condition) << row.body;
  }
}
