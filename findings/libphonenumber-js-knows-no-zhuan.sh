#!/bin/bash
# Software: libphonenumber-js 1.13.16 (its "max" data).
#
# Guess: an extension is found as Chinese writes it, 转1234 or -1234, as it is found after "ext" and "#"; or the whole is
#   refused.
# Seen: searching a text, 转 gives the number without its extension, and nothing says that one was left; the hyphen gives
#   nothing at all. Parsing, 转 gives nothing, and the hyphen gives a number of fifteen digits:
#     13800138000 ext 1234: found +8613800138000 ext 1234; parsed +8613800138000 ext 1234, valid
#     13800138000转1234: found +8613800138000; parsed nothing
#     13800138000-1234: found nothing; parsed +86138001380001234, not valid
# Why it matters: numbers that hide a buyer's are given out in these two forms. A call to the number without the extension
#   does not reach the buyer, and a check that all numbers of a message were masked misses the second form.
# Our product: does not use it; its own code takes no number that such an ending follows (domain/src/address/phone.ts).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned libphonenumber-js@1.13.16

cat >find.mjs <<'JS'
import { findPhoneNumbersInText, parsePhoneNumberFromString } from 'libphonenumber-js/max'

const show = ({ number, ext }) => (ext ? `${number} ext ${ext}` : number)
for (const text of ['13800138000 ext 1234', '13800138000转1234', '13800138000-1234']) {
  const found = findPhoneNumbersInText(text, 'CN').map((hit) => show(hit.number))
  const parsed = parsePhoneNumberFromString(text, 'CN')
  const valid = parsed?.isValid() ? 'valid' : 'not valid'
  console.log(`${text}: found ${found.join(' and ') || 'nothing'}; parsed ${parsed ? `${show(parsed)}, ${valid}` : 'nothing'}`)
}
JS
seen=$(node find.mjs)
verdict 'each is +8613800138000 with the extension 1234' \
  '13800138000 ext 1234: found +8613800138000 ext 1234; parsed +8613800138000 ext 1234, valid
13800138000转1234: found +8613800138000; parsed nothing
13800138000-1234: found nothing; parsed +86138001380001234, not valid' "$seen"
