#!/bin/sh
# tests/run.sh [PRESET [CTEST-ARGUMENT...]]: installs what is missing, builds, runs every test.
# PRESET is one of CMakePresets.json: default, ci (warnings are errors), asan (AddressSanitizer and UBSan), fuzz
# (clang-19). What follows goes to ctest: `sh tests/run.sh default -R splice`.
set -u
cd "$(dirname "$0")/.." || exit 1
preset=${1:-default}
[ $# -eq 0 ] || shift

sh cmake/setup.sh tests || exit 1
sh cmake/build.sh "$preset" || exit 1
ctest --preset "$preset" --parallel "$(nproc 2>/dev/null || echo 2)" "$@"
