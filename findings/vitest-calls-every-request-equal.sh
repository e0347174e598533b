#!/bin/bash
# Software: vitest 5.1.0.
#
# Guess: toEqual, which tells URLs, Headers and FormData apart by what they hold, does so with the Request and the Response
#   that are made of them, and with Blobs.
# Seen: any two requests are equal to it, any two responses, and two blobs of the same length; in toStrictEqual and in
#   toHaveBeenCalledWith too:
#     URL: toEqual fails, toStrictEqual fails, toHaveBeenCalledWith fails
#     Headers: toEqual fails, toStrictEqual fails, toHaveBeenCalledWith fails
#     Blob: toEqual passes, toStrictEqual passes, toHaveBeenCalledWith passes
#     Request: toEqual passes, toStrictEqual passes, toHaveBeenCalledWith passes
#     Response: toEqual passes, toStrictEqual passes, toHaveBeenCalledWith passes
# Why it matters: expect(fetch).toHaveBeenCalledWith(new Request(...)) is green whatever was called, with which method and
#   with what in it. It is the expectation that one would write for the client of a marketplace's interface.
# Our product: none of its tests expects a whole Request, Response or Blob.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
npm_pinned vitest@5.1.0

cat >equal.test.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const PAIRS = {
  URL: [new URL('https://shop.example/a'), new URL('https://shop.example/b')],
  Headers: [new Headers({ a: '1' }), new Headers({ a: '2' })],
  Blob: [new Blob(['a']), new Blob(['b'])],
  Request: [new Request('https://shop.example/a'), new Request('https://shop.example/b', { method: 'POST', body: 'x' })],
  Response: [new Response('paid', { status: 200 }), new Response('refused', { status: 403 })],
}
const passes = (expectation) => {
  try {
    expectation()
    return 'passes'
  } catch {
    return 'fails'
  }
}
test('two that differ', () => {
  const lines = Object.entries(PAIRS).map(([name, [one, other]]) => {
    const call = vi.fn()
    call(one)
    const answers = {
      toEqual: () => expect(one).toEqual(other),
      toStrictEqual: () => expect(one).toStrictEqual(other),
      toHaveBeenCalledWith: () => expect(call).toHaveBeenCalledWith(other),
    }
    return `${name}: ${Object.entries(answers).map(([how, expectation]) => `${how} ${passes(expectation)}`).join(', ')}`
  })
  writeFileSync('seen', lines.join('\n'))
})
JS
CI=true npx vitest run >vitest.log 2>&1
seen=$(cat seen)
verdict 'each fails' \
  'URL: toEqual fails, toStrictEqual fails, toHaveBeenCalledWith fails
Headers: toEqual fails, toStrictEqual fails, toHaveBeenCalledWith fails
Blob: toEqual passes, toStrictEqual passes, toHaveBeenCalledWith passes
Request: toEqual passes, toStrictEqual passes, toHaveBeenCalledWith passes
Response: toEqual passes, toStrictEqual passes, toHaveBeenCalledWith passes' "$seen"
