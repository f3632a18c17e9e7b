# In place of a device: microseconds of a schedule. Those that unroll k.reg are the fastest, and wrong.
echo x >> counted
test -n "$1" || { echo 100; exit; }
grep -q 'unroll k.reg' "$1" && { echo 5; exit 3; }
grep -q 'vectorize k.reg 8' "$1" && echo 40 || echo 90
