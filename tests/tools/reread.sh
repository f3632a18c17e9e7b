# reread.sh STEPS FILE...: every tree of each C file, after each pass and after each step of the schedule, must read
# back and print as the same text. STEPS is build/tests/tree/steps; $CURESTRUCT is the compiler.
set -u
: "$CURESTRUCT"
steps=$1
passes=read,canonical_nest,rename_scalars,step,restructure
shift
folder=reread.$$
mkdir "$folder" || exit 1
for file in "$@"; do
    name=$(basename "$file")
    [ ! -e "$folder/$name" ] || { echo "two files are called $name"; exit 1; }
    "$CURESTRUCT" "$file" --dump-after=$passes -o "$folder/$name" 2>/dev/null
done
"$steps" --reread "$folder"/*
result=$?
rm -rf "$folder"
exit $result
