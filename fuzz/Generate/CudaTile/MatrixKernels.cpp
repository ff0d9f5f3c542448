//===- MatrixKernels.cpp - Products of matrices in loops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// Written as text: what varies is a handful of words.
//
//===----------------------------------------------------------------------===//

#include "fuzz/Generate/CudaTile/MatrixKernels.h"
#include <algorithm>

using namespace mlir;
using namespace tilefuzz;

namespace {
/// Of both factors, and of the sums.
struct Types {
  StringRef factor, sum, values;
  int64_t bytes = 0;
};

/// A matrix in memory: `rows` lines of `columns` elements, or, if it is turned,
/// the other way round.
struct Matrix {
  StringRef name;
  Types types;
  int64_t rows = 0, columns = 0, tileRows = 0, tileColumns = 0;
  bool isTurned = false;
  int64_t line = 0, start = 0;

  int64_t lines() const { return isTurned ? columns : rows; }
  int64_t lineLength() const { return isTurned ? rows : columns; }
  std::string view() const {
    return ("tensor_view<?x?x" + types.factor + ", strides=[" +
            (isTurned ? "1,?" : "?,1") + "]>")
        .str();
  }
  std::string tile() const {
    return ("tile<" + Twine(tileRows) + "x" + Twine(tileColumns) + "x" +
            types.factor + ">")
        .str();
  }
  std::string tiles() const {
    return ("partition_view<tile=(" + Twine(tileRows) + "x" +
            Twine(tileColumns) + "), padding_value = zero, " + view() + ">")
        .str();
  }
};

class MatrixKernel {
public:
  MatrixKernel(ByteSource &source, const GenerateOptions &options)
      : source(source), options(options) {
    choose();
  }
  std::string print();

private:
  void choose();
  void placeInMemory(Matrix &matrix);
  int64_t among(ArrayRef<int64_t> numbers) { return source.pick(numbers); }
  /// So much of `size` that the last tile of `tile` keeps something.
  int64_t cut(int64_t size, int64_t tile) {
    return source.oneIn(2) ? size - int64_t(source.below(unsigned(tile)))
                           : size;
  }
  std::string sums() const {
    return ("tile<" + Twine(rows) + "x" + Twine(columns) + "x" + types.sum +
            ">")
        .str();
  }
  std::string printEpilogue();

  ByteSource &source;
  const GenerateOptions &options;
  Types types;
  int64_t rows, columns, depth, blocks, first, step, trips, ctas;
  Matrix a, b;
  std::string signs;
};
} // namespace

static constexpr Types allTypes[] = {
    {"f16", "f32", "uniform(-4, 4)", 2},
    {"bf16", "f32", "uniform(-4, 4)", 2},
    {"f16", "f32", "uniform(-4, 4)", 2},
    {"bf16", "f32", "uniform(-4, 4)", 2},
    {"f8E4M3FN", "f32", "uniform(-4, 4)", 1},
    {"f8E5M2", "f32", "uniform(-4, 4)", 1},
    {"i8", "i32", "uniform(-128, 127)", 1},
    {"f32", "f32", "uniform(-4, 4)", 4},
};

void MatrixKernel::placeInMemory(Matrix &matrix) {
  // Tensor maps know lines and starts of multiples of 16 bytes.
  int64_t unit = 16 / matrix.types.bytes;
  matrix.line = (matrix.lineLength() + unit - 1) / unit * unit;
  if (source.oneIn(8))
    matrix.line += 1 + source.below(unsigned(unit));
  if (source.oneIn(8))
    matrix.start = 1 + source.below(unsigned(unit));
}

void MatrixKernel::choose() {
  types = source.pick<Types>(allTypes);
  // Some that wgmma does not have.
  rows = among({64, 64, 64, 128, 32});
  columns = among({16, 32, 64, 128, 8});
  depth = among({32, 32, 64, 128, 16}) / types.bytes;
  blocks = 1 + source.below(std::min(options.blocks, 3u));
  first = among({0, 0, 1});
  step = among({1, 1, 2});
  trips = source.below(10);
  // A cluster multiplies if each of its CTAs has rows as one alone would have.
  ctas = source.oneIn(8) ? among({2, 4}) : 1;
  if (rows >= 64)
    rows *= ctas;
  if (ctas > 1)
    blocks = std::min<int64_t>(blocks, 2);
  // Simulated threads are slow, and those of a cluster are many.
  const int64_t most = ctas > 1 ? 1 << 16 : 1 << 19;
  while (trips > 1 && rows * columns * depth * blocks * trips > most)
    trips /= 2;
  while (columns > 16 && rows * columns * depth * blocks * trips > most)
    columns /= 2;
  a = {"a", types};
  b = {"b", types};
  int64_t numDepths = first + std::max<int64_t>(trips - 1, 0) * step + 1;
  int64_t k = cut(numDepths * depth, depth);
  a.rows = cut(blocks * rows, rows);
  b.columns = cut(columns, columns);
  a.columns = b.rows = k;
  a.tileRows = rows;
  b.tileColumns = columns;
  a.tileColumns = b.tileRows = depth;
  // Of bytes, those along K are one behind the other more often than not.
  a.isTurned = source.oneIn(types.bytes == 1 ? 8 : 2);
  b.isTurned = types.bytes == 1 ? !source.oneIn(8) : source.oneIn(2);
  for (Matrix *matrix : {&a, &b})
    placeInMemory(*matrix);
  if (types.sum == "i32") {
    auto sign = [&] { return source.oneIn(2) ? " signed" : " unsigned"; };
    signs = sign();
    signs += sign();
  }
}

/// What becomes of the sums: `%sum` to `%done`.
std::string MatrixKernel::printEpilogue() {
  std::string type = sums();
  bool isFloat = types.sum == "f32";
  std::string number = isFloat ? "0.5" : "3";
  std::string constant = "    %number = constant <" + types.sum.str() + ": " +
                         number + "> : " + type + "\n";
  StringRef row;
  switch (source.below(4)) {
  case 0:
    row = isFloat ? "addf %sum, %number" : "addi %sum, %number";
    break;
  case 1:
    row = isFloat ? "mulf %sum, %number" : "muli %sum, %number";
    break;
  case 2:
    row = isFloat ? "maxf %sum, %number" : "maxi %sum, %number signed";
    break;
  default:
    return "    %done = " + std::string(isFloat ? "negf" : "negi") +
           " %sum : " + type + "\n";
  }
  return constant + "    %done = " + row.str() + " : " + type + "\n";
}

std::string MatrixKernel::print() {
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t bytes = types.bytes, total = blocks * rows;
  os << "// tilefuzz.launch kernel=@product grid=" << blocks
     << ",1,1 seed=" << source.below(1000) << "\n";
  for (const Matrix *m : {&a, &b})
    os << "// tilefuzz.buffer " << m->name << " : " << types.factor << "["
       << m->lines() * m->line + m->start << "] = " << types.values << "\n";
  os << "// tilefuzz.buffer c : " << types.sum << "[" << total * columns
     << "] = fill(7)\n// tilefuzz.args";
  for (const Matrix *m : {&a, &b}) {
    os << " &" << m->name;
    if (m->start)
      os << "+" << m->start * bytes;
    os << " " << m->rows << " " << m->columns << " " << m->line;
  }
  os << " &c " << first + trips * step << "\n";
  os << "cuda_tile.module @kernels {\n  entry @product(";
  for (const Matrix *m : {&a, &b})
    os << "%" << m->name << ": tile<ptr<" << types.factor << ">>, %" << m->name
       << "_rows: tile<i32>, %" << m->name << "_columns: tile<i32>, %"
       << m->name << "_line: tile<i32>, ";
  os << "%c: tile<ptr<" << types.sum << ">>, %end: tile<i32>)";
  if (ctas > 1)
    os << " optimization_hints=<sm_90 = {num_cta_in_cga = " << ctas
       << "}, sm_100 = {num_cta_in_cga = " << ctas << "}>";
  os << " {\n";
  for (auto [name, number] :
       {std::pair("none", int64_t(0)), {"first", first}, {"step", step}})
    os << "    %" << name << " = constant <i32: " << number
       << "> : tile<i32>\n";
  for (const Matrix *m : {&a, &b}) {
    os << "    %" << m->name << "_tensor = make_tensor_view %" << m->name
       << ", shape = [%" << m->name << "_rows, %" << m->name
       << "_columns], strides = [";
    os << (m->isTurned ? "1, %" : "%") << m->name << "_line"
       << (m->isTurned ? "" : ", 1") << "] : tile<i32> -> " << m->view()
       << "\n    %" << m->name << "_tiles = make_partition_view %" << m->name
       << "_tensor : " << m->tiles() << "\n";
  }
  std::string whole =
                  ("tensor_view<" + Twine(total) + "x" + Twine(columns) + "x" +
                   types.sum + ", strides=[" + Twine(columns) + ",1]>")
                      .str(),
              part = ("partition_view<tile=(" + Twine(rows) + "x" +
                      Twine(columns) + "), " + whole + ">")
                         .str();
  os << "    %c_tensor = make_tensor_view %c, shape = [" << total << ", "
     << columns << "], strides = [" << columns << ", 1] : " << whole
     << "\n    %c_tiles = make_partition_view %c_tensor : " << part
     << "\n    %x, %y, %z = get_tile_block_id : tile<i32>\n";
  os << "    %init = constant <" << types.sum << ": "
     << (types.sum == "f32" ? "1.0" : "1") << "> : " << sums() << "\n";
  os << "    %sum = for %i in (%first to %end, step %step) : tile<i32> "
        "iter_values(%before = %init) -> ("
     << sums() << ") {\n";
  os << "      %l, %lt = load_view_tko weak %a_tiles[%x, %i] : " << a.tiles()
     << ", tile<i32> -> " << a.tile() << ", token\n";
  os << "      %r, %rt = load_view_tko weak %b_tiles[%i, %none] : " << b.tiles()
     << ", tile<i32> -> " << b.tile() << ", token\n";
  os << "      %after = " << (signs.empty() ? "mmaf" : "mmai")
     << " %l, %r, %before" << signs << " : " << a.tile() << ", " << b.tile()
     << ", " << sums() << "\n      continue %after : " << sums() << "\n    }\n";
  os << printEpilogue();
  os << "    %t = store_view_tko weak %done, %c_tiles[%x, %none] : " << sums()
     << ", " << part << ", tile<i32> -> token\n    return\n  }\n}\n";
  return text;
}

Program tilefuzz::makeMatrixKernel(MLIRContext &context, ByteSource &source,
                                   const GenerateOptions &options) {
  return llvm::cantFail(
      parseProgram(MatrixKernel(source, options).print(), "product", context));
}
