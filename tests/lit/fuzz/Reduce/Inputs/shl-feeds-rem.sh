#!/bin/sh
# Exits with 0 if, inside a loop, the result of an shl is an operand of a rem.
exec awk '
  /scf\.for/ { depth++ }
  depth && /arith\.shli/ { shifted[$1] = 1 }
  depth && /arith\.rem[su]i/ { for (i = 4; i <= 5; i++) { sub(",", "", $i); if ($i in shifted) found = 1 } }
  /^ *}/ { if (depth) depth-- }
  END { exit !found }' "$1"
