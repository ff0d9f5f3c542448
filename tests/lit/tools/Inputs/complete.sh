# complete.sh FILE TOOL LINE: prints what bash would offer at the end of LINE.
compopt() { :; }
source "$1"
COMP_LINE=$3
COMP_POINT=${#3}
read -ra COMP_WORDS <<<"$3"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
"_${2//-/_}"
printf '%s\n' "${COMPREPLY[@]}" | sort
