# reread.sh STEPS FILE...: every tree of each C file, after each pass and after each step of the schedule, must read
# back and print as the same text. STEPS is build/tests/tree/steps; $CURESTRUCT is the compiler.
set -u
: "$CURESTRUCT"
steps=$1
shift
status=0
for file in "$@"; do
    for pass in read canonical_nest rename_scalars step restructure; do
        "$CURESTRUCT" "$file" --dump-after="$pass" -o - 2>/dev/null >"reread.$$"
        result=$("$steps" --reread "reread.$$") || { echo "$file after $pass: $result"; status=1; }
    done
done
rm -f "reread.$$"
exit $status
