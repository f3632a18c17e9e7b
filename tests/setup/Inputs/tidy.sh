# tidy.sh ROOT BUILD [analyzer]: clang-tidy finds nothing in the compiler (.clang-tidy says what it looks for). Its
# analyzer takes 4 seconds a file to follow as many paths as it does by itself, which is what `analyzer` asks for
# (`cmake --build build --target tidy`); otherwise it follows the first few thousand steps, and takes 0.3 seconds.
cd "$1" || exit 1
build=$2
shorter="--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=4000"
[ "${3:-}" != analyzer ] || shorter=
tidy=
for name in clang-tidy-19 clang-tidy clang-tidy-20 clang-tidy-21 clang-tidy-22 clang-tidy-23; do
    [ -n "$tidy" ] || ! command -v $name >/dev/null || tidy=$name
done
[ -n "$tidy" ] || { echo "clang-tidy is missing: sh cmake/setup.sh tests installs it"; exit 77; }
[ -e "$build/compile_commands.json" ] || { echo "$build has no compile_commands.json"; exit 1; }

find curestruct.c ir frontend analysis transform codegen driver -name '*.c' | LC_ALL=C sort |
    xargs -n 8 -P 2 nice -n 19 "$tidy" -p "$build" --quiet $shorter 2>/dev/null
