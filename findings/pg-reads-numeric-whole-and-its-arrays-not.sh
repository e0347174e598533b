#!/bin/bash
# Software: pg 8.23.1 (pg-types); @electric-sql/pglite 0.5.16 keeps the digits.
#
# Guess: pg gives numeric as text so that no digit is lost, so numeric[] is an array of texts, as bigint[] is.
# Seen: the elements are numbers, and lose digits:
#     numeric 1234567890123456789: "1234567890123456789"
#     numeric[] {1234567890123456789,5}: [1234567890123456800,5]
#     bigint 1234567890123456789: "1234567890123456789"
#     bigint[] {1234567890123456789,5}: ["1234567890123456789","5"]
#     read by PGlite, numeric[]: ["1234567890123456789","1.10"]
# Why it matters: sums that array_agg gathers come rounded, 1.10 has become 1.1, and a type that was written for one
#   column by the example of the other says string where there is a number.
# Our product: holds money in whole fen and has no column of numeric[].
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned pg@8.23.1 @electric-sql/pglite@0.5.16

cat >read.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

const database = new PGlite()
// what the server sends, as text, with the type's number; and how the driver's own table of types reads it
for (const type of ['numeric', 'numeric[]', 'bigint', 'bigint[]']) {
  const value = type.endsWith('[]') ? '{1234567890123456789,5}' : '1234567890123456789'
  const { oid } = (await database.query(`select '${type}'::regtype::oid::int as oid`)).rows[0]
  console.log(`${type} ${value}: ${JSON.stringify(pg.types.getTypeParser(oid)(value))}`)
}
const { rows } = await database.query(`select '{1234567890123456789,1.10}'::numeric[] as kept`)
console.log(`read by PGlite, numeric[]: ${JSON.stringify(rows[0].kept)}`)
await database.close()
JS
seen=$(node read.mjs)
verdict 'texts, all of them' \
  'numeric 1234567890123456789: "1234567890123456789"
numeric[] {1234567890123456789,5}: [1234567890123456800,5]
bigint 1234567890123456789: "1234567890123456789"
bigint[] {1234567890123456789,5}: ["1234567890123456789","5"]
read by PGlite, numeric[]: ["1234567890123456789","1.10"]' "$seen"
