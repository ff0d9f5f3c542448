"""Writes wheels to a folder: make-wheels.py FOLDER PACKAGE==VERSION[@PLATFORM][:FILE]...

A wheel has the file FILE, executable, which prints its package and version."""

import pathlib
import sys
import zipfile

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for word in sys.argv[2:]:
    word, _, file = word.partition(":")
    word, _, platform = word.partition("@")
    package, _, version = word.partition("==")
    name = package.replace("-", "_")
    info = f"{name}-{version}.dist-info"
    files = {
        f"{info}/METADATA": f"Metadata-Version: 2.4\nName: {package}\nVersion: {version}\n"
        f"License-Expression: LicenseRef-{package}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
        f"Tag: py3-none-{platform or 'any'}\n",
        f"{info}/licenses/License.txt": "Terms.\n",
    }
    if file:
        files[file] = f"#!/bin/sh\necho {package} {version}\n"
    record = "".join(f"{path},,\n" for path in files) + f"{info}/RECORD,,\n"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-{platform or 'any'}.whl", "w") as wheel:
        for path, text in {**files, f"{info}/RECORD": record}.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100755 if path == file else 0o100644) << 16
            wheel.writestr(entry, text)
