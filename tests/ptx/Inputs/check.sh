# check.sh FILE.c WORK [option of check]..: `curestruct check` with the PTX of the kernels in place of their text. The
# last lines say how many launches there were, and why some ran as text.
set -eu
file=$1
work=$2
shift 2
mkdir -p "$work"
: >"$work/report"
"$CURESTRUCT" -w "$file" -o "$work/kernels.cu"
"$NVCC" -std=c++17 -arch=sm_90 -fmad=false -w -ptx "$work/kernels.cu" -o "$work/kernels.ptx"
status=0
CURESTRUCT_SIMT_PTX="$work/kernels.ptx" CURESTRUCT_SIMT_PTX_REPORT="$work/report" \
    "$CURESTRUCT" check -w "$@" "$file" || status=$?
echo "$(grep -c '^executed' "$work/report") launches executed as PTX, $(grep -c '^skipped' "$work/report") as text"
sed -n 's/^skipped.*	//p' "$work/report" | sort | uniq -c
exit $status
