# Sourced by the scripts beside it: a script ends with the first command that fails, and says which command that was.
set -Eeuo pipefail
shopt -s inherit_errexit

script="$(basename "$0")"
trap 'echo "$script: line $LINENO ended with status $?: $BASH_COMMAND" >&2' ERR

# Runs a command whose output matters only when the command fails: LOG COMMAND...
quietly() {
  local log="$1" status=0
  shift
  "$@" >"$log" 2>&1 || status=$?
  [ "$status" = 0 ] || { echo "$script: $* ended with status $status:"; cat "$log"; exit "$status"; } >&2
}
