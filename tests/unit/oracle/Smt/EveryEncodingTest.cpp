//===- EveryEncodingTest.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "EncodingTest.h"

using namespace tilefuzz;

static std::string tile(const std::string &of) {
  return "!cuda_tile.tile<" + of + ">";
}

/// Every operation that has an encoding is compared with the interpreter: one
/// that is forgotten fails. Those that the solver has no arithmetic for have no
/// values of their own.
TEST_F(EncodingTest, EveryOperation) {
  std::vector<std::string> programs;
  // cuda_tile: integers.
  for (const char *width : {"i1", "i8", "i32"}) {
    std::string t = tile(std::string("2x") + width);
    std::string xy = input("x", t) + input("y", t);
    auto binary = [&](const std::string &code, const std::string &result) {
      programs.push_back(xy + "%r = " + code + "\n" + observe("%r", result));
    };
    for (const char *operation : {"addi", "subi", "muli", "shli"})
      for (const char *promise :
           {"", " overflow<no_signed_wrap>", " overflow<no_unsigned_wrap>"})
        binary(std::string(operation) + " %x, %y" + promise + " : " + t, t);
    for (const char *operation : {"andi", "ori", "xori", "mulhii"})
      binary(std::string(operation) + " %x, %y : " + t, t);
    for (const char *operation : {"maxi", "mini", "remi", "shri", "divi"})
      for (const char *sign : {" signed", " unsigned"})
        binary(std::string(operation) + " %x, %y" + sign + " : " + t, t);
    for (const char *predicate :
         {"equal", "not_equal", "less_than", "less_than_or_equal",
          "greater_than", "greater_than_or_equal"})
      for (const char *sign : {"signed", "unsigned"})
        binary("cmpi " + std::string(predicate) + " %x, %y, " + sign + " : " +
                   t + " -> " + tile("2xi1"),
               tile("2xi1"));
    programs.push_back(xy + input("c", tile("2xi1")) +
                       "%r = select %c, %x, %y : " + tile("2xi1") + ", " + t +
                       "\n" + observe("%r", t));
    binary("absi %x : " + t, t);
  }
  for (const char *sign : {"signed", "unsigned"})
    programs.push_back(input("x", tile("2xi8")) + "%r = exti %x " + sign +
                       " : " + tile("2xi8") + " -> " + tile("2xi32") + "\n" +
                       observe("%r", tile("2xi32")));
  programs.push_back(input("x", tile("2xi32")) +
                     "%r = trunci %x : " + tile("2xi32") + " -> " +
                     tile("2xi8") + "\n" + observe("%r", tile("2xi8")));
  // cuda_tile: floats.
  for (const char *format : {"f16", "f32"}) {
    std::string t = tile(format), b = tile("i1");
    std::string xyz = input("x", t) + input("y", t) + input("z", t);
    for (const char *operation : {"addf", "subf", "mulf", "maxf", "minf"})
      programs.push_back(xyz + "%r = " + operation + " %x, %y : " + t + "\n" +
                         observe("%r", t));
    programs.push_back(xyz + "%r = fma %x, %y, %z : " + t + "\n" +
                       observe("%r", t));
    programs.push_back(xyz + "%r = negf %x : " + t + "\n%s = absf %y : " + t +
                       "\n" + observe("%r, %s", t + ", " + t));
    for (const char *order : {"ordered", "unordered"})
      programs.push_back(xyz + "%r = cmpf less_than " + order + " %x, %y : " +
                         t + " -> " + b + "\n" + observe("%r", b));
  }
  // cuda_tile: shapes, promises, control.
  std::string m = tile("2x4xi8"), i = tile("i8");
  programs.push_back(
      input("x", m) + "%r = permute %x [1, 0] : " + m + " -> " +
      tile("4x2xi8") + "\n%s = reshape %x : " + m + " -> " + tile("8xi8") +
      "\n%n = iota : " + tile("8xi8") + "\n%c = constant <i8: 7> : " +
      tile("8xi8") + "\n%a = addi %n, %c : " + tile("8xi8") + "\n" +
      observe("%r, %s, %a",
              tile("4x2xi8") + ", " + tile("8xi8") + ", " + tile("8xi8")));
  programs.push_back(input("x", tile("2x1xi8")) +
                     "%r = broadcast %x : " + tile("2x1xi8") + " -> " +
                     tile("2x4xi8") + "\n" + observe("%r", tile("2x4xi8")));
  programs.push_back(input("x", i) + "%r = assume bounded<-2, 8>, %x : " + i +
                     "\n" + observe("%r", i));
  std::string cxy = input("c", tile("i1")) + input("x", i) + input("y", i);
  programs.push_back(cxy + "%r = if %c -> (" + i + ") {\n%a = addi %x, %y : " +
                     i + "\nyield %a : " + i + "\n} else {\nyield %y : " + i +
                     "\n}\n" + observe("%r", i));
  programs.push_back(cxy + "%z = constant <i8: 0> : " + i +
                     "\n%o = constant <i8: 1> : " + i +
                     "\n%r = for %i in (%z to %x, step %o) : " + i +
                     " iter_values(%acc = %y) "
                     "-> (" +
                     i + ") {\n%a = addi %acc, %i : " + i +
                     "\ncontinue %a : " + i + "\n}\n" + observe("%r", i));
  programs.push_back(cxy + "%o = constant <i8: 1> : " + i +
                     "\n%r = loop iter_values(%n = %x) : " + i + " -> " + i +
                     " {\n%d = subi %n, %o : " + i +
                     "\n%e = cmpi less_than %d, %y, signed : " + i + " -> " +
                     tile("i1") + "\nif %e {\nbreak %d : " + i +
                     "\n}\ncontinue %d : " + i + "\n}\n" + observe("%r", i));
  for (const char *operation :
       {"reduce %x dim=1", "scan %x dim=1 reverse=false"}) {
    bool isScan = operation[0] == 's';
    std::string result = isScan ? m : tile("2xi8");
    programs.push_back(input("x", m) + "%r = " + operation +
                       " identities=[0 : i8] : " + m + " -> " + result +
                       " (%e: " + i + ", %acc: " + i +
                       ") {\n%s = addi %e, %acc : " + i + "\nyield %s : " + i +
                       "\n}\n" + observe("%r", result));
  }
  // cuda_tile: memory.
  std::string p = tile("ptr<i8>"), token = "!cuda_tile.token";
  // The replay's buffer begins at a multiple of 256.
  programs.push_back(
      input("p", p) + input("x", i) + input("n", i) +
      "%t0 = make_token : token\n%q = offset %p, %n : " + p + ", " + i +
      " -> " + p + "\n%t1 = store_ptr_tko weak %q, %x token=%t0 : " + p + ", " +
      i +
      " -> token\n%t2 = join_tokens %t0, %t1 : token\n%v, %t3 = load_ptr_tko "
      "weak %p token=%t2 : " +
      p + " -> " + i + ", token\n%a = ptr_to_int %q : " + p + " -> " +
      tile("i64") + "\n%l = trunci %a : " + tile("i64") + " -> " + i + "\n" +
      observe("%v, %l", i + ", " + i));
  // nv_tileaa.
  for (std::string t : {"tensor<2xf16>", "tensor<2xf32>"}) {
    std::string xyz = input("x", t) + input("y", t) + input("z", t);
    for (const char *operation : {"addf", "subf", "mulf"})
      programs.push_back(xyz + "%r = nv_tileaa." + operation +
                         " %x, %y : " + t + "\n" + observe("%r", t));
    programs.push_back(xyz + "%r = nv_tileaa.fma %x, %y, %z : " + t + "\n" +
                       observe("%r", t));
  }
  programs.push_back(input("x", "i8") + input("y", "i8") +
                     "%h = nv_tileaa.mulhiui %x, %y : i8\n"
                     "%s = nv_tileaa.splat %h : i8 -> tensor<1x4xi8>\n"
                     "%b = nv_tileaa.broadcast %s : tensor<1x4xi8> -> "
                     "tensor<2x4xi8>\n"
                     "%v = nv_tileaa.view %b : tensor<2x4xi8> -> tensor<8xi8>\n"
                     "%e = nv_tileaa.expand_dims %v {axis = 0 : i32} : "
                     "tensor<8xi8> -> tensor<1x8xi8>\n"
                     "%o = nv_tileaa.optimization_barrier %e : "
                     "tensor<1x8xi8>\n"
                     "%a = math.absi %o : tensor<1x8xi8>\n" +
                     observe("%a", "tensor<1x8xi8>"));
  programs.push_back(
      input("p", "!nv_tileaa.ptr<i8, 1>") + input("x", "i8") +
      input("n", "i8") +
      "%t0 = nv_tileaa.create_mem_token : !nv_tileaa.mem_token\n"
      "%q = nv_tileaa.addptr %p, %n : !nv_tileaa.ptr<i8, 1>, i8\n"
      "%t1 = nv_tileaa.store %q, %x token %t0 : (!nv_tileaa.ptr<i8, 1>, i8, "
      "!nv_tileaa.mem_token) -> !nv_tileaa.mem_token\n"
      "%t2 = nv_tileaa.join_mem_token %t0, %t1 : !nv_tileaa.mem_token\n"
      "%v, %t3 = nv_tileaa.load %p token %t2 : (!nv_tileaa.ptr<i8, 1>, "
      "!nv_tileaa.mem_token) -> (i8, !nv_tileaa.mem_token)\n"
      "%a = nv_tileaa.ptr_to_int %q : !nv_tileaa.ptr<i8, 1> -> i64\n"
      "%w = arith.extsi %v : i8 to i16\n%u = arith.extui %v : i8 to i16\n"
      "%l = arith.trunci %a : i64 to i8\n"
      "%k = arith.constant true\n"
      "%m = arith.select %k, %l, %v : i8\n"
      "%r = scf.if %k -> (i8) {\nscf.yield %m : i8\n} else {\nscf.yield %x : "
      "i8\n}\n" +
      observe("%w, %u, %r", "i16, i16, i8"));
  programs.push_back(
      input("x", "i8") + input("n", "i8") +
      "%c0 = arith.constant 0 : i8\n%c1 = arith.constant 1 : i8\n"
      "%r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i8) : i8 "
      "{\n%s = arith.addi %a, %i : i8\nscf.yield %s : i8\n}\n"
      "%w = scf.while (%k = %n) : (i8) -> i8 {\n"
      "%e = arith.cmpi slt, %k, %c1 : i8\nscf.condition(%e) %k : i8\n} do {\n"
      "^bb0(%k: i8):\n%j = arith.addi %k, %c1 : i8\nscf.yield %j : i8\n}\n" +
      observe("%r, %w", "i8, i8"));
  for (const char *predicate :
       {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"})
    programs.push_back(input("x", "i8") + input("y", "i8") +
                       "%r = arith.cmpi " + predicate + ", %x, %y : i8\n" +
                       observe("%r", "i1"));
  for (const char *operation : {"reduce", "scan"}) {
    std::string result = *operation == 'r' ? "tensor<2xi8>" : "tensor<2x4xi8>";
    programs.push_back(input("x", "tensor<2x4xi8>") + "%r = nv_tileaa." +
                       operation +
                       " %x {\n^bb0(%e: i8, %a: i8):\n%s = arith.addi %e, %a : "
                       "i8\nnv_tileaa.yield %s : i8\n} {axis = 1 : i32, "
                       "identities = [0 : i8]} : (tensor<2x4xi8>) -> " +
                       result + "\n" + observe("%r", result));
  }
  // Conversions, negation, products, parts of tiles.
  for (const char *format : {"f16", "bf16", "f32"})
    for (const char *sign : {"signed", "unsigned"}) {
      std::string f = tile(format);
      programs.push_back(input("x", i) + input("y", f) + "%r = itof %x " +
                         sign + " : " + i + " -> " + f + "\n%s = ftoi %y " +
                         sign + " : " + f + " -> " + i + "\n%t = ftoi %y " +
                         sign + " saturating : " + f + " -> " + i + "\n" +
                         observe("%r, %s, %t", f + ", " + i + ", " + i));
    }
  programs.push_back(input("x", tile("f32")) + "%r = ftof %x : " + tile("f32") +
                     " -> " + tile("f16") + "\n%s = ftof %r : " + tile("f16") +
                     " -> " + tile("bf16") + "\n" +
                     observe("%r, %s", tile("f16") + ", " + tile("bf16")));
  programs.push_back(input("x", tile("2xf8E4M3FN")) +
                     "%r = ftof %x : " + tile("2xf8E4M3FN") + " -> " +
                     tile("2xf16") + "\n" + observe("%r", tile("2xf16")));
  for (const char *promise : {"", " overflow<no_signed_wrap>"})
    programs.push_back(input("x", i) + "%r = negi %x" + promise + " : " + i +
                       "\n" + observe("%r", i));
  programs.push_back(input("x", tile("f32")) +
                     "%r = bitcast %x : " + tile("f32") + " -> " + tile("i32") +
                     "\n" + observe("%r", tile("i32")));
  for (const char *signs : {"signed unsigned", "unsigned signed"})
    programs.push_back(input("x", tile("2x2xi8")) + input("y", tile("2x2xi8")) +
                       input("c", tile("2x2xi32")) + "%r = mmai %x, %y, %c " +
                       signs + " : " + tile("2x2xi8") + ", " + tile("2x2xi8") +
                       ", " + tile("2x2xi32") + "\n" +
                       observe("%r", tile("2x2xi32")));
  for (const char *dim : {"0", "1"}) {
    std::string both = tile(*dim == '0' ? "4x2xi8" : "2x4xi8"),
                part = tile("2x2xi8");
    programs.push_back(
        input("x", part) + input("y", part) + input("a", tile("i32")) +
        input("b", tile("i32")) + "%r = cat %x, %y dim = " + dim + " : " +
        part + ", " + part + " -> " + both +
        "\n%s = extract %r[%a, %b] : " + both + " -> " + part +
        "\n%n = insert %x into %r[%b, %a] : " + part + ", " + both + " -> " +
        both + "\n" + observe("%r, %s, %n", both + ", " + part + ", " + both));
  }
  programs.push_back(
      input("x", "tensor<2x2xi8>") + input("y", "tensor<2x1xi8>") +
      "%r = nv_tileaa.cat %x, %y {axis = 1 : i32} : tensor<2x2xi8>, "
      "tensor<2x1xi8> -> tensor<2x3xi8>\n"
      "%s = nv_tileaa.bitcast %y : tensor<2x1xi8> -> tensor<2x1xf8E5M2>\n" +
      observe("%r, %s", "tensor<2x3xi8>, tensor<2x1xf8E5M2>"));
  // Bytes, slices, the grid.
  for (auto [elements, bytes] :
       {std::pair("2xi16", "4xi8"), std::pair("2xf32", "8xi8")})
    programs.push_back(input("x", tile(elements)) +
                       "%b = pack %x : " + tile(elements) + " -> " +
                       tile(bytes) + "\n%r = unpack %b : " + tile(bytes) +
                       " -> " + tile(elements) + "\n" +
                       observe("%b, %r", tile(bytes) + ", " + tile(elements)));
  programs.push_back("%i, %j, %k = get_tile_block_id : tile<i32>\n"
                     "%l, %m, %n = get_num_tile_blocks : tile<i32>\n" +
                     observe("%i, %k, %m", tile("i32") + ", " + tile("i32") +
                                               ", " + tile("i32")));
  programs.push_back(
      input("x", "tensor<4x4xi8>") + input("i", "i8") + input("j", "i32") +
      input("y", "tensor<2xi4>") +
      "%s = nv_tileaa.extract_slice %x[%i, %j] strides = [2, 1] : "
      "tensor<4x4xi8>, i8, i32 -> tensor<2x2xi8>\n"
      "%p = nv_tileaa.pack %y : tensor<2xi4> -> tensor<1xi8>\n"
      "%u = nv_tileaa.unpack %p : tensor<1xi8> -> tensor<2xi4>\n"
      "%a = nv_tileaa.get_program_id 1 : i32\n"
      "%b = nv_tileaa.get_num_programs 2 : i32\n" +
      observe("%s, %p, %u, %a, %b",
              "tensor<2x2xi8>, tensor<1xi8>, tensor<2xi4>, i32, i32"));
  // cuda_tile: updates.
  std::string word = tile("i32"), words = tile("ptr<i32>");
  for (const char *mode : {"and", "add", "umax", "xchg"})
    programs.push_back(input("p", words) + input("x", word) +
                       input("c", tile("i1")) +
                       "%v, %t = atomic_rmw_tko relaxed device %p, " + mode +
                       ", %x, %c : " + words + ", " + word + ", " + tile("i1") +
                       " -> " + word + ", token\n" + observe("%v", word));
  programs.push_back(
      input("p", words) + input("x", word) + input("y", word) +
      "%v, %t = atomic_cas_tko acq_rel sys %p, %x, %y : " + words + ", " +
      word + " -> " + word + ", token\n" + observe("%v", word));
  std::string counted = "partition_view<tile=(2), tensor_view<?xi32, "
                        "strides=[?]>>";
  for (const char *mode : {"add", "xor", "min"})
    programs.push_back(input("v", "!cuda_tile." + counted) + input("i", word) +
                       input("x", tile("2xi32")) +
                       "%t0 = atomic_red_view_tko relaxed device %v[%i], " +
                       mode + ", %x : " + tile("2xi32") + ", " + counted +
                       ", " + word + " -> token\n" + observe("%i", word));
  // Views: as inputs, and made of numbers.
  std::string tensor = "tensor_view<?x?xi8, strides=[?,1]>", n = tile("i64");
  std::string indices = input("i", i) + input("j", i);
  for (std::string kind :
       {"partition_view<tile=(2x2), " + tensor + ">",
        "partition_view<tile=(2x2), padding_value = zero, " + tensor + ">",
        "partition_view<tile=(1x2), padding_value = zero, " + tensor +
            ", dim_map=[1, 0]>",
        "strided_view<tile=(2x2), traversal_strides=[1,3], " + tensor + ">"}) {
    std::string result =
        tile(kind.find("1x2") == std::string::npos ? "2x2xi8" : "1x2xi8");
    std::string view = "!cuda_tile." + kind;
    programs.push_back(
        input("v", view) + indices + input("x", result) +
        "%t0 = store_view_tko weak %x, %v[%i, %j] : " + result + ", " + kind +
        ", " + i +
        " -> token\n%r, %t1 = load_view_tko weak %v[%j, %i] token "
        "= %t0 : " +
        kind + ", " + i + " -> " + result +
        ", token\n%s:2 = "
        "get_index_space_shape %v : " +
        kind + " -> " + i + "\n" +
        observe("%r, %s#0, %s#1", result + ", " + i + ", " + i));
  }
  std::string rows = tile("2xi8"),
              sparse =
                  "gather_scatter_view<tile=(2x2), padding_value = zero, " +
                  tensor + ", sparse_dim=0>";
  programs.push_back(
      input("p", p) + input("n", n) + input("m", n) + input("s", n) +
      input("k", rows) + input("j", i) + input("x", tile("2x2xi8")) +
      "%w = make_tensor_view %p, shape = [%n, %m], strides = [%s, 1] : " + n +
      " -> " + tensor + "\n%a:2 = get_tensor_shape %w : " + tensor + " -> " +
      i + "\n%v = make_gather_scatter_view %w : " + sparse +
      "\n%t0 = store_view_tko weak %x, %v[%k, %j] : " + tile("2x2xi8") + ", " +
      sparse + ", " + rows + ", " + i +
      " -> token\n%r, %t1 = load_view_tko weak %v[%k, %j] token = %t0 : " +
      sparse + ", " + rows + ", " + i + " -> " + tile("2x2xi8") +
      ", token\n%y = make_partition_view %w : partition_view<tile=(2x2), " +
      tensor +
      ">\n%z = make_strided_view %w : strided_view<tile=(2x2), "
      "traversal_strides=[1,1], " +
      tensor + ">\n" + observe("%r, %a#0", tile("2x2xi8") + ", " + i));
  std::string memref = "!nv_tileaa.memref<?x?xi8, strides = [?, 1], 1>";
  for (const char *padding : {"zero", "none"}) {
    std::string view = "!nv_tileaa.tiled_view<2x2xi8, memref = " + memref +
                       ", dim_map = [1, 0], padding = " + padding + ">";
    std::string two = "tensor<2x2xi8>";
    programs.push_back(
        input("v", view) + input("i", "i8") + input("j", "i8") +
        input("x", two) + "%t0 = nv_tileaa.tiled_store %v, %x[%i, %j] : (" +
        view + ", " + two +
        ", i8, i8) -> !nv_tileaa.mem_token\n%r, %t1 = "
        "nv_tileaa.tiled_load %v[%j, %i] token %t0 : (" +
        view + ", i8, i8, !nv_tileaa.mem_token) -> (" + two +
        ", !nv_tileaa.mem_token)\n%o, %t2 = nv_tileaa.tiled_atomic_rmw %v, "
        "%x[%j, %j] token %t1 {mem_scope = #nv_tileaa.mem_scope<gpu>, "
        "mem_semantic = #nv_tileaa.mem_semantic<relaxed>, rmw_mode = "
        "#nv_tileaa.rmw_mode<xor>} : (" +
        view + ", " + two + ", i8, i8, !nv_tileaa.mem_token) -> (" + two +
        ", !nv_tileaa.mem_token)\n" + observe("%r, %o", two + ", " + two));
    std::string rowsOf =
        "!nv_tileaa.tiled_view<2x2xi8, memref = " + memref +
        ", dim_map = [0, 1], sparse_dim = 0, padding = " + padding + ">";
    programs.push_back(
        input("p", "!nv_tileaa.ptr<i8, 1>") + input("n", "i64") +
        input("m", "i64") + input("s", "i64") + input("k", "tensor<2xi8>") +
        input("j", "i8") + input("x", two) +
        "%w = nv_tileaa.make_memref %p, sizes = [%n, %m], strides = [%s] "
        "{alias_scope = 0 : i32} : !nv_tileaa.ptr<i8, 1> -> " +
        memref + "\n%d = nv_tileaa.get_dim_size %w, 1 : " + memref +
        " -> i8\n%v = "
        "nv_tileaa.block_tile %w : " +
        memref + " -> " + rowsOf +
        "\n%t0 = nv_tileaa.scatter_store %v, %x[%k, %j] : (" + rowsOf + ", " +
        two +
        ", tensor<2xi8>, i8) -> !nv_tileaa.mem_token\n%r, %t1 = "
        "nv_tileaa.gather_load %v[%k, %j] token %t0 : (" +
        rowsOf + ", tensor<2xi8>, i8, !nv_tileaa.mem_token) -> (" + two +
        ", !nv_tileaa.mem_token)\n" + observe("%r, %d", two + ", i8"));
  }
  // Of a memref at indices.
  for (const char *bounds : {"", "in_bounds = array<i1: false, true>"}) {
    std::string two = "tensor<2xi8>", comma = *bounds ? ", " : "",
                flags = std::string(" {") + bounds + "}",
                update = " {mem_scope = #nv_tileaa.mem_scope<gpu>, "
                         "mem_semantic = #nv_tileaa.mem_semantic<relaxed>" +
                         comma + bounds,
                at = "tensor<2xi8>, i16";
    programs.push_back(
        input("v", memref) + input("i", two) + input("j", "i16") +
        input("x", two) + input("y", two) + input("c", "tensor<2xi1>") +
        "%t0 = nv_tileaa.store %v, %x[%i, %j] mask %c" + flags + " : (" +
        memref + ", " + two + ", " + at +
        ", tensor<2xi1>) -> !nv_tileaa.mem_token\n"
        "%r, %t1 = nv_tileaa.load %v[%i, %j] mask %c other %y token %t0" +
        flags + " : (" + memref + ", " + at + ", tensor<2xi1>, " + two +
        ", !nv_tileaa.mem_token) -> (" + two +
        ", !nv_tileaa.mem_token)\n"
        "%o, %t2 = nv_tileaa.atomic_rmw %v, %x[%i, %j] mask %c token %t1" +
        update + ", rmw_mode = #nv_tileaa.rmw_mode<add>} : (" + memref + ", " +
        two + ", " + at + ", tensor<2xi1>, !nv_tileaa.mem_token) -> (" + two +
        ", !nv_tileaa.mem_token)\n"
        "%p, %t3 = nv_tileaa.atomic_cas %v, %o, %y[%i, %j] mask %c token %t2" +
        update + "} : (" + memref + ", " + two + ", " + two + ", " + at +
        ", tensor<2xi1>, !nv_tileaa.mem_token) -> (" + two +
        ", !nv_tileaa.mem_token)\n" +
        observe("%r, %o, %p", two + ", " + two + ", " + two));
  }
  unsigned defined = 0;
  for (const std::string &program : programs) {
    compare(program, 6);
    defined += compare(program, 3, /*mayBeUnspecified=*/true);
  }
  EXPECT_GT(defined, programs.size() / 2);

  // What the tests above compare, and what has no replay.
  const llvm::StringRef elsewhere[] = {
      "nv_tileaa.dot", "nv_tileaa.atomic_rmw", "nv_tileaa.atomic_cas",
      "nv_tileaa.clampf", "nv_tileaa.fp_to_fp", "nv_tileaa.permute",
      "nv_tileaa.extract", "nv_tileaa.make_range", "nv_tileaa.assume",
      "nv_tileaa.pragma", "ub.poison", "math.absf",
      // As nv_tileaa.dot.
      "nv_tileaa.conv_dot", "cuda_tile.mmaf", "cuda_tile.mmaf_scaled",
      // Pointers in the replay's memory come from pointers only.
      "nv_tileaa.int_to_ptr", "cuda_tile.int_to_ptr", "cuda_tile.ptr_to_ptr",
      // A queue needs two agents.
      "nv_tileaa.create_queue", "nv_tileaa.queue.put", "nv_tileaa.queue.get",
      "nv_tileaa.queue.yield"};
  const llvm::StringRef arith[] = {
      "arith.addi",       "arith.subi",      "arith.muli",
      "arith.andi",       "arith.ori",       "arith.xori",
      "arith.maxsi",      "arith.maxui",     "arith.minsi",
      "arith.minui",      "arith.shli",      "arith.shrsi",
      "arith.shrui",      "arith.divsi",     "arith.divui",
      "arith.floordivsi", "arith.ceildivsi", "arith.ceildivui",
      "arith.remsi",      "arith.remui",     "arith.maxnumf",
      "arith.minnumf",    "arith.maximumf",  "arith.minimumf",
      "arith.cmpf",       "arith.negf",      "arith.sitofp",
      "arith.uitofp",     "arith.fptosi",    "arith.fptoui"};
  // What only is what it is: nothing is stated of its result, or it has
  // effects that no replay compares. These stay uninterpreted functions in
  // whole functions. The last lines have bodies, or are no code.
  const llvm::StringRef uninterpreted[] = {
      "cuda_tile.alloca", "cuda_tile.get_global", "cuda_tile.assert",
      "cuda_tile.print_tko", "cuda_tile.gdc_wait_tko",
      "cuda_tile.gdc_launch_dependents_tko", "cuda_tile.memory_fence_alias_tko",
      "nv_tileaa.mem_sync", "nv_tileaa.alloca", "nv_tileaa.get_global",
      "nv_tileaa.assert", "nv_tileaa.print", "nv_tileaa.message",
      "nv_tileaa.mark_for_reuse", "nv_tileaa.histogram", "nv_tileaa.conv_tile",
      // Other blocks that have not started, and what is written elsewhere.
      "nv_tileaa.cancel_next_program_id", "nv_tileaa.is_valid_program_id",
      "nv_tileaa.call", "nv_tileaa.call_elementwise_intrinsic",
      "nv_tileaa.elementwise_inline_asm", "nv_tileaa.extern_elementwise",
      "nv_tileaa.inject_ir", "nv_tileaa.plugin", "nv_tileaa.launch_func"};
  const llvm::StringRef refused[] = {"nv_tileaa.generate", "nv_tileaa.execute",
                                     "cuda_tile.module",   "cuda_tile.entry",
                                     "cuda_tile.global",   "nv_tileaa.func",
                                     "nv_tileaa.global"};
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "cuda_tile" &&
        name.getDialectNamespace() != "nv_tileaa")
      continue;
    bool isListed = llvm::is_contained(uninterpreted, name.getStringRef()) ||
                    llvm::is_contained(refused, name.getStringRef());
    EXPECT_NE(hasEncoding(name.getStringRef()), isListed)
        << name.getStringRef().str()
        << " has an encoding, or stands in a list of those without";
  }
  for (const std::string &name : encodedOperations()) {
    if (!isUninterpreted(name) && !llvm::is_contained(arith, name) &&
        !llvm::is_contained(elsewhere, name))
      EXPECT_TRUE(compared.contains(name)) << name << " is not compared";
  }
}
