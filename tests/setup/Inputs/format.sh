# format.sh ROOT: all C, C++ and CUDA sources but test inputs and annotated examples are as clang-format 19 writes them.
cd "$1" || exit 1
format=
for name in clang-format-19 clang-format; do
    "$name" --version 2>/dev/null | grep -q 'version 19\.' && format=$name && break
done
[ -n "$format" ] || { echo "clang-format 19 is missing: sh cmake/setup.sh tests installs it"; exit 1; }

sources=$(find curestruct.c ir frontend analysis transform codegen driver runtime examples/handwritten tests/unit \
    tests/oracle \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cpp' \) -not -path '*/Inputs/*' | sort)
status=0
echo "$sources" | xargs "$format" --dry-run -Werror || status=1
exit $status
