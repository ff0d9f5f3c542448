// Runs a mutated file with each of its mutants on, and prints those that change
// what the functions compute.
#include "compiler/Support/Mutants/MutatedFile.h"
#include <cstdio>
#include <vector>

template <typename T> struct ArrayRef {
  const T *from, *to;
};
int relational(int a, int b);
int logical(bool a, bool b);
int condition(int a);
int declaration(int a);
int constant();
int arguments(int a, int b);
int enumerator();
int statement(int a);
int extremum(int a, int b);
int operand();
int order(ArrayRef<int> values);

static tilefuzz::MutatedFile *file = nullptr;
tilefuzz::MutatedFile::MutatedFile(const char *name, const MutantRow *rows,
                                   unsigned numRows, unsigned char *reached,
                                   unsigned *active)
    : name(name), rows(rows), numRows(numRows), reached(reached),
      active(active) {
  file = this;
}

static std::vector<int> results() {
  static const int values[] = {1, 2, 3};
  return {relational(1, 1),
          relational(1, 2),
          logical(true, false),
          logical(false, true),
          condition(4),
          condition(3),
          declaration(8),
          constant(),
          arguments(5, 2),
          enumerator(),
          statement(1),
          extremum(3, 4),
          operand(),
          order({values, values + 3})};
}

int main() {
  static const char *const names[] = {
      "relational", "relational",  "logical",  "logical",   "condition",
      "condition",  "declaration", "constant", "arguments", "enumerator",
      "statement",  "extremum",    "operand",  "order"};
  std::vector<int> right = results();
  for (unsigned place = 1; place <= file->numRows; ++place) {
    const tilefuzz::MutantRow &row = file->rows[place - 1];
    *file->active = place;
    std::vector<int> wrong = results();
    *file->active = 0;
    for (size_t i = 0; i < right.size(); ++i)
      if (wrong[i] != right[i])
        std::printf("%s %d: %s: %s -> %s: %d\n", names[i], right[i],
                    row.mutation, row.before, row.after, wrong[i]);
  }
  std::printf("reached %d, not %d\n", file->reached[1], file->reached[0]);
  return results() == right ? 0 : 1;
}
