#!/usr/bin/env bash
# Builds Caddy, the load balancer of docker/compose.scale.yaml, out of its public Go modules, and prints the path of the program.
# It lies below $TMPDIR/svc-containers and is built once; the first time takes minutes.
source "$(dirname "${BASH_SOURCE[0]}")/strict.sh"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export PATH="$PATH:/usr/local/go/bin"
version="$(sed -n 's/^ *image: caddy:\([0-9.]*\)-alpine$/\1/p' "$here/../../docker/compose.scale.yaml")"

folder="${TMPDIR:-/tmp}/svc-containers/caddy-$version"
program="$folder/caddy"
mkdir -p "$folder"
# Whoever comes while it is being built waits for it.
exec 9>"$folder/lock"
flock 9
if [ ! -x "$program" ]; then
  command -v go >/dev/null || { echo "caddy.sh: building Caddy needs Go" >&2; exit 1; }
  echo "caddy.sh: building Caddy" >&2
  work="$(mktemp -d "$folder/build.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  # For a container without a C library.
  GOBIN="$work" CGO_ENABLED=0 quietly "$work/log" go install "github.com/caddyserver/caddy/v2/cmd/caddy@v$version"
  mv "$work/caddy" "$program"
fi
echo "$program"
