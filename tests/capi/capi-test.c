/* Calls everything that tilefuzz.h declares, from C: right uses and wrong ones.
   Prints what failed; the exit code says whether anything did. */

#include "tools/capi/tilefuzz.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("line %d: not so: %s\n", __LINE__, #condition);                   \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static int contains(const char *text, const char *part) {
  if (text && strstr(text, part))
    return 1;
  printf("'%s' does not contain '%s'\n", text ? text : "(null)", part);
  return 0;
}

/* x[i] *= factor, for the eight elements of a block. */
static const char scale[] =
    "cuda_tile.module @m {\n"
    "  entry @scale(%x: tile<ptr<i32>>, %factor: tile<i32>) {\n"
    "    %b, %by, %bz = get_tile_block_id : tile<i32>\n"
    "    %eight = constant <i32: 8> : tile<i32>\n"
    "    %first = muli %b, %eight : tile<i32>\n"
    "    %base = offset %x, %first : tile<ptr<i32>>, tile<i32> -> "
    "tile<ptr<i32>>\n"
    "    %one = reshape %base : tile<ptr<i32>> -> tile<1xptr<i32>>\n"
    "    %all = broadcast %one : tile<1xptr<i32>> -> tile<8xptr<i32>>\n"
    "    %i = iota : tile<8xi32>\n"
    "    %p = offset %all, %i : tile<8xptr<i32>>, tile<8xi32> -> "
    "tile<8xptr<i32>>\n"
    "    %v, %t = load_ptr_tko weak %p : tile<8xptr<i32>> -> tile<8xi32>, "
    "token\n"
    "    %f1 = reshape %factor : tile<i32> -> tile<1xi32>\n"
    "    %f = broadcast %f1 : tile<1xi32> -> tile<8xi32>\n"
    "    %w = muli %v, %f : tile<8xi32>\n"
    "    %u = store_ptr_tko weak %p, %w token=%t : tile<8xptr<i32>>, "
    "tile<8xi32> -> token\n"
    "    return\n"
    "  }\n"
    "  entry @same_place(%x: tile<ptr<i32>>) {\n"
    "    %b, %by, %bz = get_tile_block_id : tile<i32>\n"
    "    %t = store_ptr_tko weak %x, %b : tile<ptr<i32>>, tile<i32> -> token\n"
    "    return\n"
    "  }\n"
    "  entry @last_wins(%x: tile<ptr<i32>>) {\n"
    "    %b, %by, %bz = get_tile_block_id : tile<i32>\n"
    "    %t = store_ptr_tko relaxed device %x, %b : tile<ptr<i32>>, tile<i32> "
    "-> token\n"
    "    return\n"
    "  }\n"
    "  entry @sum(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {\n"
    "    %one = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>\n"
    "    %all = broadcast %one : tile<1xptr<f32>> -> tile<4xptr<f32>>\n"
    "    %i = iota : tile<4xi32>\n"
    "    %p = offset %all, %i : tile<4xptr<f32>>, tile<4xi32> -> "
    "tile<4xptr<f32>>\n"
    "    %v, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, "
    "token\n"
    "    %s = reduce %v dim=0 identities=[0.0 : f32] : tile<4xf32> -> "
    "tile<f32> (%e: tile<f32>, %a: tile<f32>) {\n"
    "      %r = addf %e, %a : tile<f32>\n"
    "      yield %r : tile<f32>\n"
    "    }\n"
    "    %u = store_ptr_tko weak %out, %s : tile<ptr<f32>>, tile<f32> -> "
    "token\n"
    "    return\n"
    "  }\n"
    "  entry @says() {\n"
    "    %n = constant <i32: 7> : tile<i32>\n"
    "    %no = constant <i1: 0> : tile<i1>\n"
    "    print_tko \"n = %d\\n\", %n : tile<i32> -> token\n"
    "    assert %no, \"never\" : tile<i1>\n"
    "    return\n"
    "  }\n"
    "}\n";

static tilefuzz_launch launch_of(const char *entry, unsigned blocks,
                                 tilefuzz_buffer *buffers, size_t num_buffers,
                                 tilefuzz_argument *arguments,
                                 size_t num_arguments) {
  tilefuzz_launch launch;
  memset(&launch, 0, sizeof launch);
  launch.struct_size = sizeof launch;
  launch.entry = entry;
  launch.grid[0] = blocks, launch.grid[1] = 1, launch.grid[2] = 1;
  launch.buffers = buffers, launch.num_buffers = num_buffers;
  launch.arguments = arguments, launch.num_arguments = num_arguments;
  launch.checks = TILEFUZZ_CHECK_RACES;
  return launch;
}

/* The launch is refused with a message that has `part`. */
static void refused(const tilefuzz_module *module,
                    const tilefuzz_launch *launch, const char *part) {
  char *error = NULL;
  tilefuzz_result *result = tilefuzz_run(module, launch, &error);
  CHECK(!result);
  CHECK(contains(error, part));
  tilefuzz_free(error);
  tilefuzz_result_free(result);
}

static void test_elements(void) {
  CHECK(tilefuzz_api_version() == TILEFUZZ_API_VERSION);
  CHECK(strchr(tilefuzz_version(), '.'));
  CHECK(!strcmp(tilefuzz_element_name(TILEFUZZ_BF16), "bf16"));
  CHECK(!strcmp(tilefuzz_element_name(TILEFUZZ_F4E2M1FN), "f4E2M1FN"));
  CHECK(!tilefuzz_element_name((tilefuzz_element)99));
  CHECK(tilefuzz_element_bytes(TILEFUZZ_F64, 3) == 24);
  CHECK(tilefuzz_element_bytes(TILEFUZZ_F4E2M1FN, 6) == 3);
  CHECK(tilefuzz_element_bytes(TILEFUZZ_F4E2M1FN, 5) == 0);
  CHECK(tilefuzz_element_bytes(TILEFUZZ_I64, SIZE_MAX / 4) == 0);
}

static void test_modules(tilefuzz_module *module) {
  tilefuzz_parameter parameter;
  char *error = NULL;
  CHECK(tilefuzz_num_entries(module) == 5);
  CHECK(!strcmp(tilefuzz_entry_name(module, 1), "same_place"));
  CHECK(!tilefuzz_entry_name(module, 5));
  CHECK(tilefuzz_num_parameters(module, 0) == 2);
  CHECK(tilefuzz_num_parameters(module, 9) == 0);
  CHECK(tilefuzz_parameter_of(module, 0, 0, &parameter, NULL));
  CHECK(parameter.is_pointer && parameter.element == TILEFUZZ_I32);
  CHECK(tilefuzz_parameter_of(module, 0, 1, &parameter, NULL));
  CHECK(!parameter.is_pointer && parameter.element == TILEFUZZ_I32);
  CHECK(!tilefuzz_parameter_of(module, 0, 2, &parameter, &error));
  CHECK(contains(error, "no such parameter"));
  tilefuzz_free(error);

  error = NULL;
  CHECK(!tilefuzz_parse("not a module", 12, "x.mlir", &error));
  CHECK(contains(error, "x.mlir:1:1: error: "));
  tilefuzz_free(error);
  error = NULL;
  CHECK(!tilefuzz_parse("\177TileIR\0\15", 9, "x.tilebc", &error));
  CHECK(contains(error, "x.tilebc"));
  tilefuzz_free(error);
  CHECK(!tilefuzz_parse(NULL, 3, NULL, NULL));
  error = NULL;
  CHECK(!tilefuzz_parse_file("/nowhere/at/all", &error));
  CHECK(contains(error, "/nowhere/at/all: error: "));
  tilefuzz_free(error);
  tilefuzz_free(NULL);
  tilefuzz_module_free(NULL);
  tilefuzz_result_free(NULL);
}

static void test_runs(tilefuzz_module *module) {
  int32_t data[16];
  for (int i = 0; i < 16; ++i)
    data[i] = i;
  tilefuzz_buffer x = {"x", TILEFUZZ_I32, data, 16};
  /* High bits of a scalar do not count. */
  tilefuzz_argument arguments[] = {{0, 0, 0}, {-1, 0, 0xffffffff00000003}};
  tilefuzz_launch launch = launch_of("scale", 2, &x, 1, arguments, 2);
  tilefuzz_site first, second;

  launch.checks |= TILEFUZZ_CHECK_ORDERS;
  tilefuzz_result *result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_COMPLETED);
  for (int i = 0; i < 16; ++i)
    CHECK(data[i] == 3 * i);
  CHECK(!strcmp(tilefuzz_summary(result), "completed"));
  CHECK(!*tilefuzz_condition(result) && !*tilefuzz_meaning(result));
  CHECK(tilefuzz_num_operations(result) > 20);
  CHECK(!tilefuzz_race(result, 0, &first, &second));
  CHECK(!tilefuzz_is_unspecified(result, 0, 0));
  CHECK(!tilefuzz_num_unspecified(result, 0));
  CHECK(!tilefuzz_is_unstable(result, NULL));
  tilefuzz_result_free(result);

  /* Out of bounds: the third block. */
  launch.grid[0] = 3;
  result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_UNDEFINED);
  CHECK(!strcmp(tilefuzz_condition(result), "out-of-bounds"));
  CHECK(contains(tilefuzz_summary(result), "byte 64 of x"));
  CHECK(strlen(tilefuzz_meaning(result)) > 10);
  first = tilefuzz_site_of(result);
  CHECK(contains(first.location, "scale.mlir:11:"));
  CHECK(!strcmp(first.operation, "cuda_tile.load_ptr_tko"));
  CHECK(!strcmp(first.buffer, "x") && first.offset == 64);
  CHECK(first.element == 0);
  tilefuzz_result_free(result);

  /* An offset moves the pointer; a limit ends a run. */
  launch.grid[0] = 1;
  arguments[0].offset = 32;
  result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_COMPLETED);
  /* The run before got two blocks far. */
  CHECK(data[7] == 7 * 9 && data[8] == 8 * 27 && data[15] == 15 * 27);
  tilefuzz_result_free(result);
  launch.max_operations = 5;
  result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_LIMIT);
  tilefuzz_result_free(result);
}

static void test_order(tilefuzz_module *module) {
  int32_t place = -1;
  tilefuzz_buffer x = {NULL, TILEFUZZ_I32, &place, 1};
  tilefuzz_argument argument = {0, 0, 0};
  tilefuzz_site first, second;
  tilefuzz_launch launch = launch_of("same_place", 2, &x, 1, &argument, 1);
  tilefuzz_result *result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_RACE);
  CHECK(tilefuzz_num_races(result) == 1);
  CHECK(tilefuzz_race(result, 0, &first, &second));
  CHECK(first.is_write && second.is_write && first.offset == 0);
  CHECK(!strcmp(first.buffer, "buffer0"));
  CHECK(contains(first.location, "scale.mlir:20:"));
  tilefuzz_result_free(result);

  launch.checks = 0;
  launch.schedule = "reverse-blocks";
  result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_COMPLETED);
  CHECK(tilefuzz_num_races(result) == 1);
  CHECK(place == 0);
  tilefuzz_result_free(result);

  launch = launch_of("last_wins", 2, &x, 1, &argument, 1);
  launch.checks |= TILEFUZZ_CHECK_ORDERS;
  result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_ORDER);
  CHECK(tilefuzz_num_races(result) == 0);
  CHECK(contains(tilefuzz_summary(result), "depends on the order; under the "));
  CHECK(place == 1);
  tilefuzz_result_free(result);
}

static void test_values(tilefuzz_module *module) {
  float x[4] = {1e8f, 1.0f, -1e8f, 0.5f}, out = 0;
  tilefuzz_buffer buffers[] = {{"x", TILEFUZZ_F32, x, 4},
                               {"out", TILEFUZZ_F32, &out, 1}};
  tilefuzz_argument arguments[] = {{0, 0, 0}, {1, 0, 0}};
  tilefuzz_launch launch = launch_of("sum", 1, buffers, 2, arguments, 2);
  double low = 0, high = 0;
  int may_be_nan = 1;
  tilefuzz_result *result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_COMPLETED);
  /* Other orders of summands give 0, 0.5, 1 and 1.5. */
  CHECK(tilefuzz_range(result, 1, 0, &low, &high, &may_be_nan));
  CHECK(low <= 0 && high >= 1.5 && low <= out && out <= high && !may_be_nan);
  CHECK(!tilefuzz_range(result, 0, 0, &low, &high, &may_be_nan));
  CHECK(!tilefuzz_range(result, 1, 1, &low, &high, &may_be_nan));
  CHECK(!tilefuzz_range(result, 7, 0, &low, &high, &may_be_nan));
  tilefuzz_result_free(result);

  launch = launch_of("says", 1, NULL, 0, NULL, 0);
  result = tilefuzz_run(module, &launch, NULL);
  CHECK(result && tilefuzz_outcome_of(result) == TILEFUZZ_COMPLETED);
  CHECK(contains(tilefuzz_printed(result), "n = 7"));
  CHECK(tilefuzz_num_failed_assertions(result) == 1);
  tilefuzz_result_free(result);
}

static void test_mistakes(tilefuzz_module *module) {
  int32_t data[8] = {5};
  uint8_t truth[1] = {2};
  tilefuzz_buffer x = {"x", TILEFUZZ_I32, data, 8};
  tilefuzz_buffer twice[] = {x, x};
  tilefuzz_buffer truths = {"b", TILEFUZZ_I1, truth, 1};
  tilefuzz_argument arguments[] = {{0, 0, 0}, {-1, 0, 3}};
  tilefuzz_launch launch = launch_of("scale", 1, &x, 1, arguments, 2), wrong;

  wrong = launch, wrong.struct_size = 0;
  refused(module, &wrong, "struct_size");
  wrong = launch, wrong.entry = "scales";
  refused(module, &wrong, "no entry @scales");
  wrong = launch, wrong.entry = NULL;
  refused(module, &wrong, "several entries");
  wrong = launch, wrong.grid[1] = 0;
  refused(module, &wrong, "a grid extent");
  wrong = launch, wrong.num_arguments = 1;
  refused(module, &wrong, "@scale has 2 parameters, but the launch gives 1");
  wrong = launch, wrong.schedule = "backwards";
  refused(module, &wrong, "'backwards' is no schedule");
  wrong = launch, wrong.checks = 64;
  refused(module, &wrong, "unknown check");
  wrong = launch, wrong.buffers = twice, wrong.num_buffers = 2;
  refused(module, &wrong, "two buffers are called 'x'");
  wrong = launch, wrong.buffers = &truths;
  refused(module, &wrong, "neither 0 nor 1");
  x.element = (tilefuzz_element)40;
  refused(module, &launch, "elements of an unknown type");
  x.element = TILEFUZZ_I32, x.data = NULL;
  refused(module, &launch, "has no data");
  x.data = data, x.count = SIZE_MAX;
  refused(module, &launch, "cannot have");
  x.count = 8;
  arguments[1].buffer = 0;
  refused(module, &launch, "argument 1: a scalar parameter needs a number");
  arguments[1].buffer = -1, arguments[0].buffer = -1;
  refused(module, &launch, "argument 0: a pointer parameter needs a buffer");
  arguments[0].buffer = 3;
  refused(module, &launch, "argument 0: there is no buffer 3");
  CHECK(data[0] == 5);
}

int main(void) {
  char *error = NULL;
  tilefuzz_module *module =
      tilefuzz_parse(scale, strlen(scale), "scale.mlir", &error);
  if (!module) {
    printf("%s\n", error);
    return 1;
  }
  test_elements();
  test_modules(module);
  test_runs(module);
  test_order(module);
  test_values(module);
  test_mistakes(module);
  tilefuzz_module_free(module);
  printf("%d failures\n", failures);
  return failures != 0;
}
