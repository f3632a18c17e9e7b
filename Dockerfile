# The compiler in a container: docker build -t curestruct . && docker run --rm -v "$PWD:/src" curestruct saxpy.c
# A base image with nvcc (nvidia/cuda:*-devel with Debian) can take the place of the second one; `check` needs none.
FROM debian:12-slim AS build
COPY . /source
WORKDIR /source
RUN sh cmake/setup.sh && apt-get install -q -y --no-install-recommends dpkg-dev file \
    && cmake -S . -B /build -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
    && cmake --build /build --parallel "$(nproc)" \
    && cd /build && cpack -G DEB

FROM debian:12-slim
COPY --from=build /build/curestruct_*.deb /tmp/
RUN apt-get update -q && apt-get install -q -y --no-install-recommends /tmp/curestruct_*.deb g++ make \
    && rm -rf /tmp/curestruct_*.deb /var/lib/apt/lists/*
WORKDIR /src
ENTRYPOINT ["curestruct"]
CMD ["--help"]
