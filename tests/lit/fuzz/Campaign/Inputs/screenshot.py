"""screenshot.py FOLDER: renders reports with headless Chromium and looks at the
pictures."""

import os
import re
import struct
import subprocess
import sys
import zlib

os.chdir(sys.argv[1])
# Drawn at half its size: fewer pixels to look at.
WIDTH, HEIGHT = 1300, 3200
STAGES = ["--stop-after=cuda-tile-canonicalize", "--seed=1", "--jobs=2"]


def fuzz(code, *arguments):
    process = subprocess.run(["tile-fuzz", *arguments], stdout=subprocess.DEVNULL, check=False)
    assert process.returncode == code, (arguments, process.returncode)


def pixels(path):
    """The colours of a PNG of 8 bits a channel, and how often each is there."""
    with open(path, "rb") as file:
        data = file.read()
    assert data.startswith(b"\x89PNG"), path
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), (depth, colour)
            step = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    raw, counts = zlib.decompress(packed), {}
    previous, stride = bytearray(width * step), width * step
    for row in range(height):
        start = row * (stride + 1)
        how, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride if how else 0):
            left = line[i - step] if i >= step else 0
            up = previous[i]
            corner = previous[i - step] if i >= step else 0
            if how == 1:
                line[i] = (line[i] + left) & 255
            elif how == 2:
                line[i] = (line[i] + up) & 255
            elif how == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            else:
                guess = left + up - corner
                near = min((left, up, corner), key=lambda value: abs(guess - value))
                line[i] = (line[i] + near) & 255
        for i in range(0, stride, step):
            colour = bytes(line[i : i + 3])
            counts[colour] = counts.get(colour, 0) + 1
        previous = line
    assert (width, height) == (WIDTH // 2, HEIGHT // 2), (width, height)
    return counts


def draw(page, picture, *options):
    command = [*BROWSER, "--hide-scrollbars", "--force-device-scale-factor=0.5"]
    command += ["--user-data-dir=" + os.path.abspath("profile"), *options]
    command += [f"--window-size={WIDTH},{HEIGHT}", "--screenshot=" + os.path.abspath(picture)]
    subprocess.run(
        command + ["file://" + os.path.abspath(page)],
        check=True,
        timeout=120,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return pixels(picture)


BROWSER = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]


def width_on_phone(page):
    """How wide the page wants to be where 390 pixels are there, as a page around it finds out."""
    with open("around.html", "w", encoding="utf-8") as file:
        file.write(
            f"""<!doctype html><iframe id="f" width="390" height="800" src="{page}"></iframe><script>
            document.getElementById("f").onload = () => {{
              document.title = document.getElementById("f").contentDocument.scrollingElement.scrollWidth;
            }}</script>"""
        )
    command = [*BROWSER, "--user-data-dir=" + os.path.abspath("profile"), "--dump-dom"]
    said = subprocess.run(
        command + ["file://" + os.path.abspath("around.html")], check=True, timeout=120, capture_output=True, text=True
    )
    return int(re.search(r"<title>(\d+)</title>", said.stdout)[1])


def printed(page):
    """The number of sheets, and the colours that areas are filled with."""
    command = [*BROWSER, "--blink-settings=preferredColorScheme=0", "--user-data-dir=" + os.path.abspath("profile")]
    command += ["--print-to-pdf=" + os.path.abspath("page.pdf"), "file://" + os.path.abspath(page)]
    subprocess.run(command, check=True, timeout=120, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open("page.pdf", "rb") as file:
        data = file.read()
    colours = set()
    for body in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            text = zlib.decompress(body)
        except zlib.error:
            continue
        for red, green, blue in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) rg\b", text):
            colours.add("".join(f"{round(float(part) * 255):02x}" for part in (red, green, blue)))
    return len(re.findall(rb"/Type /Page\b", data)), colours


def has(counts, colour, least):
    """At least so many pixels of a colour of the style sheet."""
    got = counts.get(bytes.fromhex(colour), 0)
    assert got >= least, (colour, got, least)


fuzz(3, "run", "--programs=60", *STAGES, "--inject-bug=select-swapped-arms", "--db=bad.db", "--report=bad.html")
fuzz(0, "run", "--programs=40", *STAGES, "--db=good.db", "--report=good.html")

light = draw("bad.html", "light.png")
has(light, "f6f7f9", 33333)  # the page
has(light, "ffffff", 166666)  # the cards
has(light, "ffeceb", 333)  # a line that went
has(light, "ffc1ba", 16)  # what went of it
has(light, "e6f7ea", 166)  # a line that came
has(light, "a6e5b4", 8)  # what came with it
has(light, "2563c9", 500)  # bars and lines of the charts
has(light, "c2620c", 8)  # the other colour of bars
has(light, "b3261e", 8)  # what is new

dark = draw("bad.html", "dark.png", "--blink-settings=preferredColorScheme=0")
has(dark, "0f1318", 33333)
has(dark, "171c23", 166666)
has(dark, "3a1d1e", 333)
has(dark, "6ea8fe", 500)
assert dark.get(bytes.fromhex("ffffff"), 0) < 1_000, "dark is not dark"

clean = draw("good.html", "clean.png")
has(clean, "2563c9", 500)
has(clean, "1a7f37", 5)  # no finding: the number is calm
for colour in ("ffeceb", "ffc1ba", "b3261e"):
    assert bytes.fromhex(colour) not in clean, colour

# On a phone nothing is wider than the screen, but for what scrolls by itself; without its style it would be.
fuzz(0, "run", "--programs=20", *STAGES, "--inject-bug=select-swapped-arms", "--db=bad.db", "--report=twice.html")
assert width_on_phone("twice.html") <= 390, width_on_phone("twice.html")
with open("twice.html", encoding="utf-8") as file:
    whole = file.read()
with open("bare.html", "w", encoding="utf-8") as file:
    file.write(re.sub(r"<style>.*?</style>", "", whole, flags=re.DOTALL))
assert width_on_phone("bare.html") > 390, width_on_phone("bare.html")

# Several runs, one after the other: at least what is open and what is covered have a chart over all of them.
with open("bad.html", encoding="utf-8") as file:
    assert "Run after run" not in file.read()
runs = whole.split("<h2>Run after run</h2>")[1].split("<h2>")[0]
assert runs.count("<svg role") >= 2 and "Open findings" in runs and "Coverage" in runs, runs
has(draw("twice.html", "twice.png"), "2563c9", 500)

# On paper it is light, whatever the screen is, and all there.
sheets, colours = printed("twice.html")
assert sheets >= 2 and "0f1318" not in colours and "171c23" not in colours, (sheets, colours)
assert "2563c9" in colours or "6ea8fe" in colours, colours
