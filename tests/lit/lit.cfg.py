# The shell tests: RUN lines with FileCheck over the built tools.
import glob
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "tilefuzz"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
config.substitutions.append(("%corpus", os.path.join(config.source_root, "corpus")))
config.substitutions.append(("%python", sys.executable))
config.substitutions.append(("%tools", config.tools_dir))
config.substitutions.append(
    ("%plugin", os.path.join(config.tools_dir, "..", "lib", "TileLlvmPasses.so"))
)
config.substitutions.append(("%root", config.source_root))
config.substitutions.append(("%path", config.environment["PATH"]))
config.substitutions.append(
    ("%fakedriver", os.path.join(config.tools_dir, "..", "tests", "unit", "FakeDriver.so"))
)
# The same without the functions that only some kernels need.
config.substitutions.append(
    (
        "%plaindriver",
        os.path.join(config.tools_dir, "..", "tests", "unit", "FakeDriverWithoutExtras.so"),
    )
)
# The folder of the simulated CUDA driver, and what programs that call it are
# compiled with.
config.substitutions.append(("%tilecuda", os.path.join(config.tools_dir, "..", "lib", "tilecuda")))
config.substitutions.append(("%cc", config.c_compiler))
if config.ptxas:
    config.available_features.add("ptxas")
# As the compiler finds it.
libdevice = "nvvm/libdevice/libdevice.10.bc"
libdevices = [os.path.join("/usr/local/cuda", libdevice)]
for ptxas in filter(None, [config.ptxas, shutil.which("ptxas")]):
    libdevices.append(os.path.join(os.path.dirname(os.path.realpath(ptxas)), "..", libdevice))
if "TILEFUZZ_LIBDEVICE" in os.environ:
    libdevices = [os.environ["TILEFUZZ_LIBDEVICE"]]
    config.environment["TILEFUZZ_LIBDEVICE"] = libdevices[0]
if any(map(os.path.isfile, libdevices)):
    config.available_features.add("libdevice")
# Built with -DTILEFUZZ_EDGES=ON.
if config.edges == "ON":
    config.available_features.add("edges")
# Built where clang's libraries are.
tile_mutate = os.path.join(config.tools_dir, "..", "tests", "mutants", "tile-mutate")
if os.path.exists(tile_mutate):
    config.available_features.add("tile-mutate")
config.substitutions.append(("%mutate", tile_mutate))
# Built where MPFR is.
if os.path.exists(os.path.join(config.tools_dir, "tile-enclosures")):
    config.available_features.add("mpfr")
# Another solver for what tile-verify-fold asks.
if shutil.which("z3"):
    config.available_features.add("z3")
# The released optimiser that corpus/findings is about.
for tool in ["mlir-opt-22", "opt-22", "llc-22"]:
    if shutil.which(tool):
        config.available_features.add(tool)
# What scripts/get-tools fetches with.
if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode == 0:
    config.available_features.add("pip")
# What the package of Python needs: NumPy and cuTile of this Python, or those that scripts/get-tools fetched.
fetched = []
examples = ""
for module, name in [("numpy", "numpy"), ("cuda.tile", "cutile")]:
    folders = sorted(glob.glob(os.path.join(config.tools_dir, "..", "tools", name + "-*")))
    probe = [sys.executable, "-c", "import " + module]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(fetched + folders[-1:]))
    if subprocess.run(probe, capture_output=True, env=environment).returncode:
        which = "all" if name == "numpy" else "some"
        lit_config.note(f"{which} tests of tools/python are skipped: {sys.executable} has no {name}")
        # Without cuTile its example is not run.
        examples = "add.py"
        break
    fetched += folders[-1:]
    config.available_features.add(name)
config.substitutions.append(("%samples", examples))
config.substitutions.append(("%numpy", os.pathsep.join(fetched) or "."))
# The runner for other hosts (scripts/cross-runner), and what runs it here.
if all(map(shutil.which, ["aarch64-linux-gnu-g++", "qemu-aarch64"])):
    config.available_features.add("aarch64")
# What scripts/gcc-check asks; its flags are those of the build folder that it knows.
if shutil.which("g++") and os.path.exists(os.path.join(config.source_root, "build", "compile_commands.json")):
    config.available_features.add("gcc")
# What the report is looked at with.
if shutil.which("chromium"):
    config.available_features.add("chromium")
# Installed, or Debian's packages unpacked in a folder (docs/cluster.md).
slurm_path = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
if "TILEFUZZ_SLURM" in os.environ or all(
    shutil.which(name, path=slurm_path) for name in ["slurmctld", "slurmd", "sbatch"]
):
    config.available_features.add("slurm")
    config.environment["TILEFUZZ_SLURM"] = os.environ.get("TILEFUZZ_SLURM", "")
# lit needs psutil to enforce a limit per test.
if lit_config.maxIndividualTestTimeIsSupported[0]:
    lit_config.maxIndividualTestTime = 300
