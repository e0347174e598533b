#!/bin/bash
# Software: zod 4.6.7, and zod 3.25.76 before it; valibot 1.4.2 is the measure.
#
# Guess: the options of z.enum stand in the order in which they were given, as its type says and as those of zod 3 did.
# Seen: codes of digits alone come first and by size; the others follow:
#     zod 4 z.enum, options: 80 90 95 99 NEW E
#     zod 4 z.enum, JSON Schema: 80 90 95 99 NEW E
#     zod 4 z.enum, message: 80 90 95 99 NEW E
#     zod 4 z.literal of several, JSON Schema: NEW 99 95 90 80 E
#     zod 3 z.enum, options: NEW 99 95 90 80 E
#     valibot picklist, options: NEW 99 95 90 80 E
# Why it matters: grades, sizes and states of a wire are such codes. A list that is drawn from the options, and the first
#   of them taken for the usual one, are another list and another one after the step from 3 to 4, and nothing fails.
# Our product: draws its lists from its own tables; in the API reference, where the order says nothing, it is zod's.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned zod@4.6.7 zod3@npm:zod@3.25.76 valibot@1.4.2

cat >order.mjs <<'JS'
import { picklist } from 'valibot'
import { z } from 'zod'
import { z as z3 } from 'zod3'

const GRADES = ['NEW', '99', '95', '90', '80', 'E']
const told = (name, values) => console.log(`${name}: ${values.join(' ')}`)
const grade = z.enum(GRADES)
told('zod 4 z.enum, options', grade.options)
told('zod 4 z.enum, JSON Schema', z.toJSONSchema(grade).enum)
told('zod 4 z.enum, message', [...grade.safeParse('?').error.issues[0].message.matchAll(/"(\w+)"/g)].map(([, code]) => code))
told('zod 4 z.literal of several, JSON Schema', z.toJSONSchema(z.literal(GRADES)).enum)
told('zod 3 z.enum, options', z3.enum(GRADES).options)
told('valibot picklist, options', picklist(GRADES).options)
JS
seen=$(node order.mjs)
verdict 'all in the order that was given: NEW 99 95 90 80 E' \
  'zod 4 z.enum, options: 80 90 95 99 NEW E
zod 4 z.enum, JSON Schema: 80 90 95 99 NEW E
zod 4 z.enum, message: 80 90 95 99 NEW E
zod 4 z.literal of several, JSON Schema: NEW 99 95 90 80 E
zod 3 z.enum, options: NEW 99 95 90 80 E
valibot picklist, options: NEW 99 95 90 80 E' "$seen"
