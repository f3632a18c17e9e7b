# build.sh PRESET [TARGET]: configures and builds in the preset's folder, all or one target; what the tools print is
# shown when they fail.
set -u
cd "$(dirname "$0")/.." || exit 1
preset=${1:-default}
target=${2:-all}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

run() {
    "$@" >"$log" 2>&1 </dev/null && return 0
    cat "$log" >&2
    echo "failed: $*" >&2
    return 1
}

echo "building ($preset) ..."
run cmake --preset "$preset" || exit 1
run cmake --build --preset "$preset" --target "$target" --parallel "$(nproc 2>/dev/null || echo 2)" || exit 1
