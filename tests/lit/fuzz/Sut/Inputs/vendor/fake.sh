# What the fake tools share: `behave COPY...` does what FAKE says to an input,
# `refuse WHY` is a clean error at a place, as MLIR tools print it.
refuse() {
  echo "$in:1:1: error: $1" >&2
  exit 1
}

behave() {
  case "$FAKE" in
  copy) "$@" ;;
  wrong) sed 's/ maxi / mini /; s/ xori / ori /; s/ addf / subf /' "$in" >"$out" ;;
  crash) kill -SEGV $$ ;;
  hang) while :; do :; done ;;
  # Ends at once if it may take more than a second.
  slow) [ "$(ulimit -t)" -gt 1 ] || while :; do :; done ;;
  refuse) refuse "not today" ;;
  silent) ;;
  # One program that it cannot take, among others.
  some) if grep -q " xori " "$in"; then kill -SEGV $$; else "$@"; fi ;;
  # The first of several is lost; several are changed, one alone is not.
  loses) if grep -q "^// -----" "$in"; then sed '1,/^\/\/ -----/d' "$in" >"$out"; else "$@"; fi ;;
  together) if grep -q "^// -----" "$in"; then sed 's/ maxi / mini /; s/ xori / ori /; s/ addf / subf /' "$in" >"$out"; else "$@"; fi ;;
  broken) echo "cuda_tile.module @m {" >"$out" ;;
  *) refuse "FAKE is '$FAKE'" ;;
  esac
}

# Files in $in and $out, the other words in $options.
parse() {
  options=" "
  in=
  out=
  while [ $# -gt 0 ]; do
    case "$1" in
    -o)
      out=$2
      shift
      ;;
    --gpu-name)
      options="$options$1=$2 "
      shift
      ;;
    -*) options="$options$1 " ;;
    *)
      [ -z "$in" ] || refuse "a second input"
      in=$1
      ;;
    esac
    shift
  done
  [ -f "$in" ] && [ -n "$out" ] || refuse "needs an input and -o"
}
