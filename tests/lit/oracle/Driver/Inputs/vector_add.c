/* vector_add DRIVER KERNELS: adds two vectors as a program for a GPU does. */
#include "driver.h"

enum { count = 1000 };

int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  openDriver(argv[1]);
  int device, version;
  char name[100];
  void *context, *module, *add, *stream, *begin, *end;
  NEED(cuInit(0));
  NEED(cuDeviceGet(&device, 0));
  NEED(cuDeviceGetName(name, sizeof name, device));
  NEED(cuDriverGetVersion(&version));
  printf("%s, version %d\n", name, version);
  NEED(cuDevicePrimaryCtxRetain(&context, device));
  NEED(cuCtxSetCurrent(context));
  NEED(cuModuleLoadData(&module, readText(argv[2])));
  NEED(cuModuleGetFunction(&add, module, "add"));
  NEED(cuStreamCreate(&stream, 1));
  NEED(cuEventCreate(&begin, 0));
  NEED(cuEventCreate(&end, 0));

  float x[count], y[count], out[count];
  for (int i = 0; i < count; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f * (float)i;
  }
  DevicePointer dx, dy, dout;
  NEED(cuMemAlloc_v2(&dx, sizeof x));
  NEED(cuMemAlloc_v2(&dy, sizeof y));
  NEED(cuMemAlloc_v2(&dout, sizeof out));
  NEED(cuMemcpyHtoD_v2(dx, x, sizeof x));
  NEED(cuMemcpyHtoD_v2(dy, y, sizeof y));
  unsigned n = count;
  void *parameters[] = {&dx, &dy, &dout, &n};
  NEED(cuEventRecord(begin, stream));
  NEED(cuLaunchKernel(add, 8, 1, 1, 16, 8, 1, 0, stream, parameters, NULL));
  NEED(cuEventRecord(end, stream));
  NEED(cuStreamSynchronize(stream));
  NEED(cuMemcpyDtoH_v2(out, dout, sizeof out));
  float elapsed = -1;
  NEED(cuEventElapsedTime(&elapsed, begin, end));
  int wrong = elapsed < 0;
  for (int i = 0; i < count; ++i)
    wrong += out[i] != x[i] + y[i];
  printf("vector add: %d wrong\n", wrong);

  /* Arguments in one buffer; managed memory; a structure; shared memory. */
  struct {
    DevicePointer data;
    unsigned count;
  } both = {0, 64};
  void *reverse;
  size_t size = sizeof both;
  void *extra[] = {(void *)1, &both, (void *)2, &size, NULL};
  NEED(cuModuleGetFunction(&reverse, module, "reverse"));
  NEED(cuMemAllocManaged(&both.data, 64 * 4, 1));
  float *managed = (float *)(uintptr_t)both.data;
  for (int i = 0; i < 64; ++i)
    managed[i] = (float)i;
  NEED(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 256, NULL, NULL, extra));
  NEED(cuCtxSynchronize());
  wrong = 0;
  for (int i = 0; i < 64; ++i)
    wrong += managed[i] != 2.0f * (float)(63 - i);
  printf("reverse: %d wrong\n", wrong);

  /* A variable of the module. */
  DevicePointer scale;
  size_t bytes;
  NEED(cuModuleGetGlobal_v2(&scale, &bytes, module, "scale"));
  float three = 3;
  NEED(cuMemcpyHtoD_v2(scale, &three, sizeof three));
  NEED(cuLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, 256, NULL, NULL, extra));
  NEED(cuCtxSynchronize());
  printf("variable of %zu bytes, and managed[0] = %g\n", bytes, managed[0]);
  return 0;
}
