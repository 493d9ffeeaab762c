#!/bin/sh
# image.sh [NAME]: builds the image of Plat for this machine, from base images that it names by digest. With
# PLATFORMS=linux/amd64,linux/arm64 it builds for several machines, and pushes to the registry in NAME, because only a
# registry can keep such an image. The script needs docker with buildx.
set -eu
cd "$(dirname "$0")/.."
name=${1:-plat}

# Prints an image with the digest that its tag stands for today, so that the log of a build says what is in it.
pinned() {
  digest=$(docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}')
  echo "${1%%:*}@$digest"
}

node=$(pinned node:24-bookworm-slim)
debian=$(pinned debian:bookworm-slim)
echo "Building $name from $node and $debian"
if [ -n "${PLATFORMS:-}" ]; then set -- --platform "$PLATFORMS" --push; else set -- --load; fi
docker buildx build "$@" -f deploy/Dockerfile -t "$name" --build-arg "NODE_IMAGE=$node" --build-arg "DEBIAN_IMAGE=$debian" .
