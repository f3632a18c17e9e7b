#!/bin/sh
# simt-cc.sh ARGUMENT..: stands in for the host compiler: programs are linked with the CPU runtime.
set -eu
case " $* " in
*" -c "* | *" -r "*) exec cc "$@" ;;
*) exec cc "$@" "$SIMT_LIBRARY" -lstdc++ -lm -ldl -pthread ;;
esac
