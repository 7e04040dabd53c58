#!/usr/bin/env bash
# Builds an S3-compatible server, Versity's gateway to a folder, out of its public Go modules, and prints the path of the
# program. It lies below $TMPDIR/svc-storage and is built once; the first time takes minutes. Ends with status 3 without Go.
set -Eeuo pipefail
export PATH="$PATH:/usr/local/go/bin"
VERSION=v1.8.0

folder="${TMPDIR:-/tmp}/svc-storage/versitygw-$VERSION"
program="$folder/versitygw"
mkdir -p "$folder"
# Whoever comes while it is being built waits for it.
exec 9>"$folder/lock"
flock 9
if [ ! -x "$program" ]; then
  command -v go >/dev/null || { echo "s3-server.sh: building the S3-compatible server needs Go" >&2; exit 3; }
  echo "s3-server.sh: building the S3-compatible server" >&2
  work="$(mktemp -d "$folder/build.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  started=$SECONDS
  GOBIN="$work" go install "github.com/versity/versitygw/cmd/versitygw@$VERSION" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  mv "$work/versitygw" "$program"
  echo "s3-server.sh: built in $((SECONDS - started)) s" >&2
fi
echo "$program"
