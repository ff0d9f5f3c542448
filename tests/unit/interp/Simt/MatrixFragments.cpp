//===- MatrixFragments.cpp - Random matrices in registers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "MatrixFragments.h"
#include "PtxModelFloat.h"
#include "gtest/gtest.h"
#include <set>

using namespace matrixmodel;

unsigned matrixmodel::registerBytes(const Shape &shape, Role role) {
  return shape.types[role] == "f64" ? 8 : 4;
}
unsigned matrixmodel::bytesOf(const Shape &shape, Role role) {
  return shape.elements(role) * shape.container(role) / 8;
}
unsigned matrixmodel::registersOf(const Shape &shape, Role role) {
  return bytesOf(shape, role) / registerBytes(shape, role);
}

/// 9.7.14.3: of each group of four lanes, a part has the factors of two rows,
/// or of a column, from a byte on.
static void placeFactors(Shape &shape, Fragments &all,
                         std::mt19937_64 &random) {
  for (Role role : {A, B}) {
    unsigned byte = random() % (4 / shape.scales) * shape.scales,
             part = random() % (role == A ? 2 : 4);
    all.selectors[2 * role] = byte;
    all.selectors[2 * role + 1] = part;
    shape.factors[role].clear();
    for (unsigned line = 0; line < (role == A ? shape.m : shape.n); ++line) {
      unsigned lane = role == A ? line % 8 * 4 + part * 2 + (line < 8 ? 0 : 1)
                                : line * 4 + part;
      auto &blocks = shape.factors[role].emplace_back();
      for (unsigned i = 0; i < shape.scales; ++i) {
        bool isPower = shape.scaleType == "ue8m0";
        // Sums stay exact.
        uint64_t bits = isPower ? 125 + random() % 5
                                : (4 + random() % 7) << 3 | random() % 8;
        blocks.push_back(ptxmodel::decode(
            *ptxmodel::formatNamed(isPower ? "ue8m0" : "e4m3"), bits));
        setBits(all.bytes,
                8 * (lane * all.size + all.factorsBegin + 4 * role + byte + i),
                8, bits);
      }
    }
  }
}

/// 9.7.14.6.1: two of four elements, one of two, or two pairs of four.
static void placeZeros(Shape &shape, Fragments &all, std::mt19937_64 &random) {
  all.sparsitySelector = random() % selectorsOf(shape);
  auto set = [&](unsigned row, unsigned index, unsigned width, unsigned value) {
    IndexPlace place = indexPlace(shape, all.sparsitySelector, row, index);
    setBits(all.bytes, 8 * (place.lane * all.size + all.begin[3]) + place.bit,
            width, value);
  };
  shape.chosen.assign(shape.m, {});
  for (unsigned row = 0; row < shape.m; ++row) {
    std::vector<unsigned> &columns = shape.chosen[row];
    for (unsigned chunk = 0; columns.size() < shape.k / 2; ++chunk) {
      if (shape.types[A] == "tf32") {
        unsigned which = random() % 2;
        set(row, chunk, 4, which ? 14 : 4);
        columns.push_back(2 * chunk + which);
        continue;
      }
      unsigned first = random() % 4, second = (first + 1 + random() % 3) % 4;
      if (shape.isOrdered && first > second)
        std::swap(first, second);
      set(row, 2 * chunk, 2, first);
      set(row, 2 * chunk + 1, 2, second);
      bool arePairs = shape.container(A) == 4;
      for (unsigned one : {first, second})
        for (unsigned i = 0; i < (arePairs ? 2 : 1); ++i)
          columns.push_back(arePairs ? 8 * chunk + 2 * one + i
                                     : 4 * chunk + one);
    }
  }
}

Fragments matrixmodel::randomFragments(Shape &shape, std::mt19937_64 &random) {
  Fragments all;
  for (Role role : {A, B, C})
    all.begin[role + 1] = all.begin[role] + bytesOf(shape, role);
  all.factorsBegin = all.begin[3] + (shape.isSparse ? 4 : 0);
  all.size = all.factorsBegin + (shape.scales ? 8 : 0);
  all.bytes.resize(32 * all.size);
  // What stands beside elements that are shorter than their place is anything.
  for (uint8_t &byte : all.bytes)
    byte = random();
  for (Role role : {A, B, C}) {
    std::vector<Matrix> &matrices = all.matrices[role];
    matrices.assign(shape.isQuads() ? 4 : 1, emptyMatrix(shape, role));
    std::set<std::array<unsigned, 3>> placed;
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < shape.elements(role); ++i) {
        ElementPlace place = placeOf(shape, role, lane, i);
        // Each element has one place.
        EXPECT_TRUE(
            placed.insert({place.product, place.row, place.column}).second);
        uint64_t value = randomElement(shape.types[role], random);
        matrices.at(place.product).at(place.row).at(place.column) = value;
        unsigned container = shape.container(role),
                 width = widthOf(shape.types[role]);
        setBits(all.bytes,
                8 * (lane * all.size + all.begin[role]) + i * container +
                    (width == 4 && container == 8 ? 2 : 0),
                width, value);
      }
  }
  if (shape.isSparse)
    placeZeros(shape, all, random);
  if (shape.scales)
    placeFactors(shape, all, random);
  return all;
}
