# with-device.sh COMMAND..: runs it where the file is there by which a program sees that there is a GPU. In a mount
# namespace of its own: nothing else sees that file.
exec unshare --mount sh -c '
    folder=$(mktemp -d) && mount -t tmpfs none "$folder" || exit 1
    mknod -m 666 "$folder/null" c 1 3
    touch "$folder/nvidiactl"
    mount --bind "$folder" /dev && exec "$@"' sh "$@"
