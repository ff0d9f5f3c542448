"""What corpus/ptx/collect.ptx leaves in its buffer, by plain loops."""
import struct


def bits(x):
    return struct.unpack("I", struct.pack("f", x))[0]


def e4m3(x):
    def value(code):
        field, fraction = code >> 3, code & 7
        if field == 0:
            return fraction / 8 * 2.0**-6
        return (1 + fraction / 8) * 2.0 ** (field - 7)

    # The nearest of the positive ones, of two the even one.
    return min((abs(value(c) - x), c & 1, value(c)) for c in range(0x7F))[2]


threads = range(64)
mixed = 0
for t in threads:
    lanes = [(l, t // 32 * 32 + l) for l in range(32)]
    ballot = sum(1 << l for l, other in lanes if other % 3 == 0)
    same = sum(1 << l for l, other in lanes if other % 3 == t % 3)
    unit = min(1.0, t / 64 * 2)
    mixed ^= ((ballot << 32 | same) << t % 32 >> 32) & 0xFFFFFFFF ^ bits(unit)
print(
    "out : i32[5] =",
    sum(t * t for t in threads),
    bits(sum(e4m3(t) + e4m3(1.25 * t) for t in threads)),
    len(threads) % 41,
    max(t * t for t in threads),
    mixed,
)
