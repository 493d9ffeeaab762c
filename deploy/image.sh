#!/bin/sh
# image.sh [NAME]: builds the image of Plat for this machine. With PLATFORMS=linux/amd64,linux/arm64 it builds for several
# machines, and pushes to the registry in NAME, because only a registry can keep such an image. The script needs docker
# with buildx.
set -eu
cd "$(dirname "$0")/.."
name=${1:-plat}
if [ -n "${PLATFORMS:-}" ]; then set -- --platform "$PLATFORMS" --push; else set -- --load; fi
docker buildx build "$@" -f deploy/Dockerfile -t "$name" .
