# Lets each call of the CUDA runtime fail once in ./program, on a device that is too small, and in ./moved, whose chunks
# run at the same time: what it prints is `right`, or it stops with a message, and nothing stays allocated.
export CURESTRUCT_SIMT_LEAKS=1
fail_each() {
    program=$1
    shift
    for call in malloc launch memcpy sync; do
        for number in "$@"; do
            CURESTRUCT_SIMT_FAIL=$call:$number $program >fault.out 2>fault.err
            status=$?
            if [ $status = 0 ] && cmp -s right fault.out; then
                echo "right after $call:$number"
            elif [ $status = 134 ] && grep -q '^curestruct: .*: error: ' fault.err; then
                echo "stopped after $call:$number"
            else
                echo "wrong after $call:$number: status $status"
            fi
        done
    done
}
export CURESTRUCT_SIMT_MEMORY=150000 CURESTRUCT_CHUNKS=100000
fail_each ./program 1 2 3 4 5 6 7 8 9 10 11 12 13 14 16 18 20 25 30 40
unset CURESTRUCT_SIMT_MEMORY
export CURESTRUCT_CHUNKS=20000
fail_each ./moved 1 2 3 4 5 7 9 11 14 18 25 40 80 150
