# whole-program.sh FILE.c WORK MOST: FILE.c is a program with directives. As same-as-serial.sh: every nest is
# restructured, none falls back, the program prints what the serial one prints, and ends with status 0. Then: every nest
# has run on the device, no part of one runs in a single thread, and the program starts at most MOST kernels.
set -eu
file=$1
work=$2
most=$3
sh "$(dirname "$0")/same-as-serial.sh" "$file" "$work"
[ -z "${TRANSLATE_ONLY:-}" ] || exit 0

"$CURESTRUCT" -Werror=refused -Werror=sequential -Werror=call -Wno-assume "$file" -o "$work.cu"
rm -f "$work.trace" "$work.launches"
CURESTRUCT_TRACE=$work.trace CURESTRUCT_LAUNCHES=$work.launches "$work.same/generated" >"$work.out"
nests=$(grep -c '#pragma curestruct' "$file")
ran=$(sed 's/ .*//' "$work.trace" | sort -u | wc -l)
launches=$(wc -l <"$work.launches")
if [ "$nests" != "$ran" ]; then
    echo "$ran of $nests nests ran:"
    sort "$work.trace" | uniq -c
    exit 1
fi
if [ "$launches" -gt "$most" ]; then
    echo "$launches kernels were started, expected at most $most:"
    sort "$work.launches" | uniq -c
    exit 1
fi
