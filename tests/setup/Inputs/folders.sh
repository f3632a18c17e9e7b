# folders.sh ROOT: no folder of the compiler or its runtime has more than 25 sources, and each has a README.md.
cd "$1" || exit 1
status=0
for folder in $(find ir frontend analysis transform codegen driver runtime \
    \( -name '*.[cly]' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) -exec dirname {} + | sort -u); do
    count=$(find "$folder" -maxdepth 1 \( -name '*.[cly]' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' \) | wc -l)
    [ "$count" -le 25 ] || { echo "$folder: $count sources, more than 25: divide it"; status=1; }
    [ -f "$folder/README.md" ] || { echo "$folder: a README.md of one paragraph is missing"; status=1; }
done
exit $status
