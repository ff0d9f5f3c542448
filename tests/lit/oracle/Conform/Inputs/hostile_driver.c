/* The simulated driver, and beside it what no simulated kernel can do: a kernel
   named `kills` kills the process, and one named `babbles` writes nonsense into
   every pipe that the process has. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *library(void) {
  static void *found;
  if (!found)
    found = dlopen(getenv("SIMULATED_DRIVER"), RTLD_NOW | RTLD_LOCAL);
  return found;
}
#define FORWARD(NAME, PARAMETERS, ARGUMENTS)                                   \
  int NAME PARAMETERS {                                                        \
    int(*real) PARAMETERS;                                                     \
    *(void **)&real = dlsym(library(), #NAME);                                 \
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
FORWARD(cuModuleLoadDataEx,
        (void **a, const void *b, unsigned c, int *d, void **e),
        (a, b, c, d, e))
FORWARD(cuModuleUnload, (void *a), (a))
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

int cuModuleGetFunction(void **function, void *module, const char *name) {
  int (*real)(void **, void *, const char *);
  *(void **)&real = dlsym(library(), "cuModuleGetFunction");
  if (!strcmp(name, "kills"))
    raise(SIGKILL);
  if (!strcmp(name, "babbles"))
    for (int file = 3; file < 64; ++file) {
      struct stat what;
      if (!fstat(file, &what) && S_ISFIFO(what.st_mode) &&
          write(file, "R\5\0\0\0nope!", 10) < 0)
        continue;
    }
  return real(function, module, name);
}
