# whole-program.sh FILE.c WORK MOST: FILE.c is a program with directives, and prints nothing but what it computes. Every
# nest of it is restructured, and no part of one runs in a single thread. On the CPU runtime every nest runs on the
# device at every call, the program starts at most MOST kernels, prints what the serial one prints, and ends with status
# 0. With TRANSLATE_ONLY set, the program is only translated.
set -eu
file=$1
work=$2
most=$3
"$CURESTRUCT" -Werror=refused -Werror=sequential -Wno-assume "$file" -o "$work.cu"
[ -z "${TRANSLATE_ONLY:-}" ] || exit 0

$CC -std=gnu11 -O1 -ffp-contract=off -Wall -Wextra -Wno-unknown-pragmas "$file" -o "$work.serial" -lm
$CXX -std=c++17 -Og -ffp-contract=off -pthread -w -I "$SIMT_PRECOMPILED" -I "$SIMT_INCLUDE" -x c++ "$work.cu" \
    -x none "$SIMT_LIBRARY" -o "$work.program" -lm -ldl
rm -f "$work.trace" "$work.launches"
timeout 60 "$work.serial" >"$work.expected"
CURESTRUCT_TRACE=$work.trace CURESTRUCT_LAUNCHES=$work.launches timeout 300 "$work.program" >"$work.out"
diff -u "$work.expected" "$work.out"

if grep -v ' device\(: .*\)\?$' "$work.trace"; then
    echo "not all calls ran on the device"
    exit 1
fi
nests=$(grep -c '#pragma curestruct' "$file")
ran=$(sed 's/ .*//' "$work.trace" | sort -u | wc -l)
if [ "$nests" != "$ran" ]; then
    echo "$ran of $nests nests ran:"
    sort "$work.trace" | uniq -c
    exit 1
fi
launches=$(wc -l <"$work.launches")
if [ "$launches" -gt "$most" ]; then
    echo "$launches kernels were started, expected at most $most:"
    sort "$work.launches" | uniq -c
    exit 1
fi
