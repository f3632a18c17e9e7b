# break.sh FILE.c FOLDER [OPTION...]: checks FILE.c, which has to pass. Then, for every line `// BREAK: NAME SED_SCRIPT`
# in it, changes the kernels and launchers by the script and checks again, which has to fail. Prints NAME and what the
# check says. BREAK-ALL changes the prelude as well.
set -eu
file=$1
folder=$2
shift 2
rm -rf "$folder"
"$CURESTRUCT" check --on cpu --keep="$folder" "$@" "$file" >"$folder.first"
grep -q 'PASS$' "$folder.first"
cp "$folder/out.cu" "$folder/good.cu"
# The prelude is left alone: what is changed is the part after it.
at=$(grep -n '^static __global__' "$folder/good.cu" | head -n 1 | cut -d: -f1)
sed -n 's|^// BREAK\(-ALL\)\{0,1\}: |:\1 |p' "$file" | while read -r kind name script; do
    first=$at
    [ "$kind" = : ] || first=1
    { head -n $((first - 1)) "$folder/good.cu"; tail -n +"$first" "$folder/good.cu" | sed -e "$script"; } \
        >"$folder/out.cu"
    echo "== $name"
    if cmp -s "$folder/good.cu" "$folder/out.cu"; then
        echo "the script changes nothing: $script"
        exit 1
    fi
    make -s -C "$folder" generated-cpu.so 2>&1
    if make -s -C "$folder" run ON=cpu 2>/dev/null; then
        echo "a broken kernel passes: $script"
        exit 1
    fi
done
