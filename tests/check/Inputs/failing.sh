# failing.sh FILE.c WORK: builds FILE.c serial and generated, then runs the generated program with each of the failures
# below: it has to print what the serial one prints, say why on stderr once for each cause, and free what it has
# allocated. Only where copying back fails, when data may have changed, it has to stop instead.
set -eu
file=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
$CC -std=gnu11 -O1 -ffp-contract=off -w "$file" -o "$work/serial" -lm
"$CURESTRUCT" -Werror=refused "$file" -o "$work/out.cu"
$CXX -std=c++17 -O1 -ffp-contract=off -w -pthread -I "$SIMT_PRECOMPILED" -I "$SIMT_INCLUDE" -x c++ "$work/out.cu" \
    -x none "$SIMT_LIBRARY" -o "$work/generated" -lm -ldl
wrong=0
for name in sum product twice; do
    "$work/serial" $name >"$work/serial.out"
    for failure in none devices malloc:1 malloc:2 malloc:3 memcpy:1 memcpy:2 memcpy:3 launch:1 launch:2 sync:1 \
        sync:2 memory:300 memory:50000; do
        devices=1
        bytes=
        [ $failure = devices ] && devices=0
        inject=$failure
        case $failure in none | devices) inject= ;; memory:*) inject= bytes=${failure#memory:} ;; esac
        status=0
        env CURESTRUCT_SIMT_DEVICES=$devices CURESTRUCT_SIMT_FAIL=$inject CURESTRUCT_SIMT_LEAKS=1 \
            CURESTRUCT_SIMT_MEMORY=$bytes CURESTRUCT_TRACE="$work/trace" \
            "$work/generated" $name >"$work/out" 2>"$work/err" || status=$?
        lines=$(grep -c curestruct: "$work/err" || true)
        causes=$(grep curestruct: "$work/err" | sort -u | wc -l)
        same=same
        cmp -s "$work/serial.out" "$work/out" || same=different
        way=$(cut -d' ' -f2 "$work/trace" | tr -d : | sort | uniq | tr '\n' ' ')
        rm -f "$work/trace"
        echo "$name $failure: $same, status $status, $lines lines, $way"
        if [ $status = 134 ] && [ "$way" = "stopped " ] && [ ! -s "$work/out" ] &&
            grep -q 'error: copying back' "$work/err"; then
            continue
        fi
        if [ $same != same ] || [ $status != 0 ] || [ $lines != $causes ]; then
            cat "$work/err"
            wrong=1
        fi
    done
done
exit $wrong
