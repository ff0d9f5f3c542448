"""Which rows of times and memory explode."""

from asking.series import explosion

EXPLODING = [
    [(1, 0.1, 9), (2, 1, 9), (4, 10, 9)],
    [(1, 0.1, 9), (2, 0.1, 9), (4, 1, 9), (8, 10, 9)],
    [(1, 0.1, 9), (2, 1, 9), (4, None, 9)],
    [(1, 0.1, 9), (2, None, 9)],
    [(1, 1, 100), (2, 1, 600), (4, 1, 3600)],
]
QUIET = [
    [],
    [(1, 9, 9)],
    # It doubles or quadruples, is fast all the same, or jumps once.
    [(1, 1, 9), (2, 4, 9), (4, 16, 9), (8, 64, 9)],
    [(1, 0.001, 9), (2, 0.01, 9), (4, 0.1, 9), (8, 1, 9)],
    [(1, 0.1, 9), (2, 10, 9), (4, 20, 9)],
    # It was slow before.
    [(1, 8, 9), (2, 16, 9), (4, None, 9)],
    [(1, 1, 100), (2, 1, 600), (4, 1, 2000)],
]
for points in EXPLODING:
    assert explosion(points), points
for points in QUIET:
    assert not explosion(points), (points, explosion(points))
