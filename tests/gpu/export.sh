#!/bin/sh
# Prepares the checks of all examples for a machine with a GPU that has nvcc and make alone:
#
#   sh tests/gpu/export.sh FOLDER [path/to/curestruct]      here
#   sh FOLDER/run.sh                                        there: every check on the GPU, and their kernels' occupancy
#   sh FOLDER/run.sh memcheck racecheck synccheck initcheck there: under these tools of compute-sanitizer as well
#
# run.sh ends with a line "N passed, N failed" and a status that is not 0 when anything failed.
set -eu
[ $# -ge 1 ] || { echo "usage: sh tests/gpu/export.sh FOLDER [path/to/curestruct]" >&2; exit 2; }
project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$1
curestruct=${2:-$project/build/curestruct}

mkdir -p "$folder"
for example in "$project"/examples/*.c; do
    name=$(basename "$example" .c)
    rm -rf "${folder:?}/$name"
    "$curestruct" check "$example" --export="$folder/$name" || echo "$name: not exported" >&2
done
mkdir -p "$folder/large"
"$curestruct" "$project/tests/gpu/large/large.c" -o "$folder/large/large.cu" --host="$folder/large/host.c"
cp "$project/tests/gpu/large/Makefile" "$folder/large/"
mkdir -p "$folder/occupancy"
cp "$project"/tests/gpu/occupancy/* "$folder/occupancy/"
(cd "$project" && tar -cf - analysis/model/device*.[ch] analysis/model/occupancy.[ch] codegen/report/device_print.[ch] \
    codegen/output/json.[ch] ir/base.[ch]) | tar -xf - -C "$folder/occupancy"
cp "$project/tests/gpu/run.sh" "$folder/run.sh"
