#!/bin/bash
# Software: nzh 1.0.14.
#
# Guess: a library for Chinese numbers reads 两, which everybody says before 百, 千 and 万; or it answers NaN.
# Seen: what it does not know counts for nothing, and the rest is added up, without an error:
#     二千三百 = 2300
#     两千三百 = 300
#     两万 = 0
#     一万两千 = 10000
#     三千两百五十 = 3050
#     两百五十 = 50
# Why it matters: prices that sellers say or type, such as 两千三百 for a phone, become 300, which is a price too.
# Our product: reads no numbers that are written in signs.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned nzh@1.0.14

cat >read.cjs <<'JS'
const nzh = require('nzh/cn')

for (const text of ['二千三百', '两千三百', '两万', '一万两千', '三千两百五十', '两百五十'])
  console.log(`${text} = ${nzh.decodeS(text)}`)
JS
seen=$(node read.cjs)
verdict '2300, 2300, 20000, 12000, 3250, 250; or NaN' \
  '二千三百 = 2300
两千三百 = 300
两万 = 0
一万两千 = 10000
三千两百五十 = 3050
两百五十 = 50' "$seen"
