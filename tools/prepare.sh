#!/bin/sh
# npm ci runs this. With the development packages installed, it makes the clients, the console and dist/.
set -eu
if [ ! -x node_modules/.bin/vite ]; then exit 0; fi
version=$(node --version)
major=${version#v}
if [ "${major%%.*}" -lt 24 ]; then
  echo "Nothing was built, because this is Node $version: install Node 24, then run \"npm run build\"." >&2
  exit 0
fi
exec node tools/build.ts
