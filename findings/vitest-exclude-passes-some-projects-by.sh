#!/bin/bash
# Software: vitest 5.1.0.
#
# Guess: --exclude, which the help calls additional, leaves a file out of every project of a configuration.
# Seen: a project with an `exclude` of its own does not get the pattern; the project beside it does:
#     --exclude '**/long.test.js' with the project one alone: one/short
#     --exclude '**/long.test.js' with the project other alone: other/long other/short
#     --exclude '**/long.test.js' with both: one/short other/long other/short
# Why it matters: a run that is to leave out what takes long leaves it out in some projects and runs it in others, without a
#   word. The same pattern in the configuration of the project is heeded.
# Our product: what a run leaves out is told to vitest.config.ts by a variable, and stands in each project's own `exclude`.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned vitest@5.1.0

mkdir -p one other
for project in one other; do
  for name in short long; do
    echo "import { test } from 'vitest'; test('$name', () => {})" >"$project/$name.test.js"
  done
done
cat >vitest.config.js <<'JS'
export default {
  test: {
    projects: [
      { test: { name: 'one', include: ['one/*.test.js'] } },
      { test: { name: 'other', include: ['other/*.test.js'], exclude: ['other/never.test.js'] } },
    ],
  },
}
JS
files_of() {
  CI=true npx vitest list --filesOnly --exclude '**/long.test.js' "$@" 2>>vitest.log |
    sed -E 's/^\[[a-z]+\] //; s/\.test\.js$//' | sort | paste -sd' '
}
seen="--exclude '**/long.test.js' with the project one alone: $(files_of --project one)
--exclude '**/long.test.js' with the project other alone: $(files_of --project other)
--exclude '**/long.test.js' with both: $(files_of)"
verdict 'long stands nowhere' \
  "--exclude '**/long.test.js' with the project one alone: one/short
--exclude '**/long.test.js' with the project other alone: other/long other/short
--exclude '**/long.test.js' with both: one/short other/long other/short" "$seen"
