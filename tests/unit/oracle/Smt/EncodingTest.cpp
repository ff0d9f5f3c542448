//===- EncodingTest.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "EncodingTest.h"

using namespace tilefuzz;

TEST_F(EncodingTest, Arith) {
  for (const char *type : {"i1", "i8", "i32"})
    for (const char *operation :
         {"addi",       "subi",      "muli",      "andi",  "ori",
          "xori",       "maxsi",     "maxui",     "minsi", "minui",
          "shli",       "shrsi",     "shrui",     "divsi", "divui",
          "floordivsi", "ceildivsi", "ceildivui", "remsi", "remui"}) {
      std::string t = type;
      unsigned defined =
          compare(input("x", t) + input("y", t) + "%r = arith." + operation +
                      " %x, %y : " + t + "\n" + observe("%r", t),
                  15);
      // The only quotient of i1 without a divisor 0 overflows.
      EXPECT_GT(defined + (t == "i1"), 0u) << operation << ' ' << type;
    }
  for (const char *type : {"f16", "f32"}) {
    std::string t = type;
    std::string operands = input("x", t) + input("y", t);
    for (const char *operation : {"maxnumf", "minnumf", "maximumf", "minimumf"})
      EXPECT_GT(compare(operands + "%r = arith." + operation +
                            " %x, %y : " + t + "\n" + observe("%r", t),
                        15),
                0u);
    for (const char *predicate :
         {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq",
          "ugt", "uge", "ult", "ule", "une", "uno", "true"})
      EXPECT_GT(compare(operands + "%r = arith.cmpf " + predicate +
                            ", %x, %y : " + t + "\n" + observe("%r", "i1"),
                        15),
                0u);
    EXPECT_GT(compare(operands + "%r = arith.negf %x : " + t +
                      "\n%s = math.absf %y : " + t + "\n" +
                      observe("%r, %s", t + ", " + t)),
              0u);
    EXPECT_GT(compare(operands + "%r = nv_tileaa.clampf %x, %y, %x : " + t +
                      "\n" + observe("%r", t)),
              0u);
  }
  EXPECT_GT(compare(input("x", "i8") +
                    "%r = arith.sitofp %x : i8 to f16\n"
                    "%s = arith.uitofp %x : i8 to f32\n" +
                    observe("%r, %s", "f16, f32")),
            0u);
  EXPECT_GT(compare(input("x", "f16") +
                    "%r = arith.fptosi %x : f16 to i8\n"
                    "%s = arith.fptoui %x : f16 to i32\n" +
                    observe("%r, %s", "i8, i32")),
            0u);
}

TEST_F(EncodingTest, ConversionsOfFormats) {
  for (const char *from : {"f8E4M3FN", "f8E5M2", "bf16", "tf32", "f32"})
    EXPECT_GT(compare(input("x", from) + "%r = nv_tileaa.fp_to_fp %x : " +
                      from + " to f16\n" + observe("%r", "f16")),
              0u)
        << from;
}

TEST_F(EncodingTest, Shapes) {
  std::string t = "tensor<2x4xi8>";
  EXPECT_GT(compare(input("x", t) +
                    "%r = nv_tileaa.permute %x [1, 0] : tensor<2x4xi8> -> "
                    "tensor<4x2xi8>\n" +
                    observe("%r", "tensor<4x2xi8>")),
            0u);
  EXPECT_GT(compare(input("x", "tensor<2x1x4xi8>") +
                    "%r = nv_tileaa.permute %x [2, 0, 1] : "
                    "tensor<2x1x4xi8> -> tensor<4x2x1xi8>\n" +
                    observe("%r", "tensor<4x2x1xi8>")),
            0u);
  unsigned inside =
      compare(input("x", t) + input("i", "i8") + input("j", "i8") +
                  "%r = nv_tileaa.extract %x[%i, %j] : tensor<2x4xi8>, i8, i8 "
                  "-> i8\n" +
                  observe("%r", "i8"),
              60);
  EXPECT_GT(inside, 0u);
  EXPECT_LT(inside, 60u);
  EXPECT_GT(compare(input("x", "i8") + input("y", "i8") +
                    "%r = nv_tileaa.make_range %x, %y : i8 -> tensor<4xi8>\n" +
                    observe("%r", "tensor<4xi8>")),
            0u);
  EXPECT_GT(compare("%r = ub.poison : tensor<2xi8>\n" +
                    observe("%r", "tensor<2xi8>")),
            0u);
}

TEST_F(EncodingTest, Promises) {
  const std::pair<const char *, const char *> promises[] = {
      {"#nv_tileaa.div_by<4>", "tensor<2xi8>"},
      {"#nv_tileaa.div_by<2, every = 2, along = 0>", "tensor<4xi8>"},
      {"#nv_tileaa.div_by<4>", "!nv_tileaa.ptr<i32, 1>"},
      {"#nv_tileaa.bounded<-2, 8>", "tensor<2xi8>"},
      {"#nv_tileaa.bounded<0, ?>", "i32"},
      {"#nv_tileaa.same_elements<[2]>", "tensor<4xi1>"},
  };
  for (auto [predicate, type] : promises) {
    unsigned kept =
        compare(input("x", type) + "%r = nv_tileaa.assume " + predicate +
                    ", %x : " + type + "\n" + observe("%r", type),
                60);
    EXPECT_GT(kept, 0u) << predicate;
    EXPECT_LT(kept, 60u) << predicate;
  }
}

TEST_F(EncodingTest, Products) {
  const std::pair<std::string, std::string> widths[] = {
      {"i8", "i32"}, {"i16", "i32"}, {"i8", "i64"}, {"i16", "i16"}};
  for (const auto &[e, c] : widths)
    for (std::string s : {"signed", "unsigned"}) {
      std::string t = "tensor<2x2x" + e + ">", u = "tensor<2x2x" + c + ">";
      EXPECT_GT(compare(input("a", t) + input("b", t) + input("c", u) +
                            "%r = nv_tileaa.dot %a, %b, %c {signedness_a = "
                            "#nv_tileaa.signedness<" +
                            s +
                            ">, signedness_b = "
                            "#nv_tileaa.signedness<signed>} : (" +
                            t + ", " + t + ", " + u + ") -> " + u + "\n" +
                            observe("%r", u),
                        10),
                0u);
    }
  // Zeros of both signs, infinities, NaN and what no order rounds.
  for (const char *type : {"f16", "f8E4M3FN", "f8E5M2"}) {
    std::string e = type;
    std::string text =
        input("a", "tensor<1x2xi8>") + input("b", "tensor<2x1xi8>") +
        input("c", "tensor<1x1xi8>") +
        "%af = arith.sitofp %a : tensor<1x2xi8> to tensor<1x2xf16>\n"
        "%bf = arith.sitofp %b : tensor<2x1xi8> to tensor<2x1xf16>\n"
        "%cf = arith.sitofp %c : tensor<1x1xi8> to tensor<1x1xf32>\n"
        "%r = nv_tileaa.dot %af, %bf, %cf : (tensor<1x2xf16>, "
        "tensor<2x1xf16>, tensor<1x1xf32>) -> tensor<1x1xf32>\n" +
        observe("%r", "tensor<1x1xf32>");
    if (e != "f16")
      text = input("a", "tensor<1x1x" + e + ">") +
             "%b = arith.constant dense<-0.0> : tensor<1x1x" + e + ">\n" +
             input("c", "tensor<1x1xf32>") +
             "%r = nv_tileaa.dot %a, %b, %c : (tensor<1x1x" + e +
             ">, tensor<1x1x" + e + ">, tensor<1x1xf32>) -> tensor<1x1xf32>\n" +
             observe("%r", "tensor<1x1xf32>");
    EXPECT_GT(compare(text, 20), 0u) << e;
  }
}

TEST_F(EncodingTest, Updates) {
  for (const char *mode : {"and", "or", "xor", "add", "max", "min", "umax",
                           "umin", "xchg", "addf"}) {
    std::string e = std::string(mode) == "addf" ? "f16" : "i16";
    std::string t = "tensor<2x" + e + ">";
    unsigned defined = compare(
        input("p", "tensor<2x!nv_tileaa.ptr<" + e + ", 1>>") + input("x", t) +
            input("m", "tensor<2xi1>") +
            "%v, %t = nv_tileaa.atomic_rmw %p, %x mask %m {rmw_mode = "
            "#nv_tileaa.rmw_mode<" +
            mode +
            ">, mem_semantic = #nv_tileaa.mem_semantic<relaxed>, mem_scope = "
            "#nv_tileaa.mem_scope<gpu>} : (tensor<2x!nv_tileaa.ptr<" +
            e + ", 1>>, " + t + ", tensor<2xi1>) -> (" + t +
            ", !nv_tileaa.mem_token)\n" + observe("%v", t),
        20);
    EXPECT_GT(defined, 0u) << mode;
    EXPECT_LT(defined, 20u) << mode;
  }
  EXPECT_GT(compare(input("p", "tensor<2x!nv_tileaa.ptr<i8, 1>>") +
                        input("x", "tensor<2xi8>") +
                        input("y", "tensor<2xi8>") +
                        input("m", "tensor<2xi1>") +
                        "%v, %t = nv_tileaa.atomic_cas %p, %x, %y mask %m "
                        "{mem_semantic = #nv_tileaa.mem_semantic<acq_rel>, "
                        "mem_scope = #nv_tileaa.mem_scope<gpu>} : "
                        "(tensor<2x!nv_tileaa.ptr<i8, 1>>, tensor<2xi8>, "
                        "tensor<2xi8>, tensor<2xi1>) -> (tensor<2xi8>, "
                        "!nv_tileaa.mem_token)\n" +
                        observe("%v", "tensor<2xi8>"),
                    20),
            0u);
}

TEST_F(EncodingTest, Pragmas) {
  EXPECT_GT(compare(input("x", "i8") + input("y", "i8") +
                    "%r, %s = nv_tileaa.pragma {\n"
                    "%a = arith.addi %x, %y : i8\n"
                    "nv_tileaa.yield %a, %y : i8, i8\n} : i8, i8\n" +
                    observe("%r, %s", "i8, i8")),
            0u);
}
