#!/bin/sh
# Builds and runs every exported check beside this script on the GPU: sh run.sh [compute-sanitizer tool ...].
# With tools, runs the checks under these instead; the folders are kept, so that a second call does not build again.
set -u
cd "$(dirname "$0")" || exit 1
passed=0 failed=0

# start TITLE NAME COMMAND...: runs in NAME's folder; what it says and its status go to files there. Eight at a time:
# compute-sanitizer has been seen to crash on its own where twenty were started at once.
started=0
start() {
    title=$1 name=$2
    shift 2
    started=$((started + 1))
    [ $((started % 8)) -ne 0 ] || wait
    (cd "$name" && "$@" >"$title.log" 2>&1; echo $? >"$title.status") &
}

# report TITLE NAME: one line; the end of its output when it failed
report() {
    if [ "$(cat "$2/$1.status" 2>/dev/null)" = 0 ]; then
        passed=$((passed + 1))
        echo "$1 $(grep -h 'PASS' "$2/$1.log" | tail -n 1)"
    else
        failed=$((failed + 1))
        echo "$1 $2: FAIL"
        tail -n 15 "$2/$1.log"
    fi
}

names=
for makefile in */Makefile; do
    names="$names ${makefile%/Makefile}"
done

for name in $names; do
    start build "$name" make -s gpu ON=gpu
done
wait
if [ $# -eq 0 ]; then
    for name in $names; do
        start gpu "$name" ./check . gpu
    done
    set -- gpu
    wait
else
    for tool in "$@"; do
        for name in $names; do
            start "$tool" "$name" \
                compute-sanitizer --tool "$tool" --target-processes all --error-exitcode 9 ./check . gpu
        done
        wait
    done
fi
for title in "$@"; do
    for name in $names; do
        [ "$(cat "$name/build.status")" = 0 ] || cp "$name/build.log" "$name/$title.log"
        report "$title" "$name"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
