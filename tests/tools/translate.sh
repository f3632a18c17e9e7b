# translate.sh WORK [FILE.c...]: translates each file, and writes the check folder of those of tests/check, which is not
# built.
# Catches a compiler that a sanitizer or a signal stops on what the folders `run` and `check` translate. An error in the
# input is no failure here: some of the files need options.
set -u
if [ "${1:-}" = one ]; then
    name=$(basename "$3" .c)
    case $3 in
    */check/*)
        CC=false CXX=false "$CURESTRUCT" check -w --on=cpu --from=omp,acc --keep="$2/$name" "$3" \
            -I "$(dirname "$3")/Inputs/inc" >"$2/$name.log" 2>&1
        ;;
    *) "$CURESTRUCT" -w --host="$2/$name.c" "$3" -o "$2/$name.cu" >"$2/$name.log" 2>&1 ;;
    esac
    status=$?
    [ $status -le 1 ] || [ $status = 77 ] && exit 0
    echo "$3: exit status $status"
    cat "$2/$name.log"
    exit 1
fi
work=$1
shift
rm -rf "$work"
mkdir -p "$work"
export ASAN_OPTIONS=exitcode=86:quarantine_size_mb=16 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1:exitcode=86
printf '%s\n' "$@" | xargs -P "$(nproc 2>/dev/null || echo 2)" -n 1 sh "$0" one "$work"
