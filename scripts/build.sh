# build.sh PRESET: configures and builds in the preset's folder; what the tools print is shown when they fail.
set -u
cd "$(dirname "$0")/.." || exit 1
preset=${1:-default}
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
run cmake --build --preset "$preset" --parallel "$(nproc 2>/dev/null || echo 2)" || exit 1
