# includes.sh ROOT: driver -> codegen -> transform -> analysis -> frontend -> ir, and runtime/ includes nothing of the
# compiler.
cd "$1" || exit 1
status=0

complain() { # complain TITLE LINES
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    status=1
}

forbid() { # forbid FOLDER EXPRESSION: no file of FOLDER includes what the expression matches
    complain "$1/ may not include" \
        "$(grep -rnE "^ *# *include *[<\"]($2)" "$1" --include='*.[chly]' --include='*.cpp' --include='*.cuh')"
}

forbid ir 'frontend/|analysis/|transform/|codegen/|driver/|clang-c/|isl/'
forbid frontend 'analysis/|transform/|codegen/|driver/|isl/'
forbid analysis 'transform/|codegen/|driver/|clang-c/'
forbid transform 'codegen/|driver/|clang-c/|isl/'
forbid codegen 'driver/|clang-c/|isl/'
forbid driver 'clang-c/|isl/'
forbid runtime '(\.\./)*(ir|frontend|analysis|transform|codegen|driver)/'
complain 'libclang is for clang, control and dataflow of frontend/ alone' \
    "$(grep -rlE '^ *# *include *<clang-c/' frontend curestruct.c | grep -vE '^frontend/(clang|control|dataflow)/')"
complain 'isl does not show in headers outside of analysis/' "$(grep -rlE '^ *# *include *<isl/' curestruct.c)"
complain 'only ir/base.c frees' \
    "$(grep -rnE '[^_a-zA-Z]free\(' ir frontend analysis transform codegen driver curestruct.c --include='*.c' |
        grep -v '^ir/base.c')"
complain 'files of more than 700 lines' \
    "$(find ir frontend analysis transform codegen driver curestruct.c -name '*.[ch]' -exec wc -l {} + |
        awk '$2 != "total" && $1 > 700')"
exit $status
