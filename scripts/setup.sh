# setup.sh [tests]: installs what building curestruct needs (with `tests`, what testing needs too) and is missing.
# Debian and Ubuntu, as root or by sudo; elsewhere it says what to install. Quiet when nothing is missing.
set -u
missing=

need() { # need PACKAGE TEST...: the package that makes the test succeed
    package=$1
    shift
    case " $missing " in *" $package "*) return ;; esac
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

need gcc command -v gcc
need g++ command -v g++
need libc6-dev test -e /usr/include/stdio.h
need make command -v make
need cmake command -v cmake
need flex command -v flex
need bison command -v bison
need libclang-19-dev test -e /usr/lib/llvm-19/include/clang-c/Index.h
need libclang-19-dev test -e /usr/lib/llvm-19/lib/libclang.so
need libisl-dev test -e /usr/include/isl/ctx.h
if [ "${1:-}" = tests ]; then
    need python3 command -v python3
    need clang-19 command -v clang++-19
    need llvm-19 command -v llvm-symbolizer-19
    need libclang-rt-19-dev test -e "$(clang-19 --print-resource-dir 2>/dev/null)/lib/linux"
    need clang-format-19 command -v clang-format-19
    need llvm-19-tools test -e /usr/lib/llvm-19/bin/FileCheck -a -e /usr/lib/llvm-19/build/utils/lit/lit.py
fi
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
    [ -t 0 ] || as_root='sudo -n'
else
    as_root=none
fi
if [ "$as_root" = none ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "curestruct needs these Debian packages, or what they hold:$missing" >&2
    echo "(as root: apt-get install$missing)" >&2
    exit 1
fi

echo "installing:$missing"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if ! { $as_root apt-get update -q && $as_root apt-get install -q -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null
then
    cat "$log" >&2
    rm -f "$log"
    echo "installing failed; curestruct needs:$missing" >&2
    exit 1
fi
rm -f "$log"
