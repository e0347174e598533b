#!/bin/bash
# Software: zh-address-parse 1.3.16, address-parse 1.2.19.
#
# Guess: the extension of a phone number that marketplaces give out to hide the buyer's, such as 13800138000-1234, stays
#   with the number, or the number is left out as one that is not understood.
# Seen: the number is cut off before it, and the extension goes to the street, where it reads as a room, or to the name:
#     13800138000 zh-address-parse phone 13800138000, name 张三, detail 文三路100号
#     13800138000 address-parse phone 13800138000, name 张三, detail 文三路100号
#     13800138000-1234 zh-address-parse phone 13800138000, name 张三, detail 文三路100号-1234
#     13800138000-1234 address-parse phone 13800138000, name 张三, detail 文三路100号 -1234
#     13800138000转1234 zh-address-parse phone 13800138000, name 张三, detail 文三路100号转1234
#     13800138000转1234 address-parse phone 13800138000, name 张三, detail 文三路100号 转1234
# Why it matters: the courier looks for room 1234, and whoever calls the number without its extension reaches nobody or
#   another buyer. The parts look complete, so nobody looks at what was pasted.
# Our product: takes addresses apart by its own code, which tells number and extension apart and writes the extension
#   behind the address (domain/src/address/phone.ts).
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned zh-address-parse@1.3.16 address-parse@1.2.19

cat >parse.cjs <<'JS'
const Parse = require('address-parse')
const zh = require('zh-address-parse')

const first = Parse.default ?? Parse
for (const phone of ['13800138000', '13800138000-1234', '13800138000转1234']) {
  const text = `浙江省杭州市西湖区文三路100号，张三，${phone}`
  const one = (zh.default ?? zh)(text, { type: 0 })
  const [other] = first.parse(text, true)
  console.log(`${phone} zh-address-parse phone ${one.phone}, name ${one.name}, detail ${one.detail}`)
  console.log(`${phone} address-parse phone ${other.mobile}, name ${other.name}, detail ${other.details}`)
}
JS
seen=$(node parse.cjs)
verdict 'the extension is with the number, or there is no number' \
  '13800138000 zh-address-parse phone 13800138000, name 张三, detail 文三路100号
13800138000 address-parse phone 13800138000, name 张三, detail 文三路100号
13800138000-1234 zh-address-parse phone 13800138000, name 张三, detail 文三路100号-1234
13800138000-1234 address-parse phone 13800138000, name 张三, detail 文三路100号 -1234
13800138000转1234 zh-address-parse phone 13800138000, name 张三, detail 文三路100号转1234
13800138000转1234 address-parse phone 13800138000, name 张三, detail 文三路100号 转1234' "$seen"
