#!/bin/sh
# simt-nvcc.sh ARGUMENT..: stands in for nvcc: compiles kernels for the CPU runtime.
set -eu
for word in "$@"; do
    shift
    case $word in
    -Xcompiler) ;;
    *.cu) set -- "$@" -x c++ "$word" ;;
    *) set -- "$@" "$word" ;;
    esac
done
exec "$CXX" -pthread -I "$SIMT_INCLUDE" "$@"
