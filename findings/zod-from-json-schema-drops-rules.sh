#!/bin/bash
# Software: zod 4.6.7; ajv 8.20.0 is the measure.
#
# Guess: z.fromJSONSchema throws for what it cannot express, as it says for if/then, not and dependentRequired; so a schema
#   that it takes is kept whole.
# Seen: it throws for those, and leaves out other rules of valid schemas (2020-12) without a word:
#     conditions (if, then): ajv refuses it, zod throws for the schema
#     required beside properties of other names: ajv refuses it, zod takes it
#     required in a part of allOf: ajv refuses it, zod takes it
#     one of two required by anyOf: ajv refuses it, zod takes it
#     minLength beside $ref: ajv refuses it, zod takes it
#     minItems without items: ajv refuses it, zod takes it
#     type beside a wider enum: ajv refuses it, zod takes it
# Why it matters: a partner's description becomes a check that takes records without their order number, and the check
#   was made from the very document that demands it. That some schemas are refused makes one trust it with the others.
# Our product: makes JSON Schema from zod, not zod from JSON Schema.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned zod@4.6.7 ajv@8.20.0

cat >compare.mjs <<'JS'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'

const text = { type: 'string' }
const CASES = {
  'conditions (if, then)': [{ type: 'object', if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }],
  'required beside properties of other names': [{ type: 'object', properties: { b: text }, required: ['orderNo'] }, {}],
  'required in a part of allOf': [{ type: 'object', properties: { orderNo: text }, allOf: [{ required: ['orderNo'] }] }, {}],
  'one of two required by anyOf': [{ type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}],
  'minLength beside $ref': [{ $defs: { t: text }, type: 'object', properties: { a: { $ref: '#/$defs/t', minLength: 3 } } }, { a: 'xy' }],
  'minItems without items': [{ type: 'array', minItems: 1 }, []],
  'type beside a wider enum': [{ type: 'string', enum: ['a', 1] }, 1],
}
const ajv = new Ajv2020({ strict: false })
for (const [name, [schema, value]] of Object.entries(CASES)) {
  let zod
  try {
    zod = z.fromJSONSchema(schema).safeParse(value).success ? 'takes it' : 'refuses it'
  } catch {
    zod = 'throws for the schema'
  }
  console.log(`${name}: ajv ${ajv.validate(schema, value) ? 'takes it' : 'refuses it'}, zod ${zod}`)
}
JS
seen=$(node compare.mjs)
# shellcheck disable=SC2016 # the dollar is JSON Schema's
verdict 'zod refuses each, or throws for its schema' \
  'conditions (if, then): ajv refuses it, zod throws for the schema
required beside properties of other names: ajv refuses it, zod takes it
required in a part of allOf: ajv refuses it, zod takes it
one of two required by anyOf: ajv refuses it, zod takes it
minLength beside $ref: ajv refuses it, zod takes it
minItems without items: ajv refuses it, zod takes it
type beside a wider enum: ajv refuses it, zod takes it' "$seen"
