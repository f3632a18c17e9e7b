# quick-start.awk README.md: the quick start as a shell script. A fenced block that follows `<!-- file: NAME -->`
# becomes a file, and each line of a block of `sh` is run, timed and counted.
BEGIN {
    print "run() {"
    print "    start=$(date +%s)"
    print "    eval \"$1\" || { echo \"failed: $1\"; exit 1; }"
    print "    count=$((count + 1)); echo \"[command $count, $(($(date +%s) - start)) s: $1]\""
    print "}"
}

/^<!-- file: .* -->$/ { file = $3 }
/^```./ {
    kind = file ? "file" : $0 == "```sh" ? "run" : ""
    if (file)
        print "cat >" file " <<'END OF FILE'"
    next
}
/^```$/ {
    if (kind == "file")
        print "END OF FILE"
    kind = file = ""
}
kind == "file"
kind == "run" { print "run '" $0 "'" }
