#!/bin/sh
# examples/run.sh [NAME...]: restructures every example (or those named), and checks each against its serial original,
# on the GPU if there is one, otherwise on the CPU. One line each; the last one counts.
# In the source tree it first installs what is missing and builds; the CUDA text of example x is left in
# build/examples/x.cu. The installed copy uses the installed compiler and leaves curestruct-examples/x.cu.
set -u
examples=$(cd "$(dirname "$0")" && pwd) || exit 1
if [ -e "$examples/../cmake/setup.sh" ]; then
    cd "$examples/.." || exit 1
    examples=examples
    output=build/examples
    curestruct=build/curestruct
    sh cmake/setup.sh || exit 1
    sh cmake/build.sh "${CURESTRUCT_PRESET:-default}" curestruct || exit 1
else
    output=curestruct-examples
    curestruct=$examples/../../../../bin/curestruct # of PREFIX/share/doc/curestruct/examples
fi
mkdir -p "$output" || exit 1
log=$output/messages
all=0
failed=0

check() { # check NAME: translate, compare, one line; what was said is shown where something is wrong
    source=$examples/$1.c
    if ! "$curestruct" -Werror=refused "$source" -o "$output/$1.cu" >"$log" 2>&1; then
        printf '%-16s not restructured, FAIL\n' "$1"
        cat "$log"
        return 1
    fi
    if ! "$curestruct" check "$source" >"$log" 2>&1 </dev/null; then
        printf '%-16s FAIL\n' "$1"
        cat "$log"
        return 1
    fi
    sed -n "s/^[^ ].*: \(.* of .* nests, .*\)/\1/p" "$log" |
        while read -r line; do printf '%-16s %s\n' "$1" "$line"; done
}

[ $# -gt 0 ] || set -- $(cd "$examples" && ls ./*.c | sed 's|^\./||; s|\.c$||')
for name in "$@"; do
    all=$((all + 1))
    check "$name" || failed=$((failed + 1))
done
echo "$((all - failed)) of $all examples pass"
[ $failed -eq 0 ]
