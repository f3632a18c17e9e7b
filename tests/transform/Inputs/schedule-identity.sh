# schedule-identity.sh FOLDER LEAST FILE...: what --emit=schedule prints of each file, given back with --schedule, is
# printed again. Files with errors of their own are left out; LEAST is how many nests there are at least.
folder=$1
least=$2
shift 2
mkdir -p "$folder"
nests=0
for file; do
    "$CURESTRUCT" -w "$file" --emit=schedule -o "$folder/printed" 2>"$folder/errors" || continue
    "$CURESTRUCT" -w "$file" --emit=schedule --schedule="$folder/printed" -o "$folder/again" || exit 1
    diff "$folder/printed" "$folder/again" || { echo "$file"; exit 1; }
    nests=$((nests + $(grep -c '^nest ' "$folder/printed")))
done
[ "$nests" -ge "$least" ] || { echo "only $nests nests"; exit 1; }
