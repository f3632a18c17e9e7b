# nvcc.sh FILE.c WORK: compiles what is emitted for FILE.c, with --host for three architectures and alone for one (its
# kernels are the same, so PTX will do), without a warning. Catches what only nvcc sees: unused variables, types that
# C++ does not convert, instructions that an older architecture lacks. The functions of the C half keep their names.
# NVCC_QUICK: options for quick compilation, because nothing is run.
set -eu
file=$1
work=$2
mkdir -p "$work"
three='-gencode arch=compute_90,code=sm_90 -gencode arch=compute_75,code=sm_75 -gencode arch=compute_120,code=sm_120'
strict='-Xcompiler -Wall,-Wextra -Werror all-warnings'
nvcc="$NVCC -std=c++17 $strict $NVCC_QUICK -c"

"$CURESTRUCT" -Werror=refused "$file" -o "$work/split.cu" --host="$work/split-host.c"
$nvcc $three "$work/split.cu" -o "$work/split.o"
$CC -std=c11 -Wall -Wextra -Werror -c "$work/split-host.c" -o "$work/split-host.o"
if "$CURESTRUCT" -Werror=refused "$file" -o "$work/alone.cu"; then
    $nvcc -gencode arch=compute_90,code=compute_90 "$work/alone.cu" -o "$work/alone.o"
else
    echo "needs --host: $file"
    exit 1
fi
$CC -std=c11 -Wno-unknown-pragmas -c "$file" -o "$work/serial.o"
exported() { nm "$1" | sed -n 's/^[0-9a-f]* [TDBR] //p' | grep -v -E '^(crs_|_Z|__)' | sort; }
exported "$work/serial.o" >"$work/serial.names"
exported "$work/split-host.o" | diff "$work/serial.names" -
exported "$work/alone.o" | diff "$work/serial.names" -
