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

# Releases are tested with LLVM 19, which is what is installed; any version from 17 on will do where it is there.
versions="19 20 21 22 23 18 17"

in_llvm() { # in_llvm FILE...: some LLVM has all of them
    for version in $versions; do
        for prefix in "${LLVM_ROOT:-}" /usr/lib/llvm-$version /usr/lib64/llvm$version /usr/lib/llvm$version \
            /usr/local/llvm$version; do
            [ -n "$prefix" ] || continue
            all=yes
            for file in "$@"; do
                [ -e "$prefix/$file" ] || all=no
            done
            [ $all = no ] || return 0
        done
    done
    return 1
}

on_path() { # on_path NAME: as NAME or NAME-19 and so on
    command -v "$1" && return 0
    for version in $versions; do
        command -v "$1-$version" && return 0
    done
    return 1
}

recent() { # recent NAME: as NAME-19 and so on, or as NAME of such a version
    for version in $versions; do
        command -v "$1-$version" && return 0
    done
    "$1" --version 2>/dev/null | grep -E 'version (1[7-9]|2[0-9])[.]'
}

has_lit() {
    in_llvm build/utils/lit/lit.py || on_path lit || python3 -c 'import lit.main'
}

has_tools() { # what tests call of LLVM
    in_llvm bin/FileCheck bin/not || { on_path FileCheck && on_path not; }
}

has_sanitizers() {
    for version in $versions; do
        folder=$("clang-$version" --print-resource-dir 2>/dev/null) && [ -e "$folder/lib/linux" ] && return 0
    done
    return 1
}

need gcc command -v gcc
need g++ command -v g++
need libc6-dev test -e /usr/include/stdio.h
need make command -v make
need cmake command -v cmake
need flex command -v flex
need bison command -v bison
need libclang-19-dev in_llvm include/clang-c/Index.h lib/libclang.so
need libisl-dev test -e /usr/include/isl/ctx.h
if [ "${1:-}" = tests ]; then
    need python3 command -v python3
    need clang-19 recent clang++
    need llvm-19 on_path llvm-symbolizer
    need libclang-rt-19-dev has_sanitizers
    need clang-format-19 command -v clang-format-19 # formats of versions differ
    need clang-tidy-19 recent clang-tidy
    need llvm-19-tools has_tools
    need llvm-19-tools has_lit
    need meson command -v meson
    need ninja-build command -v ninja
    need pkg-config command -v pkg-config
    need libopenmpi-dev command -v mpicc
    need openmpi-bin command -v mpirun
    need mkdocs-material test -e /usr/share/mkdocs/themes/material
    need dpkg-dev command -v dpkg-shlibdeps
    need file command -v file # which cpack calls
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
if ! { $as_root apt-get update -q && $as_root apt-get install -q -y --no-install-recommends $missing; } \
    >"$log" 2>&1 </dev/null
then
    cat "$log" >&2
    rm -f "$log"
    echo "installing failed; curestruct needs:$missing" >&2
    exit 1
fi
rm -f "$log"
