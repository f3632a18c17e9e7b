# example.sh FILE.c WORK: what every example owes to its reader. Catches one that is no C11, that is refused, whose
# output depends on anything but its text, and a translation that is slow or large.
set -eu
file=$1
work=$2
name=$(basename "$file" .c)
mkdir -p "$work/a" "$work/b"

head -n 1 "$file" | grep -q '^// ' || { echo "the first line is no comment"; exit 1; }
if grep -n '^ *#' "$file" | grep -v -E '#(pragma curestruct|include|define)'; then
    echo "more than directives of curestruct"
    exit 1
fi
$CC -std=c11 -Wall -Wextra -Werror -Wno-unknown-pragmas -c "$file" -o "$work/serial.o"
"$CURESTRUCT" -Werror=refused "$file" -o "$work/a/$name.cu"
cd "$work/b"
env -i "$CURESTRUCT" -Werror=refused "$file" -o "$name.cu"
cmp "$work/a/$name.cu" "$work/b/$name.cu"
