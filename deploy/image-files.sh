#!/bin/sh
# image-files.sh PACKAGE NODE FOLDER: unpacks the package of Plat into a folder, with Node and Node's compile cache.
# The Dockerfile runs it. A service in a container cannot write to that folder, and starts faster with compiled code.
set -eu
package=$1 node=$2 folder=$3
mkdir -p "$folder/node_modules/.bin"
tar -xzf "$package" -C "$folder" --strip-components=1
cp -L "$node" "$folder/node_modules/.bin/node"

# Node keeps compiled code by user. This is the user's number in the image.
user=10001
as_user=
if [ "$(id -u)" = 0 ]; then as_user="setpriv --reuid=$user --regid=$user --clear-groups"; fi
mkdir "$folder/compiled"
data=$(mktemp -d)
if [ -n "$as_user" ]; then chown "$user:$user" "$folder/compiled" "$data"; fi
export NODE_COMPILE_CACHE="$folder/compiled"
$as_user "$folder/plat" sample --homes 20 --data "$data/data" > /dev/null
# A slow or emulated machine needs minutes to start
$as_user "$folder/plat" serve --data "$data/data" --port 0 --operator-port 0 > "$data/log" &
service=$!
until grep -q /health/ready "$data/log"; do
  kill -0 "$service"
  sleep 1
done
kill "$service"
wait "$service"
rm -r "$data"
