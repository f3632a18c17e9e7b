#!/bin/sh
# clean-root.sh FOLDER PART...: tries what a user does on a Debian 12 on which nothing is installed, in FOLDER. It
# takes minutes, so no other test runs it. It has to be run as root, with mmdebstrap or debootstrap, and with nvcc on
# the PATH or in CUDA_HOME. The parts:
#
#   package      the Debian package of the built compiler is installed with apt-get, and its examples are restructured
#                and checked by a user who cannot write to the installation
#   quick-start  the commands of README.md's quick start, timed
#   container    the Dockerfile's instructions, by docker where its daemon runs, otherwise in roots of their own
#
# Each part starts from a fresh root, which sees neither this source tree nor the packages of the host. The commit that
# is checked out is tried, without changes that are not committed.
set -eu
project=$(cd "$(dirname "$0")/../.." && pwd)
suite=bookworm
mirror=http://deb.debian.org/debian
cuda=${CUDA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)")")")}

if [ "${CLEAN_ROOT_MOUNTS:-}" != own ]; then # mounts of our own, which end with this program
    [ $# -ge 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
    mkdir -p "$1"
    CLEAN_ROOT_MOUNTS=own exec unshare --mount --propagation private sh "$0" "$@"
fi
folder=$(cd "$1" && pwd)
shift

base() { # a minimal system, made once
    [ ! -e "$folder/base.tar" ] || return 0
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --quiet --variant=minbase "$suite" "$folder/base.tar" "deb $mirror $suite main" \
            "deb $mirror $suite-updates main" "deb $mirror-security $suite-security main"
        return
    fi
    debootstrap --variant=minbase "$suite" "$folder/base" "$mirror" >/dev/null
    echo "deb $mirror-security $suite-security main" >>"$folder/base/etc/apt/sources.list"
    tar -C "$folder/base" -cf "$folder/base.tar" .
    rm -rf "$folder/base"
}

fresh() { # fresh NAME: a new root of that name
    base
    rm -rf --one-file-system "${folder:?}/$1"
    mkdir "$folder/$1"
    tar -C "$folder/$1" -xf "$folder/base.tar"
    cp /etc/resolv.conf "$folder/$1/etc/"
    mount -t proc proc "$folder/$1/proc"
    mkdir -p "$folder/$1/usr/local/cuda"
    mount --bind "$cuda" "$folder/$1/usr/local/cuda"
}

inside() { # inside NAME COMMAND: as root
    chroot "$folder/$1" env -i HOME=/root DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/cuda/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -euc "$2"
}

quiet() { # quiet COMMAND...: what it prints is shown when it fails
    "$@" >"$folder/messages" 2>&1 || { cat "$folder/messages"; return 1; }
}

package() {
    quiet sh "$project/cmake/build.sh" default
    (cd "$project/build" && quiet cpack -G DEB -D CPACK_CMAKE_GENERATOR=Ninja -B "$folder/packages")
    fresh package
    cp "$folder"/packages/curestruct_*.deb "$folder/package/root/"
    quiet inside package 'apt-get update && apt-get install -y /root/curestruct_*.deb && useradd --create-home user'
    chroot --userspec=user "$folder/package" env -i HOME=/home/user PATH=/usr/local/cuda/bin:/usr/bin:/bin sh -euc '
        cd /home/user
        sh /usr/share/doc/curestruct/examples/run.sh
        nvcc -c -o transpose.o curestruct-examples/transpose.cu
        curestruct cc -c /usr/share/doc/curestruct/examples/saxpy.c
        test -s saxpy.o'
}

quick_start() {
    fresh quick-start
    quiet inside quick-start 'apt-get update && apt-get install -y --no-install-recommends git ca-certificates
        rm -rf /var/lib/apt/lists/*'
    git clone --quiet --bare "$project" "$folder/quick-start/project.git"
    awk -f "$project/tests/setup/Inputs/quick-start.awk" "$project/README.md" |
        sed 's|git clone URL|git clone /project.git|' >"$folder/quick-start/commands.sh"
    start=$(date +%s)
    inside quick-start 'cd; sh /commands.sh'
    echo "the quick start took $(($(date +%s) - start)) s"
}

# The instructions that the Dockerfile uses, each in the root of its stage.
instruction() { # instruction WORD REST
    case $1 in
    FROM)
        earlier=${stage:-}
        stage=container-$((${stage##*-} + 1))
        fresh "$stage"
        directory=/
        printf 'path-exclude /usr/share/doc/*\npath-exclude /usr/share/man/*\n' \
            >"$folder/$stage/etc/dpkg/dpkg.cfg.d/docker" # as the slim images have it
        ;;
    COPY)
        case $2 in
        '. '*)
            mkdir -p "$folder/$stage/${2#. }"
            git -C "$project" archive HEAD | tar -C "$folder/$stage/${2#. }" -x
            ;;
        *)
            files=${2#--from=* }
            cp -r "$folder/$earlier"${files% *} "$folder/$stage/${files##* }" # the pattern is for the shell
            ;;
        esac
        ;;
    WORKDIR)
        directory=$2
        mkdir -p "$folder/$stage/$2"
        ;;
    RUN) quiet inside "$stage" "cd $directory; $2" ;;
    ENTRYPOINT | CMD) ;;
    *)
        echo "clean-root.sh: error: Dockerfile: '$1' is not known here" >&2
        return 1
        ;;
    esac
}

container() {
    if docker info >/dev/null 2>&1; then
        quiet docker build -t curestruct "$project"
        docker run --rm -v "$project/examples:/src:ro" curestruct check saxpy.c
        return
    fi
    echo 'no docker daemon: the instructions of the Dockerfile are run one by one'
    stage=container-0
    sed -e :join -e '/\\$/{N;s/\\\n */ /;b join' -e '}' -e '/^#/d' -e '/^$/d' "$project/Dockerfile" \
        >"$folder/instructions"
    while read -r word rest; do
        instruction "$word" "$rest" </dev/null
    done <"$folder/instructions"
    cp "$project/examples/saxpy.c" "$folder/$stage/src/"
    inside "$stage" 'cd /src; curestruct saxpy.c -o saxpy.cu; curestruct check saxpy.c'
}

for part in "$@"; do
    case $part in
    package) package ;;
    quick-start) quick_start ;;
    container) container ;;
    *)
        echo "clean-root.sh: error: '$part' is not a part; package, quick-start and container are" >&2
        exit 2
        ;;
    esac
    echo "$part: works"
done
