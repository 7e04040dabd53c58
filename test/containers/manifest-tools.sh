#!/usr/bin/env bash
# Fetches what checks the manifests in docker/, and prints the folder it is in: `kubeconform`, Kubernetes' own schemas and
# that of the OpenTelemetry Operator's resources, and `compose-spec`, which reads a composition as Docker does. All of it is
# made of packages of public registries, below $TMPDIR/svc-containers, once. It needs Go and Python.
source "$(dirname "${BASH_SOURCE[0]}")/strict.sh"
export PATH="$PATH:/usr/local/go/bin"
KUBECONFORM=github.com/yannh/kubeconform
KUBECONFORM_VERSION=v0.8.0
OPERATOR=github.com/open-telemetry/opentelemetry-operator
# The newest one that the module proxy has.
OPERATOR_VERSION=v0.140.0
COMPOSE=github.com/compose-spec/compose-go/v2
COMPOSE_VERSION=v2.16.2
KUBERNETES_VERSION=1.37.0

folder="${TMPDIR:-/tmp}/svc-containers/manifest-tools-$(sha256sum <"${BASH_SOURCE[0]}" | cut -c1-12)"
mkdir -p "$folder"
# Whoever comes while they are being made waits for them.
exec 9>"$folder/lock"
flock 9
if [ ! -d "$folder/schemas" ]; then
  for program in go python3; do
    command -v $program >/dev/null || { echo "manifest-tools.sh: $program is needed to check the manifests" >&2; exit 1; }
  done
  work="$(mktemp -d "$folder/work.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  # Where Go has the files of a module: MODULE VERSION.
  module() { go mod download -json "$1@$2" | python3 -c 'import json, sys; print(json.load(sys.stdin)["Dir"])'; }

  export GOBIN="$folder"
  quietly "$work/log" go install "$KUBECONFORM/cmd/kubeconform@$KUBECONFORM_VERSION"
  quietly "$work/log" go install "$COMPOSE/cmd@$COMPOSE_VERSION"
  mv "$folder/cmd" "$folder/compose-spec"

  # Their references are absolute; here the schemas lie side by side.
  pip download --quiet --disable-pip-version-check --no-deps --dest "$work" "kubernetes-validate==$KUBERNETES_VERSION"
  python3 -m zipfile -e "$work"/kubernetes_validate-*.whl "$work/wheel"
  mv "$work/wheel/kubernetes_validate/kubernetes-json-schema/v$KUBERNETES_VERSION-local-strict" "$work/schemas"
  sed -i -e 's#"/api/_definitions.json#"_definitions.json#' -e 's#"\$id": "http#"x-id": "http#' "$work"/schemas/*.json

  pip install --quiet --disable-pip-version-check --root-user-action=ignore --target "$work/python" pyyaml==6.0.3
  resources="$(module $OPERATOR $OPERATOR_VERSION)/config/crd/bases/opentelemetry.io_instrumentations.yaml"
  converter="$(module $KUBECONFORM $KUBECONFORM_VERSION)/scripts/openapi2jsonschema.py"
  (cd "$work/schemas" && PYTHONPATH="$work/python" FILENAME_FORMAT='{kind}-{group}-{version}' python3 "$converter" "$resources") >&2
  mv "$work/schemas" "$folder/schemas"
fi
echo "$folder"
