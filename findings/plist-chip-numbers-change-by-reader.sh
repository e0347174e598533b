#!/bin/bash
# Software: plist 5.0.0, simple-plist 1.4.0; bplist-parser 0.5.0 is right.
#
# Guess: a property list's integer has 64 bits, so a reader gives a bigint, a text or an error where a number cannot hold
#   it; and one and the same list, as XML and as its binary form, gives the same value in one and the same package.
# Seen: plist, whose build() takes a bigint and writes it whole, gives a neighbouring number when it reads it back, from
#   both forms. simple-plist gives the lower 32 bits of the binary form, as a number that may be below zero, even where
#   a number could hold it:
#     plist          xml 7283456789012346, 12345678901234568; binary 7283456789012346, 12345678901234568; written as a bigint and read again 12345678901234568
#     simple-plist   xml 7283456789012346, 12345678901234568; binary -291152006, 1567312775
#     bplist-parser  binary 7283456789012346, 12345678901234567
#   (the list holds 7283456789012346 and 12345678901234567)
# Why it matters: the chip's number (UniqueChipID), which phones tell about themselves in just these lists and by which a
#   shop knows a phone whose label has been changed, has up to 64 bits. Two phones may then bear one number, and one phone
#   two, depending on which form of the list was read.
# Our product: reads no property lists.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned plist@5.0.0 simple-plist@1.4.0 bplist-parser@0.5.0

cat >phone.xml <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>UniqueChipID</key><integer>7283456789012346</integer>
<key>Longer</key><integer>12345678901234567</integer>
</dict></plist>
XML
# the same list in its binary form: head, one dictionary, two texts, two integers of eight bytes, offsets, trailer
cat >binary.mjs <<'JS'
import { writeFileSync } from 'node:fs'

const text = (value) => Buffer.concat([Buffer.from(value.length < 15 ? [0x50 + value.length] : [0x5f, 0x10, value.length]), Buffer.from(value)])
const integer = (value) => {
  const bytes = Buffer.alloc(9)
  bytes[0] = 0x13
  bytes.writeBigUInt64BE(value, 1)
  return bytes
}
const objects = [Buffer.from([0xd2, 1, 2, 3, 4]), text('UniqueChipID'), text('Longer'), integer(7283456789012346n), integer(12345678901234567n)]
let at = 8
const offsets = Buffer.from(objects.map((object) => (at += object.length) - object.length))
const trailer = Buffer.alloc(32)
trailer[6] = 1 // bytes of an offset
trailer[7] = 1 // bytes of a reference
trailer.writeBigUInt64BE(BigInt(objects.length), 8)
trailer.writeBigUInt64BE(BigInt(at), 24)
writeFileSync('phone.plist', Buffer.concat([Buffer.from('bplist00'), ...objects, offsets, trailer]))
JS
node binary.mjs
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { parseBuffer } from 'bplist-parser'
import { build, parse, parseBinary } from 'plist'
import simple from 'simple-plist'

const xml = readFileSync('phone.xml', 'utf8')
const binary = readFileSync('phone.plist')
const show = (list) => `${list.UniqueChipID}, ${list.Longer}`
const there = parse(build({ Longer: 12345678901234567n })).Longer
console.log(`plist          xml ${show(parse(xml))}; binary ${show(parseBinary(binary))}; written as a bigint and read again ${there}`)
console.log(`simple-plist   xml ${show(simple.parse(xml))}; binary ${show(simple.parse(binary))}`)
console.log(`bplist-parser  binary ${show(parseBuffer(binary)[0])}`)
JS
seen=$(node read.mjs)
verdict '7283456789012346, 12345678901234567 everywhere, or an error' \
  'plist          xml 7283456789012346, 12345678901234568; binary 7283456789012346, 12345678901234568; written as a bigint and read again 12345678901234568
simple-plist   xml 7283456789012346, 12345678901234568; binary -291152006, 1567312775
bplist-parser  binary 7283456789012346, 12345678901234567' "$seen"
