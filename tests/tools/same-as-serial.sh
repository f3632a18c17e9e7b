# same-as-serial.sh [--host] [--fallback] [-D...|-pthread|...] FILE.c WORK: translates FILE.c, which has a main, builds
# the serial program and the generated one (on the CPU runtime), runs both and compares what they print and return.
# Every nest must be restructured, and no launcher may fall back to the serial loop; with --fallback one must. With
# TRANSLATE_ONLY set, FILE.c is only translated: a compiler with sanitizers emits the text that every other build emits
# and tests.
set -eu
host=no
fallback=no
flags=
defines=
while [ $# -gt 2 ]; do
    case $1 in
    --host) host=yes ;;
    --fallback) fallback=yes ;;
    -[DIU]*) flags="$flags $1" defines="$defines $1" ;;
    *) flags="$flags $1" ;;
    esac
    shift
done
file=$1
work=$2.same
rm -rf "$work"
mkdir -p "$work"
here=$(dirname "$file")

if [ -n "${TRANSLATE_ONLY:-}" ]; then
    printf '#!/bin/sh\n' >"$work/generated" # for lines that run it again: it prints nothing
    chmod +x "$work/generated"
    : >"$work/serial.out"
    [ $host = no ] || set -- "$@" --host="$work/host.c"
    shift 2
    exec "$CURESTRUCT" -Werror=refused $defines "$file" -o "$work/out.cu" "$@"
fi

warnings='-Wall -Wextra -Wno-unknown-pragmas -Wno-maybe-uninitialized -Wno-unused-function'
$CC -std=gnu11 -O1 -ffp-contract=off $warnings $flags -I "$here" "$file" -o "$work/serial" -lm

cuda="$CXX -std=c++17 -Og -ffp-contract=off -pthread $flags -I $SIMT_PRECOMPILED -I $SIMT_INCLUDE -I $here"
if [ $host = yes ]; then
    "$CURESTRUCT" -Werror=refused $defines "$file" -o "$work/out.cu" --host="$work/host.c"
    $CC -std=gnu11 -O1 -ffp-contract=off $warnings $flags -I "$here" -c "$work/host.c" -o "$work/host.o"
    $cuda -x c++ -c "$work/out.cu" -o "$work/out.o"
    $CXX -pthread $flags "$work/host.o" "$work/out.o" "$SIMT_LIBRARY" -o "$work/generated" -lm -ldl
else
    "$CURESTRUCT" -Werror=refused $defines "$file" -o "$work/out.cu"
    $cuda -x c++ "$work/out.cu" -x none "$SIMT_LIBRARY" -o "$work/generated" -lm -ldl
fi

status_serial=0
status_generated=0
timeout 120 "$work/serial" >"$work/serial.out" 2>"$work/serial.err" || status_serial=$?
timeout 300 "$work/generated" >"$work/generated.out" 2>"$work/generated.err" || status_generated=$?
if ! diff -u "$work/serial.out" "$work/generated.out"; then
    echo "the generated program prints something else than the serial one ($work)"
    cat "$work/generated.err"
    exit 1
fi
test -s "$work/serial.out" || { echo "the program prints nothing: that compares nothing"; exit 1; }
if [ $status_serial != $status_generated ]; then
    echo "exit status $status_generated, the serial program's is $status_serial"
    cat "$work/generated.err"
    exit 1
fi
fell_back=no
grep -q 'curestruct:' "$work/generated.err" && fell_back=yes
if [ $fell_back != $fallback ]; then
    echo "fell back to the serial loop: $fell_back, expected: $fallback"
    cat "$work/generated.err"
    exit 1
fi
