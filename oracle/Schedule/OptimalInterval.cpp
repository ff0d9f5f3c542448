//===- OptimalInterval.cpp - Is there a smaller interval? -----------------===//
//
// SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "oracle/Schedule/OptimalInterval.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <z3.h>

using namespace llvm;
using namespace tilefuzz;

namespace {
enum class Feasible { Yes, No, Unknown };

/// Rows of one resource that an operation holds in one piece.
struct Piece {
  unsigned operation;
  int64_t begin, length;
};

class Question {
public:
  Question(const ScheduledLoop &loop, int64_t interval)
      : loop(loop), interval(interval) {
    Z3_config config = Z3_mk_config();
    c = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(c, nullptr);
    solver = Z3_mk_solver_for_logic(c, Z3_mk_string_symbol(c, "QF_LIA"));
    Z3_solver_inc_ref(c, solver);
  }
  ~Question() {
    Z3_solver_dec_ref(c, solver);
    Z3_del_context(c);
  }
  Question(const Question &) = delete;
  Question &operator=(const Question &) = delete;

  Feasible ask(unsigned steps);

private:
  Z3_ast number(int64_t value) {
    return Z3_mk_int64(c, value, Z3_mk_int_sort(c));
  }
  Z3_ast variable(const std::string &name) {
    return Z3_mk_const(c, Z3_mk_string_symbol(c, name.c_str()),
                       Z3_mk_int_sort(c));
  }
  Z3_ast sum(Z3_ast a, Z3_ast b) {
    Z3_ast terms[] = {a, b};
    return Z3_mk_add(c, 2, terms);
  }
  Z3_ast difference(Z3_ast a, Z3_ast b) {
    Z3_ast terms[] = {a, b};
    return Z3_mk_sub(c, 2, terms);
  }
  Z3_ast times(int64_t factor, Z3_ast a) {
    Z3_ast terms[] = {number(factor), a};
    return Z3_mk_mul(c, 2, terms);
  }
  void require(Z3_ast condition) { Z3_solver_assert(c, solver, condition); }
  void between(Z3_ast term, int64_t low, int64_t high) {
    require(Z3_mk_ge(c, term, number(low)));
    require(Z3_mk_le(c, term, number(high)));
  }
  /// The two pieces never hold a row together; false: they always do.
  bool separate(const Piece &a, const Piece &b);

  const ScheduledLoop &loop;
  int64_t interval;
  Z3_context c;
  Z3_solver solver;
  std::vector<Z3_ast> rows, stages;
};
} // namespace

static std::map<unsigned, std::vector<Piece>>
findPieces(const ScheduledLoop &loop) {
  std::map<unsigned, std::vector<Piece>> pieces;
  for (unsigned i = 0; i < loop.operations.size(); ++i)
    for (auto [resource, row] : loop.operations[i].rows) {
      std::vector<Piece> &all = pieces[resource];
      if (!all.empty() && all.back().operation == i &&
          all.back().begin + all.back().length == row)
        ++all.back().length;
      else
        all.push_back({i, row, 1});
    }
  return pieces;
}

bool Question::separate(const Piece &a, const Piece &b) {
  if (a.length + b.length > interval)
    return false;
  // (row b + begin b) - (row a + begin a), as long as a and not so long that b
  // meets the next a, whatever trip it is of.
  int64_t shift = b.begin - a.begin;
  if (a.operation == b.operation) {
    int64_t apart = ((shift % interval) + interval) % interval;
    return apart >= a.length && interval - apart >= b.length;
  }
  Z3_ast apart =
      sum(difference(rows[b.operation], rows[a.operation]), number(shift));
  SmallVector<Z3_ast> cases;
  int64_t low = shift - interval + 1, high = shift + interval - 1;
  int64_t first = low / interval - 1, last = high / interval + 1;
  for (int64_t trip = first; trip <= last; ++trip) {
    Z3_ast both[] = {
        Z3_mk_ge(c, apart, number(trip * interval + a.length)),
        Z3_mk_le(c, apart, number((trip + 1) * interval - b.length))};
    cases.push_back(Z3_mk_and(c, 2, both));
  }
  require(Z3_mk_or(c, cases.size(), cases.data()));
  return true;
}

Feasible Question::ask(unsigned steps) {
  for (unsigned i = 0; i < loop.operations.size(); ++i) {
    rows.push_back(variable(formatv("row{0}", i)));
    stages.push_back(variable(formatv("stage{0}", i)));
    between(rows[i], 0, interval - 1);
    require(Z3_mk_ge(c, stages[i], number(0)));
  }
  for (const Requirement &need : loop.requirements) {
    Z3_ast trips = sum(difference(stages[need.second], stages[need.first]),
                       number(need.distance));
    Z3_ast ticks = sum(difference(rows[need.second], rows[need.first]),
                       times(interval, trips));
    require(Z3_mk_ge(c, ticks, number(need.wait)));
  }
  for (const auto &[resource, pieces] : findPieces(loop))
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i].length > interval)
        return Feasible::No;
      for (size_t j = i + 1; j < pieces.size(); ++j)
        if (!separate(pieces[i], pieces[j]))
          return Feasible::No;
    }
  Z3_params parameters = Z3_mk_params(c);
  Z3_params_inc_ref(c, parameters);
  Z3_params_set_uint(c, parameters, Z3_mk_string_symbol(c, "rlimit"), steps);
  Z3_solver_set_params(c, solver, parameters);
  Z3_params_dec_ref(c, parameters);
  Z3_lbool answer = Z3_solver_check(c, solver);
  if (Z3_get_error_code(c) != Z3_OK)
    return Feasible::Unknown;
  return answer == Z3_L_TRUE    ? Feasible::Yes
         : answer == Z3_L_FALSE ? Feasible::No
                                : Feasible::Unknown;
}

/// Rows of the most used resource, and the least interval under which the
/// longest ways along dependences settle: the solver need not be asked below.
static int64_t boundBelow(const ScheduledLoop &loop) {
  std::map<unsigned, int64_t> used;
  int64_t bound = 1;
  for (const CheckedOperation &op : loop.operations)
    for (auto [resource, row] : op.rows)
      bound = std::max(bound, ++used[resource]);
  auto closes = [&](int64_t interval) {
    std::vector<int64_t> time(loop.operations.size(), 0);
    for (size_t round = 0; round <= time.size(); ++round) {
      bool isDone = true;
      for (const Requirement &need : loop.requirements) {
        int64_t earliest =
            time[need.first] + need.wait - interval * int64_t(need.distance);
        if (earliest > time[need.second]) {
          time[need.second] = earliest;
          isDone = false;
        }
      }
      if (isDone)
        return true;
    }
    return false;
  };
  int64_t high = std::max(bound, loop.interval);
  while (bound < high) {
    int64_t middle = (bound + high) / 2;
    if (closes(middle))
      high = middle;
    else
      bound = middle + 1;
  }
  return bound;
}

Optimum tilefuzz::findOptimum(const ScheduledLoop &loop,
                              const OptimumLimits &limits) {
  Optimum optimum;
  optimum.atLeast = std::min(boundBelow(loop), loop.interval);
  optimum.atMost = loop.interval;
  if (optimum.isKnown())
    return optimum;
  if (loop.operations.size() > limits.operations) {
    optimum.unknown = formatv("{0} operations", loop.operations.size());
    return optimum;
  }
  if (loop.interval - optimum.atLeast > int64_t(limits.intervals)) {
    optimum.unknown = formatv("{0} intervals", loop.interval - optimum.atLeast);
    return optimum;
  }
  bool isGapless = true;
  for (int64_t interval = optimum.atLeast; interval < loop.interval;
       ++interval) {
    switch (Question(loop, interval).ask(limits.steps)) {
    case Feasible::Yes:
      optimum.atMost = interval;
      if (isGapless)
        optimum.atLeast = interval;
      return optimum;
    case Feasible::No:
      if (isGapless)
        optimum.atLeast = interval + 1;
      break;
    case Feasible::Unknown:
      isGapless = false;
      optimum.unknown = formatv("interval {0} in {1} steps of the solver",
                                interval, limits.steps);
      break;
    }
  }
  return optimum;
}
