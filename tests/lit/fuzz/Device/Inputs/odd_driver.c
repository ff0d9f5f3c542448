/* The simulated driver with an odd device: where the PTX has a signed maximum, it
   computes the minimum. ODD says when: `always`; `sometimes`: in every other
   process of those that count in the file ODD_COUNTER; `neighbours`: in a
   process that loaded a module before. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *find(const char *name) {
  static void *library;
  if (!library)
    library = dlopen(getenv("SIMULATED_DRIVER"), RTLD_NOW | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}

/* The count of processes before this one. */
static int countProcess(void) {
  static int before = -1;
  struct stat file;
  int counter;
  if (before >= 0)
    return before;
  counter = open(getenv("ODD_COUNTER"), O_CREAT | O_WRONLY | O_APPEND, 0644);
  before = !fstat(counter, &file) ? (int)file.st_size : 0;
  if (write(counter, "x", 1) != 1)
    abort();
  close(counter);
  return before;
}

static int isOdd(void) {
  static int modules;
  const char *when = getenv("ODD");
  if (!strcmp(when, "sometimes"))
    return countProcess() % 2;
  if (!strcmp(when, "neighbours"))
    return modules++ > 0;
  return !strcmp(when, "always");
}

#define FORWARD(NAME, PARAMETERS, ARGUMENTS)                                   \
  int NAME PARAMETERS {                                                        \
    int(*real) PARAMETERS;                                                     \
    *(void **)&real = find(#NAME);                                             \
    return real ARGUMENTS;                                                     \
  }
typedef unsigned long long Pointer;
FORWARD(cuInit, (unsigned a), (a))
FORWARD(cuDriverGetVersion, (int *a), (a))
FORWARD(cuDeviceGet, (int *a, int b), (a, b))
FORWARD(cuDeviceGetName, (char *a, int b, int c), (a, b, c))
FORWARD(cuDeviceGetAttribute, (int *a, int b, int c), (a, b, c))
FORWARD(cuDevicePrimaryCtxRetain, (void **a, int b), (a, b))
FORWARD(cuCtxSetCurrent, (void *a), (a))
FORWARD(cuCtxSynchronize, (void), ())
FORWARD(cuModuleUnload, (void *a), (a))
FORWARD(cuModuleGetFunction, (void **a, void *b, const char *c), (a, b, c))
FORWARD(cuMemAlloc_v2, (Pointer *a, size_t b), (a, b))
FORWARD(cuMemFree_v2, (Pointer a), (a))
FORWARD(cuMemcpyHtoD_v2, (Pointer a, const void *b, size_t c), (a, b, c))
FORWARD(cuMemcpyDtoH_v2, (void *a, Pointer b, size_t c), (a, b, c))
FORWARD(cuGetErrorName, (int a, const char **b), (a, b))
FORWARD(cuFuncSetAttribute, (void *a, int b, int c), (a, b, c))
FORWARD(cuLaunchKernel,
        (void *a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f,
         unsigned g, unsigned h, void *i, void **j, void **k),
        (a, b, c, d, e, f, g, h, i, j, k))

int cuModuleLoadDataEx(void **module, const void *text, unsigned count,
                       int *options, void **values) {
  int (*real)(void **, const void *, unsigned, int *, void **);
  char *copy = strdup(text), *at;
  int status;
  *(void **)&real = find("cuModuleLoadDataEx");
  if (isOdd())
    for (at = copy; (at = strstr(at, "max.s32"));)
      memcpy(at, "min", 3);
  status = real(module, copy, count, options, values);
  free(copy);
  return status;
}
