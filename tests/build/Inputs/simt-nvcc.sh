#!/bin/sh
# simt-nvcc.sh ARGUMENT..: stands in for nvcc: compiles kernels for the CPU runtime, and links the runtime.
set -eu
runtime=${SIMT_LIBRARY-}
for word in "$@"; do
    shift
    case $word in
    -Xcompiler | -arch=*) ;;
    -c) runtime= && set -- "$@" "$word" ;;
    *.cu) set -- "$@" -x c++ "$word" -x none ;;
    *) set -- "$@" "$word" ;;
    esac
done
exec "$CXX" -pthread -I "$SIMT_INCLUDE" "$@" $runtime
