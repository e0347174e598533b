# shellcheck shell=bash
# Sourced by every script here: a temp folder that goes away again, pinned software, and the verdict.
set -euo pipefail

# shellcheck disable=SC2034 # for the scripts that source this
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
started=()
clean_up() {
  local process
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap clean_up EXIT
cd "$folder"

# npm_pinned NAME@VERSION...: installs exactly these into the temp folder and prints them.
npm_pinned() {
  printf '{"name":"finding","private":true,"type":"module"}' >package.json
  npm install --save-exact --ignore-scripts --no-audit --no-fund --silent "$@"
  echo "software: $* with Node $(node --version)"
}

# debian_pinned PACKAGE VERSION: prints the version that is installed and says when it is another; without any, ends with 2.
debian_pinned() {
  local installed
  # shellcheck disable=SC2016 # the braces are dpkg's
  installed=$(dpkg-query --show --showformat='${Version}' "$1" 2>/dev/null || true)
  if [ -z "$installed" ]; then
    echo "software: $1 is not installed (apt-get install $1); nothing was tried" >&2
    exit 2
  fi
  echo "software: $1 $installed"
  [ "$installed" = "$2" ] || echo "          recorded with $2: another answer need not contradict it"
}

# verdict GUESS STATED SEEN: prints all three; ends with 1 when the behaviour is not the one that is stated.
verdict() {
  printf 'guess: %s\nseen:\n%s\n' "$1" "$3"
  if [ "$2" = "$3" ]; then
    echo 'verdict: as stated'
  else
    printf 'verdict: NOT as stated, which is:\n%s\n' "$2"
    exit 1
  fi
}
