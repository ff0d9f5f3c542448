// One function for each kind of mutant.
template <typename T> struct ArrayRef {
  const T *from, *to;
  constexpr const T *begin() const { return from; }
  constexpr const T *end() const { return to; }
};
struct Attribute {
  int number = 0;
};
namespace mlir {
struct Value {
  int number = 0;
};
} // namespace mlir
using mlir::Value;
enum class Order { Weak, Relaxed, Acquire };

static int create(Attribute hint, Value token) {
  return 10 * hint.number + token.number;
}
static int subtract(int a, int b) { return a - b; }
static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a < b ? b : a; }

int relational(int a, int b) { return int(a <= b); }
int logical(bool a, bool b) { return int(a && b); }
int condition(int a) {
  if (a > 3)
    return 1;
  return 2;
}
int declaration(int a) {
  if (int half = a / 2)
    return half;
  return -1;
}
int constant() { return 7; }
int arguments(int a, int b) { return subtract(a, b); }
int enumerator() {
  Order order = Order::Relaxed;
  return int(order);
}
int statement(int a) {
  a = 5;
  return a;
}
int extremum(int a, int b) { return min(a, b); }
int operand() {
  Attribute hint;
  hint.number = 1;
  Value token;
  token.number = 2;
  return create(hint, token);
}
int order(ArrayRef<int> values) {
  int number = 0;
  for (int value : values)
    number = 10 * number + value;
  return number;
}

// As another number it is no pointer.
int *pointer() { return 0; }

// Constants, macros and functions that are evaluated by the compiler are left
// alone.
#define SUM(a, b) (a + b)
constexpr int size(int n) { return n + 1; }
static int room[size(2)];
static const int table[] = {1 + 2};
int untouched(int a) {
  switch (a) {
  case 1 + 1:
    return SUM(a, table[a]);
  default:
    return room[a];
  }
}
