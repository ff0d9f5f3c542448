# Shared by the scripts beside it; sourced, never run.
# shellcheck shell=bash

# The Debian packages that building and testing need.
TILEFUZZ_PACKAGES=(
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 clang-format-22 lld-22
  libclang-rt-22-dev libzstd-dev zlib1g-dev libcurl4-openssl-dev libedit-dev libffi-dev
  libxml2-dev libncurses-dev libgtest-dev libgmock-dev libz3-dev libsqlite3-dev
  libjemalloc-dev
  libmpfr-dev
  ninja-build ccache cmake patch python3
)
# A build tree and the packages need about this much, in KiB.
TILEFUZZ_DISK_KIB=$((6 * 1024 * 1024))

fail() {
  echo "tilefuzz: $*" >&2
  exit 1
}

# unpack_packages FOLDER PACKAGE...: Debian's packages, without installing them.
unpack_packages() {
  local folder=$1 place package
  shift
  [ ! -e "$folder" ] || return 0
  place=$(mktemp -d)
  # What fetches may be another user.
  chmod 755 "$place"
  # The lists may be those of a machine that was set up long ago.
  if ! (cd "$place" && { apt-get download "$@" || { apt-get update && apt-get download "$@"; }; }) >"$place/log" 2>&1; then
    echo "tilefuzz: not fetched: $*; the log: $place/log" >&2
    return 1
  fi
  for package in "$place"/*.deb; do
    dpkg-deb -x "$package" "$place/unpacked" || return 1
  done
  mkdir -p "$(dirname "$folder")"
  mv "$place/unpacked" "$folder"
  rm -rf "$place"
}

# Installs what is missing from Debian's packages (those, and the arguments);
# quiet when all is there.
install_packages() {
  local missing=() package free
  for package in "${TILEFUZZ_PACKAGES[@]}" "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      missing+=("$package")
  done
  # Any Python 3 will do; some machines bring their own.
  if command -v python3 >/dev/null; then
    missing=("${missing[@]/#python3/}")
  fi
  local wanted=()
  for package in "${missing[@]}"; do
    [ -z "$package" ] || wanted+=("$package")
  done
  [ ${#wanted[@]} -eq 0 ] && return
  free=$(df -Pk . | awk 'NR==2 {print $4}')
  [ "$free" -ge "$TILEFUZZ_DISK_KIB" ] ||
    fail "too little disk: $((free / 1024)) MiB free here, $((TILEFUZZ_DISK_KIB / 1024)) MiB needed"
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "installing packages needs root or sudo: ${wanted[*]}"
    sudo=(sudo)
  fi
  echo "tilefuzz: installing ${wanted[*]}"
  local log
  log=$(mktemp)
  "${sudo[@]}" apt-get update >"$log" 2>&1 ||
    fail "apt-get update failed; is there a network? The log: $log"
  if grep -qE '^(Err|W: Failed to fetch)' "$log"; then
    fail "the package lists could not be fetched; is there a network? The log: $log"
  fi
  for package in "${wanted[@]}"; do
    apt-cache show "$package" >/dev/null 2>&1 ||
      fail "Debian package '$package' is not in the configured sources"
  done
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    "${wanted[@]}" >"$log" 2>&1 || fail "apt-get install failed; the log: $log"
  rm -f "$log"
}
