/* faults DRIVER KERNELS: what goes wrong, and what the driver says then. Each
   fault has a context of its own. */
#include "driver.h"

static void *context, *module;
static const char *kernels;

static void *functionOf(const char *name) {
  void *function;
  NEED(cuModuleGetFunction(&function, module, name));
  return function;
}

static void open(void) {
  NEED(cuCtxCreate_v2(&context, 0, 0));
  NEED(cuModuleLoadData(&module, kernels));
}

/* Launches with one block; says what launch, wait and what comes later give. */
static void try(const char *what, const char *kernel, unsigned threads,
                void **parameters) {
  fflush(stdout);
  fprintf(stderr, "-- %s\n", what);
  Status launched = cuLaunchKernel(functionOf(kernel), 1, 1, 1, threads, 1, 1,
                                   0, NULL, parameters, NULL);
  Status waited = cuCtxSynchronize();
  DevicePointer later = 0;
  Status after = cuMemAlloc_v2(&later, 4);
  printf("%s: launch %s, then %s, then %s\n", what, nameOf(launched),
         nameOf(waited), nameOf(after));
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  openDriver(argv[1]);
  kernels = readText(argv[2]);
  DevicePointer pointer, other, place;
  void *parameters[] = {&place, &other};
  uint32_t value = 5;

  printf("before cuInit: ");
  SHOW(cuCtxSynchronize());
  NEED(cuInit(0));
  printf("without a context: ");
  SHOW(cuMemAlloc_v2(&pointer, 4));

  open();
  char log[200] = "";
  int options[] = {5, 6};
  void *values[] = {log, (void *)sizeof log};
  void *broken;
  printf("broken text: ");
  SHOW(cuModuleLoadDataEx(&broken,
                          ".version 7.8\n.target sm_80\n.address_size 64\n"
                          ".visible .entry k()\n{\n  add.u32 %r1, %r1, 1;\n}\n",
                          2, options, values));
  printf("its log of %zu bytes: %s\n", (size_t)values[1], log);
  printf("machine code: ");
  SHOW(cuModuleLoadData(&broken, "\177ELF"));
  printf("no such kernel: ");
  SHOW(cuModuleGetFunction(&broken, module, "none"));
  printf("a kernel that is none: ");
  SHOW(cuLaunchKernel(&broken, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  printf("too many threads: ");
  SHOW(cuLaunchKernel(functionOf("spin"), 1, 1, 1, 1024, 2, 1, 0, NULL, NULL,
                      NULL));
  printf("too much memory: ");
  SHOW(cuMemAlloc_v2(&pointer, (size_t)1 << 40));
  struct {
    unsigned id, padding, value[16];
  } extents = {4, 0, {3, 1, 1}};
  struct {
    unsigned grid[3], block[3], shared;
    void *stream, *attributes;
    unsigned count;
  } cluster = {{4, 1, 1}, {1, 1, 1}, 0, NULL, &extents, 1};
  printf("a cluster: ");
  SHOW(cuLaunchKernelEx(&cluster, functionOf("spin"), NULL, NULL));
  void *function = &function;
  int found = 7;
  Status status = cuGetProcAddress_v2("cuNoSuchThing", &function, 13000, 0, &found);
  printf("unknown name: %s, %s, %d\n", nameOf(status), function ? "found" : "null", found);
  status = cuGetProcAddress_v2("cuMemAlloc", &function, 13000, 0, &found);
  printf("known name: %s, %s, %d\n", nameOf(status), function == (void *)cuMemAlloc_v2 ? "the function" : "another", found);

  NEED(cuMemAlloc_v2(&pointer, 8));
  NEED(cuMemcpyHtoD_v2(pointer, "\1\0\0\0\2\0\0\0", 8));
  printf("a copy beyond the end: ");
  SHOW(cuMemcpyDtoH_v2(&value, pointer + 6, 4));
  place = pointer + 8;
  try("just behind the end", "poke", 1, parameters);
  place = pointer + 512;
  try("out of bounds", "poke", 1, parameters);
  printf("and what it held before: ");
  SHOW(cuMemcpyDtoH_v2(&value, pointer, 4));
  NEED(cuCtxDestroy_v2(context));

  open();
  NEED(cuMemAlloc_v2(&pointer, 8));
  place = pointer + 2;
  try("misaligned", "poke", 1, parameters);
  NEED(cuCtxDestroy_v2(context));

  open();
  NEED(cuMemAlloc_v2(&pointer, 8));
  NEED(cuMemFree_v2(pointer));
  printf("freed twice: ");
  SHOW(cuMemFree_v2(pointer));
  NEED(cuMemAlloc_v2(&other, 8));
  NEED(cuCtxSetCurrent(NULL));
  printf("freed without a context: ");
  SHOW(cuMemFree_v2(other));
  printf("and twice: ");
  SHOW(cuMemFree_v2(other));
  NEED(cuCtxSetCurrent(context));
  place = pointer;
  try("freed", "poke", 1, parameters);
  NEED(cuCtxDestroy_v2(context));

  open();
  place = (uintptr_t)&value;
  try("memory of the program", "poke", 1, parameters);
  printf("which is %u still\n", value);
  NEED(cuCtxDestroy_v2(context));

  open();
  place = 0;
  try("null", "poke", 1, parameters);
  NEED(cuCtxDestroy_v2(context));

  open();
  try("no end", "spin", 64, NULL);
  NEED(cuCtxDestroy_v2(context));

  open();
  NEED(cuMemAlloc_v2(&place, 4));
  NEED(cuMemsetD32_v2(place, 99, 1));
  try("race", "race", 2, parameters);
  NEED(cuMemcpyDtoH_v2(&value, place, 4));
  printf("one of the two: %s\n", value < 2 ? "yes" : "no");

  NEED(cuMemAlloc_v2(&place, 4));
  NEED(cuMemAlloc_v2(&other, 4));
  try("uninitialised", "copy", 1, parameters);
  NEED(cuMemcpyDtoH_v2(&value, other, 4));
  printf("what was there: %#x\n", value);
  return 0;
}
