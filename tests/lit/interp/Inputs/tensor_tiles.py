"""What corpus/ptx/tensor-tiles.ptx leaves in its buffer, by plain loops."""

out = [-1] * 256
for x in range(16):
    for y in range(16):
        tile_x, tile_y = x // 8, y // 8
        to_x, to_y = 8 * tile_y + x % 8, 8 * tile_x + y % 8
        out[16 * to_y + to_x] = 16 * y + x if y < 12 else 0
print("out : i32[256] =", *out)
