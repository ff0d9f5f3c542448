"""thousand.py BUNDLE: a bundle of 1,000 small cases, of which every 20th is bad in one of five ways: it faults, writes
where it must not, hangs, kills the process that runs it, or says nonsense to who waits for it."""
import json, struct, sys

GOOD = """.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [x];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd1, %rd1, %rd2;
  ld.global.u32 %r2, [%rd1];
  add.s32 %r2, %r2, 1;
  st.global.u32 [%rd1], %r2;
  ret;
}
"""
BAD = {
    "faults": GOOD.replace("st.global.u32 [%rd1]", "st.global.u32 [%rd1+2]"),
    "strays": GOOD.replace("st.global.u32 [%rd1]", "st.global.u32 [%rd1+1024]"),
    "hangs": GOOD.replace("  ret;", "again:\n  bra again;"),
    # What the driver of this test does for a kernel of that name.
    "kills": GOOD.replace("entry k(", "entry kills("),
    "babbles": GOOD.replace("entry k(", "entry babbles("),
}

blobs = b""


def blob(data):
    global blobs
    blobs += data
    return {"offset": len(blobs) - len(data), "size": len(data)}


cases = []
for i in range(1000):
    kind = list(BAD)[i // 20 % len(BAD)] if i % 20 == 7 else "good"
    text = BAD.get(kind, GOOD)
    kernel = kind if kind in ("kills", "babbles") else "k"
    before = struct.pack("<4i", *range(i, i + 4))
    after = struct.pack("<4i", *range(i + 1, i + 5))
    buffer = {"name": "x", "type": "i32", "input": blob(before), "expected": blob(after)}
    cases.append({"name": f"{kind}-{i}", "target": "sm_80", "kernel": kernel, "grid": [1, 1, 1], "block": [4, 1, 1],
                  "shared_bytes": 0, "program": blob(b"none"), "ptx": blob(text.encode()),
                  "arguments": [{"buffer": 0, "offset": 0}], "buffers": [buffer]})
manifest = json.dumps({"format": "tilefuzz-conformance-bundle", "producer": "thousand.py", "cases": cases}).encode()
value = 0xCBF29CE484222325
for byte in manifest + blobs:
    value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
with open(sys.argv[1], "wb") as file:
    file.write(b"TILECONF" + struct.pack("<IIQQQ", 1, 0, len(manifest), len(blobs), value) + manifest + blobs)
