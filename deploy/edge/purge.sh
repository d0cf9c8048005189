#!/bin/sh
# Deletes what an edge has cached of one film or channel: deploy/edge/purge.sh film/<id> [cache folder]
# nginx fetches again what it does not find. The key of each cached object is in the first lines of its file.
set -eu

what=${1:-}
cache=${2:-/var/cache/ekran}
case "$what" in
  film/*|live/*|archive/*|excerpt/*|recording/*) ;;
  *) echo "Usage: purge.sh film/<id> | live/<channel> | archive/<channel> [cache folder]" >&2; exit 2 ;;
esac
case "${what#*/}" in
  ''|*[!A-Za-z0-9_/-]*) echo "purge.sh: \"$what\" contains other characters than letters, digits, _ and -" >&2; exit 2 ;;
esac
[ -d "$cache" ] || { echo "purge.sh: there is no folder $cache" >&2; exit 2; }

# The key is after 'KEY: ' and may begin with the mark of a blackout and a blank. Only the first kilobyte is read.
deleted=$(find "$cache" -type f -exec sh -c '
  pattern="^KEY: [^ ]* *$1/"
  shift
  for file do
    if head -c 1024 "$file" 2>/dev/null | LC_ALL=C grep -aq "$pattern"; then rm -f "$file" && echo x; fi
  done' sh "$what" {} + | wc -l)
echo "$deleted files deleted"
