#!/usr/bin/env bash
# Builds actionlint, which checks the workflows of GitHub, from its Go module and prints the path of the program. It needs Go.
set -euo pipefail
export PATH="$PATH:/usr/local/go/bin"
MODULE=github.com/rhysd/actionlint/cmd/actionlint
VERSION=v1.7.12

folder="${TMPDIR:-/tmp}/svc-actionlint-$VERSION"
mkdir -p "$folder"
# Whoever comes while it is being built waits.
exec 9>"$folder/lock"
flock 9
[ -x "$folder/actionlint" ] || GOBIN="$folder" go install "$MODULE@$VERSION" >&2
echo "$folder/actionlint"
