# readme.sh ROOT CURESTRUCT WORK: every indented block of README.md that follows a line "<!-- printed by: COMMAND -->" is
# the output of the command, run in ROOT with `curestruct` on the PATH (both streams; `part` cuts a kernel out).
set -eu
root=$1
work=$3
rm -rf "$work"
mkdir -p "$work"
ln -s "$2" "$work/curestruct"
PATH=$work:$PATH

part() { # part FIRST LAST: the lines from one that matches FIRST to the next one that matches LAST
    awk -v first="$1" -v last="$2" '$0 ~ first { on = 1 } on { print } on && $0 ~ last { exit }'
}

trim() { # without blank lines at the end
    sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
}

blocks=$(grep -c '^<!-- printed by: ' "$root/README.md") || { echo "README.md shows nothing"; exit 1; }
cd "$root"
number=0
while [ $number -lt "$blocks" ]; do
    number=$((number + 1))
    awk -v number=$number '
        /^<!-- printed by: / { seen++; next }
        seen == number && /^    / { sub(/^    /, ""); print; begun = 1; next }
        seen == number && /^$/ { if (begun) print; next }
        seen == number { exit }' README.md | trim >"$work/shown"
    command=$(sed -n 's/^<!-- printed by: \(.*\) -->$/\1/p' README.md | sed -n "${number}p")
    eval "$command" 2>&1 | trim >"$work/printed"
    diff -u "$work/shown" "$work/printed" || { echo "README.md shows something else than: $command"; exit 1; }
done
