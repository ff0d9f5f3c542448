#!/bin/bash -eu
# Builds all fuzz targets after the contract of OSS-Fuzz and ClusterFuzzLite: with $CC, $CXX and their flags, linked with
# $LIB_FUZZING_ENGINE, into $OUT, which is all that travels. TILEFUZZ_TARGETS names fewer; scripts/clusterfuzzlite sets the
# variables by hand and checks what came out.
root=$SRC/tilefuzz
read -ra targets <<<"${TILEFUZZ_TARGETS:-$("$root/scripts/fuzz-inputs" list | tr '\n' ' ')}"

# LLVM's packages are built with libstdc++, and classes of the library are in its interfaces. We have no RTTI, which vptr asks.
flags="${CXXFLAGS//-stdlib=libc++/} -fno-sanitize=vptr"
mkdir -p "$WORK/build"
cmake -S "$root" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=Fuzzing \
  -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_CXX_FLAGS="$flags" \
  -DMLIR_DIR="${MLIR_DIR:-/usr/lib/llvm-22/lib/cmake/mlir}" -DTILEFUZZ_PCH=OFF -DTILEFUZZ_WERROR=OFF \
  -DTILEFUZZ_FUZZERS=given -DTILEFUZZ_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$WORK/build" --target "${targets[@]}"

mkdir -p "$OUT/lib"
libraries=$(sed -n 's/^LLVM_DIR:PATH=//p' "$WORK/build/CMakeCache.txt")/../..
for target in "${targets[@]}"; do
  cp "$WORK/build/bin/$target" "$OUT/"
  # All but the C library, which belongs to the loader.
  LD_LIBRARY_PATH=$libraries ldd "$OUT/$target" | awk '$2 == "=>" {print $1, $3}' | while read -r name path; do
    case $name in
    libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libresolv.so.* | ld-linux*) ;;
    *) [ -e "$OUT/lib/$name" ] || cp -L "$path" "$OUT/lib/$name" ;;
    esac
  done
done
"$root/scripts/fuzz-inputs" write "$OUT" "${targets[@]}"
