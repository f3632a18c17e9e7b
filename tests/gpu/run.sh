#!/bin/sh
# Builds and runs every exported check beside this script on the GPU: sh run.sh [compute-sanitizer tool ...].
# Plain runs try all sizes; runs under a tool try one, since they are many times slower.
set -u
cd "$(dirname "$0")" || exit 1
passed=0 failed=0

build() {
    make -s -C "$1" gpu ON=gpu >"$1/build.log" 2>&1 || echo "$1: build failed" >>"$1/build.log"
}

# run NAME TITLE COMMAND...: one line; the whole output when it fails
run() {
    name=$1 title=$2
    shift 2
    if (cd "$name" && "$@") >"$name/run.log" 2>&1; then
        passed=$((passed + 1))
        echo "$title: $(grep -h 'PASS' "$name/run.log" | tail -n 1)"
    else
        failed=$((failed + 1))
        echo "$title: FAIL"
        tail -n 40 "$name/build.log" "$name/run.log"
    fi
}

names=
for makefile in */Makefile; do
    names="$names ${makefile%/Makefile}"
done
for name in $names; do
    build "$name" &
done
wait

for name in $names; do
    run "$name" gpu ./check . gpu
done
for tool in "$@"; do
    for name in $names; do
        run "$name" "$tool" env CURESTRUCT_QUICK=1 compute-sanitizer --tool "$tool" --target-processes all \
            --error-exitcode 9 ./check . gpu
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
