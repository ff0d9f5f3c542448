"""many-queues.py N [after]: a program that puts 1 into N queues and stores what they give, summed.

With `after`, each is done before the next one is made.
"""

import sys

count = int(sys.argv[1])
isAfter = len(sys.argv) > 2


def take(n):
    print(f"      %g{n} = nv_tileaa.queue.get %q{n} {{\n      ^bb0(%e: i32):\n"
          "        nv_tileaa.queue.yield %e : i32\n      } : (!nv_tileaa.queue<i32>) -> i32")
    print(f"      %s{n + 1} = arith.addi %s{n}, %g{n} : i32")


print("// tilefuzz.launch kernel=@k grid=1,1,1 seed=1")
print("// tilefuzz.buffer y : i32[1] = fill(0)")
print("// tilefuzz.args &y")
print("module attributes {nv_tileaa.compute_capability = 90 : i32} {\n  gpu.module @m {")
print("    nv_tileaa.func @k(%y: !nv_tileaa.ptr<i32, 1>) attributes {cute.kernel, kernel_spec = "
      "#nv_tileaa.kernel_spec<numWarps = 1, numCtas = 1, occupancy = 1>} {")
print("      %one = arith.constant 1 : i32\n      %s0 = arith.constant 0 : i32")
for n in range(count):
    print(f"      %q{n} = nv_tileaa.create_queue {{depth = 1 : i32}} : !nv_tileaa.queue<i32>")
    print(f"      nv_tileaa.queue.put %q{n} {{\n        nv_tileaa.queue.yield %one : i32\n"
          "      } : !nv_tileaa.queue<i32>")
    if isAfter:
        take(n)
for n in range(0 if isAfter else count):
    take(n)
print(f"      %t = nv_tileaa.store %y, %s{count} : (!nv_tileaa.ptr<i32, 1>, i32) -> !nv_tileaa.mem_token")
print("      nv_tileaa.return\n    }\n  }\n}")
