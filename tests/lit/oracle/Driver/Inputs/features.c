/* features DRIVER FEATURES LIBRARY USER: clusters, tensor maps, linking, and
   kernels that stop themselves. */
#include "driver.h"

#define MORE(F)                                                                \
  F(cuLinkCreate_v2, (unsigned, int *, void **, void **))                      \
  F(cuLinkAddData_v2, (void *, int, void *, size_t, const char *, unsigned,    \
                       int *, void **))                                        \
  F(cuLinkComplete, (void *, void **, size_t *))                               \
  F(cuLinkDestroy, (void *))                                                   \
  F(cuTensorMapEncodeTiled,                                                    \
    (void *, int, unsigned, DevicePointer, const uint64_t *,                   \
     const uint64_t *, const uint32_t *, const uint32_t *, int, int, int,      \
     int))                                                                     \
  F(cuTensorMapReplaceAddress, (void *, DevicePointer))                        \
  F(cuOccupancyMaxPotentialClusterSize, (int *, void *, const void *))         \
  F(cuFuncGetAttribute, (int *, int, void *))
MORE(DECLARE)

static void *context, *module;
static const char *path;

static void open(void) {
  NEED(cuCtxCreate_v2(&context, 0, 0));
  NEED(cuModuleLoadData(&module, readText(path)));
}

static void *functionOf(const char *name) {
  void *function;
  NEED(cuModuleGetFunction(&function, module, name));
  return function;
}

static DevicePointer zeros(size_t words) {
  DevicePointer pointer;
  NEED(cuMemAlloc_v2(&pointer, 4 * words));
  NEED(cuMemsetD32_v2(pointer, 0, words));
  return pointer;
}

static void show(const char *what, DevicePointer pointer, unsigned words) {
  uint32_t values[64];
  NEED(cuMemcpyDtoH_v2(values, pointer, 4 * words));
  printf("%s:", what);
  for (unsigned i = 0; i < words; ++i)
    printf(" %u", values[i]);
  printf("\n");
}

static Status launchCluster(unsigned ctas, unsigned size, DevicePointer out) {
  struct {
    unsigned id, padding, value[16];
  } extents = {4, 0, {size, 1, 1}};
  struct {
    unsigned grid[3], block[3], shared;
    void *stream, *attributes;
    unsigned count;
  } config = {{ctas, 1, 1}, {1, 1, 1}, 0, NULL, &extents, 1};
  void *parameters[] = {&out};
  return cuLaunchKernelEx(&config, functionOf("neighbours"), parameters, NULL);
}

static void showClusters(void) {
  DevicePointer out = zeros(8);
  NEED(launchCluster(8, 4, out));
  show("clusters of four", out, 8);
  /* More than run together. */
  enum { many = 6000 };
  static uint32_t next[many];
  out = zeros(many);
  NEED(launchCluster(many, 4, out));
  NEED(cuMemcpyDtoH_v2(next, out, sizeof next));
  unsigned wrong = 0;
  for (unsigned i = 0; i < many; ++i)
    wrong += next[i] != i / 4 * 4 + (i + 1) % 4;
  printf("of %d CTAs, wrong: %u\n", many, wrong);
  printf("of three, of eight CTAs: ");
  SHOW(launchCluster(8, 3, out));
  printf("of sixteen: ");
  SHOW(launchCluster(16, 16, out));
  int size = 0;
  NEED(cuOccupancyMaxPotentialClusterSize(&size, functionOf("neighbours"), NULL));
  printf("at most: %d\n", size);
  NEED(cuFuncSetAttribute(functionOf("neighbours"), 14, 1));
  out = zeros(16);
  printf("of sixteen, as asked for: ");
  SHOW(launchCluster(16, 16, out));
  show("they are", out, 16);
  NEED(cuFuncSetAttribute(functionOf("neighbours"), 11, 2));
  NEED(cuFuncSetAttribute(functionOf("neighbours"), 12, 1));
  NEED(cuFuncSetAttribute(functionOf("neighbours"), 13, 1));
  void *parameters[] = {&out};
  NEED(cuLaunchKernel(functionOf("neighbours"), 4, 1, 1, 1, 1, 1, 0, NULL,
                      parameters, NULL));
  NEED(cuCtxSynchronize());
  show("by the function's attribute", out, 4);
}

static void showTensorMap(void) {
  static uint32_t host[12 * 16];
  for (unsigned i = 0; i < 12 * 16; ++i)
    host[i] = i;
  DevicePointer tensor = zeros(12 * 16), out = zeros(64), place = zeros(32);
  NEED(cuMemcpyHtoD_v2(tensor, host, sizeof host));
  _Alignas(64) char map[128];
  uint64_t sizes[] = {16, 12}, strides[] = {64};
  uint32_t box[] = {8, 8}, steps[] = {1, 1};
  printf("a tensor map: ");
  SHOW(cuTensorMapEncodeTiled(map, 2, 2, tensor, sizes, strides, box, steps, 0,
                              0, 0, 0));
  NEED(cuMemcpyHtoD_v2(place, map, sizeof map));
  void *parameters[] = {&place, &out};
  NEED(cuLaunchKernel(functionOf("box"), 1, 1, 1, 1, 1, 1, 0, NULL, parameters,
                      NULL));
  NEED(cuCtxSynchronize());
  show("its box", out, 24);
  printf("another address: ");
  SHOW(cuTensorMapReplaceAddress(map, tensor + 64));
  printf("a stride of 60 bytes: ");
  strides[0] = 60;
  SHOW(cuTensorMapEncodeTiled(map, 2, 2, tensor, sizes, strides, box, steps, 0,
                              0, 0, 0));
  strides[0] = 64;
  printf("a box of 257: ");
  box[1] = 257;
  SHOW(cuTensorMapEncodeTiled(map, 2, 2, tensor, sizes, strides, box, steps, 0,
                              0, 0, 0));
  box[1] = 8;
  printf("interleaved: ");
  SHOW(cuTensorMapEncodeTiled(map, 2, 2, tensor, sizes, strides, box, steps, 1,
                              0, 0, 0));
  printf("not aligned: ");
  SHOW(cuTensorMapEncodeTiled(map + 16, 2, 2, tensor, sizes, strides, box,
                              steps, 0, 0, 0, 0));
}

static Status add(void *link, const char *file, const char *name) {
  char *text = readText(file);
  return cuLinkAddData_v2(link, 1, text, strlen(text) + 1, name, 0, NULL, NULL);
}

static void showLinking(const char *library, const char *user) {
  void *link, *image, *linked, *function;
  size_t size;
  char log[300] = "";
  int options[] = {5, 6};
  void *values[] = {log, (void *)sizeof log};
  NEED(cuLinkCreate_v2(2, options, values, &link));
  NEED(add(link, user, "user"));
  NEED(add(link, library, "library"));
  printf("linked: ");
  SHOW(cuLinkComplete(link, &image, &size));
  printf("its size is that of the text: %d\n", size == strlen(image) + 1);
  NEED(cuModuleLoadData(&linked, image));
  NEED(cuLinkDestroy(link));
  NEED(cuModuleGetFunction(&function, linked, "use"));
  DevicePointer out = zeros(1);
  void *parameters[] = {&out};
  NEED(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
  show("5 * 2 + 100 + 1000 + 7", out, 1);
  values[0] = log;
  values[1] = (void *)sizeof log;
  NEED(cuLinkCreate_v2(2, options, values, &link));
  NEED(add(link, library, "one"));
  NEED(add(link, library, "two"));
  printf("machine code: ");
  SHOW(cuLinkAddData_v2(link, 0, log, sizeof log, "code", 0, NULL, NULL));
  printf("its log: %s\n", log);
  printf("the same twice: ");
  SHOW(cuLinkComplete(link, &image, &size));
  printf("its log: %s\n", log);
  NEED(cuLinkDestroy(link));
}

/* A fault has a context of its own, in which it stays. */
static void showStop(const char *what, const char *kernel) {
  open();
  Status launched = cuLaunchKernel(functionOf(kernel), 1, 1, 1, 1, 1, 1, 0,
                                   NULL, NULL, NULL);
  Status waited = cuCtxSynchronize();
  DevicePointer later;
  printf("%s: launch %s, then %s, then %s\n", what, nameOf(launched),
         nameOf(waited), nameOf(cuMemAlloc_v2(&later, 4)));
  NEED(cuCtxDestroy_v2(context));
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 1;
  openDriver(argv[1]);
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  MORE(FIND)
  path = argv[2];
  NEED(cuInit(0));
  open();
  showClusters();
  showTensorMap();
  showLinking(argv[3], argv[4]);
  NEED(cuCtxDestroy_v2(context));
  showStop("trap", "stop");
  return 0;
}
