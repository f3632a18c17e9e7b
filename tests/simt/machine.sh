#!/bin/sh
# Writes machine.sass again, by nvcc and nvdisasm 13 in the PATH: machine.sh > machine.sass
cd "$(dirname "$0")" && cubin=$(mktemp) || exit
nvcc -std=c++17 -O3 -w -arch=sm_90 -x cu -cubin -o "$cubin" machine.cu &&
    nvdisasm -c "$cubin" |
    sed -E 's/^ +//; s/^(\/\*[0-9a-f]+\*\/) +/\1 /; /NOP *;/d' |
    sed -E '/^\.(size|other|type|align|elftype)/d; /^\/\/---/d; /^$/d'
rm -f "$cubin"
