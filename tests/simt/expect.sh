#!/bin/sh
# usage: expect.sh STATUS PATTERN COMMAND...
# The command has to end with that status, and every `|`-separated fixed text of the pattern has to be in its output.
status=$1 pattern=$2
shift 2
output=$(timeout 60 "$@" 2>&1)
got=$?
printf '%s\n' "$output"
if [ $got -ne "$status" ]; then
    echo "exit status $got, not $status"
    exit 1
fi
printf '%s\n' "$pattern" | tr '|' '\n' | while IFS= read -r text; do
    case $output in
    *"$text"*) ;;
    *)
        echo "not in the output: $text"
        exit 1
        ;;
    esac
done
