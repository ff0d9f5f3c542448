//===- ProducerKernelsTest.cpp - Kernels of a real producer ---------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
// The kernels whose lowering is not complete, executed as the source says.
// What their memory must hold is computed here in plain C++.
//
//===----------------------------------------------------------------------===//

#include "compiler/CudaTile/CudaTileOps.h"
#include "interp/Tile/DecodedProgram.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace tilefuzz;

namespace {
class ProducerKernels : public ::testing::Test {
protected:
  ProducerKernels() : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlir::cuda_tile::CudaTileDialect>();
  }

  void load(const std::string &name) {
    std::string path = TILEFUZZ_CORPUS "/kernels/" + name + ".mlir";
    auto file = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(file)) << path;
    launch = llvm::cantFail(parseLaunch((*file)->getBuffer(), path));
    module =
        mlir::parseSourceString<mlir::ModuleOp>((*file)->getBuffer(), &context);
    ASSERT_TRUE(bool(module));
  }

  /// Runs and keeps the memory before and after.
  void run(Schedule schedule = {}) {
    DecodedProgram program =
        llvm::cantFail(DecodedProgram::decode(*module, launch.kernel));
    TileRunOptions options;
    options.schedule = schedule;
    outcome = llvm::cantFail(program.run(launch, options));
    EXPECT_TRUE(outcome.completed()) << outcome.summary();
  }

  std::vector<double> decode(llvm::ArrayRef<uint8_t> bytes, ElementKind kind) {
    unsigned size = byteSize(kind);
    std::vector<double> values;
    for (size_t i = 0; i < bytes.size(); i += size) {
      uint64_t bits = 0;
      for (unsigned b = 0; b < size; ++b)
        bits |= uint64_t(bytes[i + b]) << (8 * b);
      int64_t integer = int64_t(bits << (64 - 8 * size)) >> (64 - 8 * size);
      values.push_back(isFloat(kind) ? floatValue(bits, kind)
                                     : double(integer));
    }
    return values;
  }
  std::vector<double> before(size_t buffer) {
    return decode(llvm::cantFail(initialContents(launch, buffer)),
                  launch.buffers[buffer].kind);
  }
  std::vector<double> after(size_t buffer) {
    return decode(outcome.buffers[buffer].bytes, outcome.buffers[buffer].kind);
  }

  static void expectNear(llvm::ArrayRef<double> actual,
                         llvm::ArrayRef<double> expected, double relative,
                         double absolute) {
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i)
      ASSERT_NEAR(actual[i], expected[i],
                  absolute + relative * std::fabs(expected[i]))
          << "element " << i;
  }

  mlir::MLIRContext context;
  Launch launch;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Outcome outcome;
};
} // namespace

TEST_F(ProducerKernels, GemmBiasRelu) {
  load("gemm_bias_relu");
  run();
  const size_t m = 96, n = 128, k = 80;
  std::vector<double> a = before(0), b = before(1), bias = before(2), c;
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      double sum = bias[j];
      for (size_t l = 0; l < k; ++l)
        sum += a[i * k + l] * b[l * n + j];
      c.push_back(std::max(sum, 0.0));
    }
  // One rounding to f16, and f32 sums.
  expectNear(after(3), c, 0x1p-11 + 0x1p-16, 0x1p-14);
}

TEST_F(ProducerKernels, SoftmaxRows) {
  load("softmax_rows");
  run();
  const size_t rows = 10, columns = 100, stride = 112;
  std::vector<double> x = before(0), y = before(1);
  for (size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (size_t j = 0; j < columns; ++j)
      sum += std::exp(x[i * stride + j]);
    for (size_t j = 0; j < columns; ++j)
      y[i * stride + j] = std::exp(x[i * stride + j]) / sum;
  }
  expectNear(after(1), y, 0x1p-19, 0);
}

TEST_F(ProducerKernels, OnlineAttention) {
  load("online_attention");
  run();
  const size_t s = 96, d = 64;
  std::vector<double> q = before(0), k = before(1), v = before(2), o(s * d);
  for (size_t i = 0; i < s; ++i) {
    double total = 0;
    for (size_t j = 0; j < s; ++j) {
      double dot = 0;
      for (size_t l = 0; l < d; ++l)
        dot += q[i * d + l] * k[j * d + l];
      double weight = std::exp2(dot * 0.125);
      total += weight;
      for (size_t l = 0; l < d; ++l)
        o[i * d + l] += weight * v[j * d + l];
    }
    for (size_t l = 0; l < d; ++l)
      o[i * d + l] /= total;
  }
  // Weights are rounded to f16 before the second product.
  expectNear(after(3), o, 0x1p-9, 0x1p-10);
}

TEST_F(ProducerKernels, Histogram) {
  load("histogram");
  run();
  std::vector<double> counts(16);
  size_t outside = 0;
  for (double value : before(0))
    if (value >= 0 && value < 16)
      ++counts[size_t(value)];
    else
      ++outside;
  EXPECT_GT(outside, 0u);
  EXPECT_EQ(after(1), counts);
}

TEST_F(ProducerKernels, GatherScatterPermute) {
  load("gather_scatter_permute");
  run();
  std::vector<double> source = before(0), result;
  size_t outside = 0;
  for (double index : before(1)) {
    bool isInside = index >= 0 && index < double(source.size());
    outside += !isInside;
    result.push_back(isInside ? 2 * source[size_t(index)] : 0);
  }
  EXPECT_GT(outside, 0u);
  EXPECT_EQ(after(2), result);
}

TEST_F(ProducerKernels, PrefixSum) {
  load("prefix_sum");
  run();
  std::vector<double> x = before(0), sums;
  for (size_t row = 0; row < 8; ++row) {
    uint32_t sum = 0;
    for (size_t i = 0; i < 64; ++i) {
      sum += uint32_t(int32_t(x[row * 64 + i]));
      sums.push_back(int32_t(sum));
    }
  }
  EXPECT_EQ(after(1), sums);
}

TEST_F(ProducerKernels, SpinLockAccumulatesUnderManySchedules) {
  load("spin_lock_accumulate");
  double total = 0;
  for (double value : before(0))
    total += value;
  std::vector<Schedule> schedules = {{}, {Schedule::Kind::Reverse, 0}};
  for (uint64_t seed = 0; seed < 1000; ++seed)
    schedules.push_back({Schedule::Kind::Random, seed});
  for (const Schedule &schedule : schedules) {
    run(schedule);
    ASSERT_EQ(after(1), std::vector<double>{total});
    ASSERT_EQ(after(2), std::vector<double>{0});
  }
}

TEST_F(ProducerKernels, LayerNorm) {
  load("layer_norm");
  run();
  const size_t n = 256;
  std::vector<double> x = before(0), w = before(1), b = before(2), y;
  for (size_t row = 0; row < 5; ++row) {
    double mean = 0, variance = 0;
    for (size_t i = 0; i < n; ++i)
      mean += x[row * n + i] / n;
    for (size_t i = 0; i < n; ++i)
      variance += (x[row * n + i] - mean) * (x[row * n + i] - mean) / n;
    for (size_t i = 0; i < n; ++i)
      y.push_back((x[row * n + i] - mean) / std::sqrt(variance + 1e-5) * w[i] +
                  b[i]);
  }
  // One rounding to bf16.
  expectNear(after(3), y, 0x1p-8, 0x1p-18);
}

TEST_F(ProducerKernels, Int8MatmulRequant) {
  load("int8_matmul_requant");
  run();
  const size_t m = 64, n = 64, k = 96;
  std::vector<double> a = before(0), b = before(1), c;
  for (size_t i = 0; i < m; ++i)
    for (size_t j = 0; j < n; ++j) {
      int32_t sum = 0;
      for (size_t l = 0; l < k; ++l)
        sum += int32_t(a[i * k + l]) * int32_t(b[l * n + j]);
      c.push_back(std::clamp(sum >> 10, -128, 127));
    }
  EXPECT_EQ(after(2), c);
}

TEST_F(ProducerKernels, ThresholdCount) {
  load("threshold_count");
  // Maxima lie on both sides of twice the limit.
  launch.buffers[0].init = "uniform(0, 2.01)";
  run();
  std::vector<double> x = before(0);
  double count = 0, last = 0;
  unsigned counted = 0;
  for (size_t block = 0; block < 4; ++block) {
    double hits = 0, most = 0;
    for (size_t i = 0; i < 128; ++i) {
      hits += x[block * 128 + i] > 1;
      most = std::max(most, x[block * 128 + i]);
    }
    if (hits > 0)
      last = double(block);
    if (hits > 0 && most > 2) {
      count += hits;
      ++counted;
    }
  }
  EXPECT_GT(counted, 0u);
  EXPECT_LT(counted, 4u);
  EXPECT_EQ(after(1), (std::vector<double>{count, last}));
}
