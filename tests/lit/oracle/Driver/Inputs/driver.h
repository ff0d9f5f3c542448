/* The parts of the CUDA Driver API that the programs of this folder call, found
   by dlopen; facts of its documentation. */
#ifndef DRIVER_H
#define DRIVER_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Status;
typedef unsigned long long DevicePointer;

/* Every function with its parameters. */
#define FUNCTIONS(F)                                                           \
  F(cuInit, (unsigned))                                                        \
  F(cuDeviceGetName, (char *, int, int))                                       \
  F(cuDriverGetVersion, (int *))                                               \
  F(cuDeviceGet, (int *, int))                                                 \
  F(cuDevicePrimaryCtxRetain, (void **, int))                                  \
  F(cuCtxSetCurrent, (void *))                                                 \
  F(cuCtxCreate_v2, (void **, unsigned, int))                                  \
  F(cuCtxDestroy_v2, (void *))                                                 \
  F(cuCtxSynchronize, (void))                                                  \
  F(cuModuleLoadData, (void **, const void *))                                 \
  F(cuModuleLoadDataEx, (void **, const void *, unsigned, int *, void **))     \
  F(cuModuleGetFunction, (void **, void *, const char *))                      \
  F(cuModuleGetGlobal_v2, (DevicePointer *, size_t *, void *, const char *))   \
  F(cuModuleUnload, (void *))                                                  \
  F(cuFuncSetAttribute, (void *, int, int))                                    \
  F(cuMemAlloc_v2, (DevicePointer *, size_t))                                  \
  F(cuMemAllocManaged, (DevicePointer *, size_t, unsigned))                    \
  F(cuMemHostAlloc, (void **, size_t, unsigned))                               \
  F(cuMemFree_v2, (DevicePointer))                                             \
  F(cuMemcpyHtoD_v2, (DevicePointer, const void *, size_t))                    \
  F(cuMemcpyDtoH_v2, (void *, DevicePointer, size_t))                          \
  F(cuMemcpyDtoD_v2, (DevicePointer, DevicePointer, size_t))                   \
  F(cuMemsetD32_v2, (DevicePointer, unsigned, size_t))                         \
  F(cuStreamCreate, (void **, unsigned))                                       \
  F(cuStreamSynchronize, (void *))                                             \
  F(cuEventCreate, (void **, unsigned))                                        \
  F(cuEventRecord, (void *, void *))                                           \
  F(cuEventElapsedTime, (float *, void *, void *))                             \
  F(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned, \
                     unsigned, unsigned, void *, void **, void **))            \
  F(cuLaunchKernelEx, (const void *, void *, void **, void **))                \
  F(cuGetErrorName, (Status, const char **))                                   \
  F(cuGetProcAddress_v2, (const char *, void **, int, uint64_t, int *))

#define DECLARE(NAME, PARAMETERS) static Status(*NAME) PARAMETERS;
FUNCTIONS(DECLARE)

static const char *nameOf(Status status) {
  const char *name = "unknown status";
  cuGetErrorName(status, &name);
  return name;
}

/* Says what a call returned. */
#define SHOW(CALL) printf("%s\n", nameOf(CALL))
/* Ends the program unless it succeeds. */
#define NEED(CALL)                                                             \
  do {                                                                         \
    Status needed = CALL;                                                      \
    if (needed) {                                                              \
      printf("line %d: %s\n", __LINE__, nameOf(needed));                       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static void openDriver(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    printf("%s\n", dlerror());
    exit(1);
  }
#define FIND(NAME, PARAMETERS)                                                 \
  if (!(*(void **)&NAME = dlsym(library, #NAME))) {                            \
    printf("no " #NAME "\n");                                                  \
    exit(1);                                                                   \
  }
  FUNCTIONS(FIND)
}

/* The text of a file. */
static char *readText(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "rb");
  size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[size] = 0;
  if (file)
    fclose(file);
  return text;
}

#endif
