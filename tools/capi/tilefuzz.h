/*===- tilefuzz.h - Kernels of CUDA Tile IR on the CPU, from C ----*- C -*-===*\
|*
|* SPDX-License-Identifier: Apache-2.0
|*
|* Reads a module of cuda_tile, lists its entries, and runs one on the tile
|* interpreter: no GPU is needed. A run says how it ended: completed, or by
|* which undefined behaviour (an access out of bounds among them), race,
|* deadlock or limit, and at which place of the source.
|*
|*   char *error = NULL;
|*   tilefuzz_module *module = tilefuzz_parse(bytes, size, "add.tilebc",
&error);
|*   tilefuzz_buffer x = {"x", TILEFUZZ_F32, data, 1000};
|*   tilefuzz_argument args[] = {{0, 0, 0}, {-1, 0, 1000}};
|*   tilefuzz_launch launch = {sizeof launch, "add", {4, 1, 1}};
|*   launch.buffers = &x, launch.num_buffers = 1;
|*   launch.arguments = args, launch.num_arguments = 2;
|*   launch.checks = TILEFUZZ_CHECK_RACES;
|*   tilefuzz_result *result = tilefuzz_run(module, &launch, &error);
|*   if (!result)
|*     fprintf(stderr, "%s\n", error);
|*   else if (tilefuzz_outcome_of(result) != TILEFUZZ_COMPLETED)
|*     fprintf(stderr, "%s\n", tilefuzz_summary(result));
|*
|* Rules
|* - No function throws or ends the process because of its input. One that can
|*   fail returns NULL and stores a message in `*error`, if `error` is not NULL;
|*   the message is released with tilefuzz_free. `*error` is left alone where
|*   nothing fails.
|* - Strings that are returned otherwise belong to what they were asked of.
|* - Different modules may be used by different threads at once; a module, or a
|*   result, by one at a time.
|* - Memory is little-endian, as in kernels.
|*
\*===----------------------------------------------------------------------===*/

#ifndef TILEFUZZ_TOOLS_CAPI_TILEFUZZ_H
#define TILEFUZZ_TOOLS_CAPI_TILEFUZZ_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header. It grows when something is added; what is there stays. */
#define TILEFUZZ_API_VERSION 1

/* The version of the library, e.g. "0.1.0". */
const char *tilefuzz_version(void);
/* TILEFUZZ_API_VERSION of the library. */
int tilefuzz_api_version(void);
/* Releases a message. NULL is allowed. */
void tilefuzz_free(char *message);

/* Elements of buffers and scalars. Signedness is the operations'. Memory holds
   an i1 in a byte (0 or 1), two f4E2M1FN in one byte, the first in the low
   bits, and a tf32 in four bytes, as an f32. */
typedef enum tilefuzz_element {
  TILEFUZZ_I1,
  TILEFUZZ_I8,
  TILEFUZZ_I16,
  TILEFUZZ_I32,
  TILEFUZZ_I64,
  TILEFUZZ_F16,
  TILEFUZZ_BF16,
  TILEFUZZ_F32,
  TILEFUZZ_F64,
  TILEFUZZ_TF32,
  TILEFUZZ_F8E4M3FN,
  TILEFUZZ_F8E5M2,
  TILEFUZZ_F8E8M0FNU,
  TILEFUZZ_F4E2M1FN
} tilefuzz_element;

/* The dialect's name, e.g. "bf16"; NULL: there is no such element. */
const char *tilefuzz_element_name(tilefuzz_element element);
/* Bytes of `count` elements in memory; 0: there is no such element, or as many
   do not end on a byte. */
size_t tilefuzz_element_bytes(tilefuzz_element element, size_t count);

/* === Modules ===============================================================
 */

typedef struct tilefuzz_module tilefuzz_module;

/* Reads and verifies text or bytecode (told apart by its first bytes). `name`
   is what locations and messages call it; NULL: "<module>". The bytes are not
   kept. NULL: the first error, as "NAME:line:col: error: ...". */
tilefuzz_module *tilefuzz_parse(const void *bytes, size_t size,
                                const char *name, char **error);
/* The same of a file. */
tilefuzz_module *tilefuzz_parse_file(const char *path, char **error);
/* Results outlive it. NULL is allowed. */
void tilefuzz_module_free(tilefuzz_module *module);

/* What a launch can start, in the module's order. */
size_t tilefuzz_num_entries(const tilefuzz_module *module);
/* Without the @; NULL: there is none of this number. */
const char *tilefuzz_entry_name(const tilefuzz_module *module, size_t entry);
size_t tilefuzz_num_parameters(const tilefuzz_module *module, size_t entry);

typedef struct tilefuzz_parameter {
  /* A pointer to elements, or a scalar. */
  int is_pointer;
  tilefuzz_element element;
} tilefuzz_parameter;

/* 1: `*parameter` is set. 0: there is none of this number, or its type is one
   that no launch gives; the message says so. */
int tilefuzz_parameter_of(const tilefuzz_module *module, size_t entry,
                          size_t number, tilefuzz_parameter *parameter,
                          char **error);

/* === Launches ==============================================================
 */

/* Memory that the kernel may access; each buffer is apart from all others, and
   begins at an address that is a multiple of 256. */
typedef struct tilefuzz_buffer {
  /* In locations and messages; NULL: "bufferN". */
  const char *name;
  /* That of most accesses. */
  tilefuzz_element element;
  /* Is read before the run, and holds what memory holds after it. */
  void *data;
  /* Elements. */
  size_t count;
} tilefuzz_buffer;

typedef struct tilefuzz_argument {
  /* The number of the buffer that it points to; -1: a scalar. */
  int32_t buffer;
  /* Of a pointer, in bytes. */
  int64_t offset;
  /* Of a scalar, as in memory: its low bits count. */
  uint64_t bits;
} tilefuzz_argument;

/* A race ends in TILEFUZZ_RACE. Without, tilefuzz_race tells of it, but the run
   ends as if there were none. */
#define TILEFUZZ_CHECK_RACES 1u
/* After a run that completed, others follow under three more schedules:
   reverse, round-robin and random:1. If one ends otherwise, or leaves other
   memory, the result is TILEFUZZ_ORDER, and tilefuzz_summary says which. What
   atomic updates return, and float sums that they make, may differ legally. */
#define TILEFUZZ_CHECK_ORDERS 2u

typedef struct tilefuzz_launch {
  /* sizeof(tilefuzz_launch): members that a later version adds are then 0. */
  size_t struct_size;
  /* NULL or "": the module's only one. */
  const char *entry;
  uint32_t grid[3];
  const tilefuzz_buffer *buffers;
  size_t num_buffers;
  /* One for each parameter of the entry. */
  const tilefuzz_argument *arguments;
  size_t num_arguments;
  /* Which order of accesses, among those that tokens allow, and of blocks is
     run: "program-order" (and NULL), "reverse", "reverse-blocks",
     "round-robin" or "random:SEED"; then, where several results of an
     operation are legal, nothing (the nearest), ",least", ",greatest" or
     ",mixed". */
  const char *schedule;
  /* TILEFUZZ_CHECK_... */
  uint32_t checks;
  /* Operations before the run ends with TILEFUZZ_LIMIT; 0: 10000000. */
  uint64_t max_operations;
} tilefuzz_launch;

typedef struct tilefuzz_result tilefuzz_result;

/* Runs an entry. NULL: a mistake of the launch (an argument of another type, no
   such entry or schedule), or an operation that nothing here executes; the
   buffers are then as before. A kernel that goes wrong is no error, but a
   result. */
tilefuzz_result *tilefuzz_run(const tilefuzz_module *module,
                              const tilefuzz_launch *launch, char **error);
void tilefuzz_result_free(tilefuzz_result *result);

/* === Results ===============================================================
 */

typedef enum tilefuzz_outcome {
  TILEFUZZ_COMPLETED,
  /* tilefuzz_condition names it; buffers hold what was there at that time. */
  TILEFUZZ_UNDEFINED,
  TILEFUZZ_RACE,
  TILEFUZZ_LIMIT,
  TILEFUZZ_DEADLOCK,
  /* A construct that cannot be executed was reached. */
  TILEFUZZ_UNSUPPORTED,
  /* See TILEFUZZ_CHECK_ORDERS; buffers are those of the first run. */
  TILEFUZZ_ORDER
} tilefuzz_outcome;

/* A place of the program; strings may be empty. */
typedef struct tilefuzz_site {
  /* "file:line:col" of the source that the module was made from. */
  const char *location;
  /* e.g. "cuda_tile.store_ptr_tko" */
  const char *operation;
  int is_write;
  /* Where an access went: the buffer's name, and the byte in it; -1: none. */
  const char *buffer;
  int64_t offset;
  /* The element of the operation's tile, row-major; -1: none. */
  int64_t element;
} tilefuzz_site;

tilefuzz_outcome tilefuzz_outcome_of(const tilefuzz_result *result);
/* One line: outcome, condition and place. */
const char *tilefuzz_summary(const tilefuzz_result *result);
/* Which undefined behaviour (docs/semantics.md), by its name there, which
   limit, or what cannot be executed; "" after a run that completed. */
const char *tilefuzz_condition(const tilefuzz_result *result);
/* One sentence on the undefined behaviour, or "". */
const char *tilefuzz_meaning(const tilefuzz_result *result);
/* Where it went wrong; of no location after a run that completed. */
tilefuzz_site tilefuzz_site_of(const tilefuzz_result *result);

/* Pairs of accesses that conflict and that nothing orders. */
size_t tilefuzz_num_races(const tilefuzz_result *result);
/* 1: both are set. 0: there is none of this number. */
int tilefuzz_race(const tilefuzz_result *result, size_t number,
                  tilefuzz_site *first, tilefuzz_site *second);

/* Elements of a buffer that the kernel left open (it stored a value that
   nothing determines): any value is legal there. */
size_t tilefuzz_num_unspecified(const tilefuzz_result *result, size_t buffer);
/* Whether the element is one of these. */
int tilefuzz_is_unspecified(const tilefuzz_result *result, size_t buffer,
                            size_t element);
/* Where results of several legal ones stand (sums in any order, approximate
   functions), a legal range: 1 and its ends, which contain the element. 0: the
   element is the only legal one. Ends may be infinite; `*may_be_nan` says
   whether a NaN is legal, too. */
int tilefuzz_range(const tilefuzz_result *result, size_t buffer, size_t element,
                   double *low, double *high, int *may_be_nan);
/* Not 0: a value of several legal ones decided control flow, an address or an
   integer, so that another run may legally leave something else; `*site`, if it
   is not NULL, says where first. */
int tilefuzz_is_unstable(const tilefuzz_result *result, tilefuzz_site *site);

/* What print operations and failed assertions wrote. */
const char *tilefuzz_printed(const tilefuzz_result *result);
/* Elements for which an assertion did not hold. */
uint64_t tilefuzz_num_failed_assertions(const tilefuzz_result *result);
/* Operations that were executed, of all tile blocks. */
uint64_t tilefuzz_num_operations(const tilefuzz_result *result);

#ifdef __cplusplus
}
#endif

#endif /* TILEFUZZ_TOOLS_CAPI_TILEFUZZ_H */
