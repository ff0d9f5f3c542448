//===- TileAAViewTemplates.cpp - Masks of accesses of views ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Patterns/PatternInstances.h"

using namespace tilefuzz;

using Elements = InstanceElements;

namespace {
/// Of a template that accesses %v, a view of tiles of two elements.
struct ViewTemplate {
  llvm::StringLiteral pattern;
  llvm::StringRef padding;
  /// !v and !k stand for the types of the view and of tokens.
  const char *body;
};
} // namespace

static constexpr llvm::StringLiteral inputs = R"(
  %v = "tilefuzz.input"() {name = "v"} : () -> !v
  %i = "tilefuzz.input"() {name = "i"} : () -> i8
  %x = "tilefuzz.input"() {name = "x"} : () -> tensor<2x$E>
  %t = "tilefuzz.input"() {name = "t"} : () -> !k
  %all = arith.constant dense<true> : tensor<2xi1>
  %none = arith.constant dense<false> : tensor<2xi1>
  %some = arith.constant dense<[false, true]> : tensor<2xi1>
)";

static constexpr const char *loads = R"(
  %a, %ta = nv_tileaa.tiled_load %v[%i] mask %all other %x token %t : (!v, i8, tensor<2xi1>, tensor<2x$E>, !k) -> (tensor<2x$E>, !k)
  %b, %tb = nv_tileaa.tiled_load %v[%i] mask %none other %x token %ta : (!v, i8, tensor<2xi1>, tensor<2x$E>, !k) -> (tensor<2x$E>, !k)
  %c, %tc = nv_tileaa.tiled_load %v[%i] mask %some other %x token %tb : (!v, i8, tensor<2xi1>, tensor<2x$E>, !k) -> (tensor<2x$E>, !k)
  %d, %td = nv_tileaa.tiled_load %v[%i] mask %none token %tc : (!v, i8, tensor<2xi1>, !k) -> (tensor<2x$E>, !k)
  %z = nv_tileaa.tiled_store %v, %c[%i] token %td : (!v, tensor<2x$E>, i8, !k) -> !k
  "tilefuzz.observe"(%a, %b, %c, %z) : (tensor<2x$E>, tensor<2x$E>, tensor<2x$E>, !k) -> ()
)";

// The mask whose elements differ stays.
static constexpr ViewTemplate views[] = {
    {"tileaa-masked-tiled-load", "none", loads},
    {"tileaa-masked-tiled-load", "zero", loads},
    // Nothing before it, and a mask that is not known.
    {"tileaa-masked-tiled-load", "none", R"(
  %m = "tilefuzz.input"() {name = "m"} : () -> tensor<2xi1>
  %a, %ta = nv_tileaa.tiled_load %v[%i] mask %none other %x : (!v, i8, tensor<2xi1>, tensor<2x$E>) -> (tensor<2x$E>, !k)
  %b, %tb = nv_tileaa.tiled_load %v[%i] mask %m other %a token %ta : (!v, i8, tensor<2xi1>, tensor<2x$E>, !k) -> (tensor<2x$E>, !k)
  "tilefuzz.observe"(%a, %b, %tb) : (tensor<2x$E>, tensor<2x$E>, !k) -> ()
)"},
    // An acquire stays, but not its mask.
    {"tileaa-masked-tiled-load", "none", R"(
  %a, %ta = nv_tileaa.tiled_load %v[%i] mask %none other %x token %t {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!v, i8, tensor<2xi1>, tensor<2x$E>, !k) -> (tensor<2x$E>, !k)
  %b, %tb = nv_tileaa.tiled_load %v[%i] mask %all token %ta {mem_semantic = #nv_tileaa.mem_semantic<acquire>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!v, i8, tensor<2xi1>, !k) -> (tensor<2x$E>, !k)
  "tilefuzz.observe"(%a, %b, %tb) : (tensor<2x$E>, tensor<2x$E>, !k) -> ()
)"},
    {"tileaa-masked-tiled-store", "none", R"(
  %y = "tilefuzz.input"() {name = "y"} : () -> tensor<2x$E>
  %ta = nv_tileaa.tiled_store %v, %x[%i] mask %all token %t : (!v, tensor<2x$E>, i8, tensor<2xi1>, !k) -> !k
  %tb = nv_tileaa.tiled_store %v, %x[%i] mask %none token %ta : (!v, tensor<2x$E>, i8, tensor<2xi1>, !k) -> !k
  %tc = nv_tileaa.tiled_store %v, %y[%i] mask %some token %tb : (!v, tensor<2x$E>, i8, tensor<2xi1>, !k) -> !k
  %td = nv_tileaa.tiled_store %v, %x[%i] mask %none token %tc {mem_semantic = #nv_tileaa.mem_semantic<release>, mem_scope = #nv_tileaa.mem_scope<gpu>} : (!v, tensor<2x$E>, i8, tensor<2xi1>, !k) -> !k
  "tilefuzz.observe"(%td) : (!k) -> ()
)"},
    // Between a store and a load that must see it; nothing before it.
    {"tileaa-masked-tiled-store", "none", R"(
  %m = "tilefuzz.input"() {name = "m"} : () -> tensor<2xi1>
  %ta = nv_tileaa.tiled_store %v, %x[%i] mask %m token %t : (!v, tensor<2x$E>, i8, tensor<2xi1>, !k) -> !k
  %tb = nv_tileaa.tiled_store %v, %x[%i] mask %none token %ta : (!v, tensor<2x$E>, i8, tensor<2xi1>, !k) -> !k
  %r, %tc = nv_tileaa.tiled_load %v[%i] token %tb : (!v, i8, !k) -> (tensor<2x$E>, !k)
  %td = nv_tileaa.tiled_store %v, %x[%i] mask %none : (!v, tensor<2x$E>, i8, tensor<2xi1>) -> !k
  "tilefuzz.observe"(%r, %tc, %td) : (tensor<2x$E>, !k, !k) -> ()
)"},
};

llvm::ArrayRef<PatternTemplate> tilefuzz::getTileAAViewTemplates() {
  static const std::vector<MadeTemplate> made = [] {
    std::vector<MadeTemplate> all;
    for (const ViewTemplate &row : views) {
      std::string body = (inputs + row.body).str();
      replaceAll(
          body, "!v",
          ("!nv_tileaa.tiled_view<2x$E, memref = !nv_tileaa.memref<?x$E, "
           "strides = [1], 1>, dim_map = [0], padding = " +
           row.padding + ">")
              .str());
      replaceAll(body, "!k", "!nv_tileaa.mem_token");
      all.push_back({row.pattern, Elements::Memory, std::move(body)});
    }
    return all;
  }();
  static const std::vector<PatternTemplate> templates = toTemplates(made);
  return templates;
}
