# tidy.sh ROOT BUILD [analyzer]: clang-tidy finds nothing in the compiler (.clang-tidy says what it looks for). Its
# analyzer takes 5 seconds a file and runs only where it is asked for: `cmake --build build --target tidy`.
cd "$1" || exit 1
build=$2
checks=-clang-analyzer-*
[ "${3:-}" != analyzer ] || checks=
tidy=
for name in clang-tidy-19 clang-tidy clang-tidy-20 clang-tidy-21 clang-tidy-22 clang-tidy-23; do
    [ -n "$tidy" ] || ! command -v $name >/dev/null || tidy=$name
done
[ -n "$tidy" ] || { echo "clang-tidy is missing: sh cmake/setup.sh tests installs it"; exit 77; }
[ -e "$build/compile_commands.json" ] || { echo "$build has no compile_commands.json"; exit 1; }

find curestruct.c ir frontend analysis transform codegen -name '*.c' | LC_ALL=C sort |
    xargs -n 8 -P 2 nice -n 19 "$tidy" -p "$build" --quiet ${checks:+"--checks=$checks"} 2>/dev/null
