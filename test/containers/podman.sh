#!/usr/bin/env bash
# Runs a command with a container engine at hand, and stops the engine when the command has ended:
#
#   test/containers/podman.sh npm test
#
# An engine that answers is used as it is: Docker, or what DOCKER_HOST names. Otherwise podman is installed and started, for
# which this has to be Debian, as root. Where no registry of images can be reached, base images are made of packages
# (base-image.sh) and the Collector of its modules (collector.sh). All of it lies below $TMPDIR/svc-containers and is made
# once. The command finds `docker`, DOCKER_HOST and the names of base images in its
# environment, and TEST_CONTAINERS=required, with which a test that finds no engine fails instead of being skipped.
source "$(dirname "${BASH_SOURCE[0]}")/strict.sh"
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
  quietly "$store/apt.log" apt-get update -qq
  quietly "$store/apt.log" apt-get install -y -qq --no-install-recommends "${needed[@]}"
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

PODMAN_COMPOSE_VERSION=1.6.0
PATH_VARIABLE=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# Imports a base image unless it is there, and prints its name: NAME.
base_image() {
  local archive name
  archive="$("$here/base-image.sh" "$1")"
  name="localhost/svc-base/$(basename "$archive" .tar)"
  if ! "${engine[@]}" image exists "$name"; then
    "${engine[@]}" import --quiet --change "ENV $PATH_VARIABLE" \
      ${NODE_EXTRA_CA_CERTS:+--change "ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt"} \
      "$archive" "$name" >&2
  fi
  echo "$name"
}

TEST_NODE_IMAGE="$(base_image node)"
TEST_BUSYBOX_IMAGE="$(base_image busybox)"
TEST_MUSL_NODE_IMAGE="$(base_image musl-node)"
TEST_POSTGRES_IMAGE="$(base_image postgres)"
export TEST_NODE_IMAGE TEST_BUSYBOX_IMAGE TEST_MUSL_NODE_IMAGE TEST_POSTGRES_IMAGE

# OpenTelemetry's Collector, as its own image has it.
collector="$("$here/collector.sh")"
TEST_COLLECTOR_IMAGE="localhost/svc-base/$(basename "$(dirname "$collector")")"
if ! "${engine[@]}" image exists "$TEST_COLLECTOR_IMAGE"; then
  tar -C "$(dirname "$collector")" -c otelcol-contrib |
    "${engine[@]}" import --quiet --change "USER 10001" --change 'ENTRYPOINT ["/otelcol-contrib"]' - "$TEST_COLLECTOR_IMAGE" >&2
fi
export TEST_COLLECTOR_IMAGE

# Containers and commands in them end with a podman of their own. One that ends while nothing is mounted shuts the store down,
# and the engine reads it anew in the middle of a build, which then misses a layer that it has just written. This image stays
# mounted, so that the store stays open.
"${engine[@]}" image mount "$TEST_BUSYBOX_IMAGE" >/dev/null

socket="$run/podman.sock"
rm -f "$socket"
"${engine[@]}" system service --time=0 "unix://$socket" >"$store/podman.log" 2>&1 9>&- &
service=$!
end() {
  kill "$service" 2>/dev/null && wait "$service" 2>/dev/null || true
  "${engine[@]}" rm --all --force --time 0 >/dev/null 2>&1 || true
  "${engine[@]}" image unmount --all --force >/dev/null 2>&1 || true
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
# What the command says about its own failure is enough.
trap - ERR
"$@" 9>&-
