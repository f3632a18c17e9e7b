# fails.sh STATUS COMMAND...: succeeds when the command ends with exactly STATUS (a crash never does), in two minutes.
# What it writes on both streams goes to stdout.
expected=$1
shift
timeout -k 5 120 "$@" 2>&1
status=$?
[ "$status" = "$expected" ] && exit 0
echo "exit status $status, not $expected: $*"
exit 1
