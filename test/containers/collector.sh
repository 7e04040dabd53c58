#!/usr/bin/env bash
# Builds the Collector that docker/collector/manifest.yaml describes out of its public Go modules, and prints the path of the
# program. It lies below $TMPDIR/svc-containers and is built once; the first time takes minutes.
source "$(dirname "${BASH_SOURCE[0]}")/strict.sh"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
manifest="$here/../../docker/collector/manifest.yaml"
export PATH="$PATH:/usr/local/go/bin"

folder="${TMPDIR:-/tmp}/svc-containers/collector-$(sha256sum <"$manifest" | cut -c1-12)"
program="$folder/otelcol-contrib"
mkdir -p "$folder"
# Whoever comes while it is being built waits for it.
exec 9>"$folder/lock"
flock 9
if [ ! -x "$program" ]; then
  command -v go >/dev/null || { echo "collector.sh: building the Collector needs Go" >&2; exit 1; }
  echo "collector.sh: building the Collector" >&2
  work="$(mktemp -d "$folder/build.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  version="$(sed -n 's/^  version: //p' "$manifest")"
  sed "s#^dist:#&\n  output_path: $work/out#" "$manifest" >"$work/manifest.yaml"
  started=$SECONDS
  quietly "$work/log" go run "go.opentelemetry.io/collector/cmd/builder@v$version" --config "$work/manifest.yaml"
  mv "$work/out/otelcol-contrib" "$program"
  echo "collector.sh: built in $((SECONDS - started)) s" >&2
fi
echo "$program"
