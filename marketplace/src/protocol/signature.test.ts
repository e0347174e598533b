import { describe, expect, it } from 'vitest'
import { isTimestampFresh, signRequest, verifySignature } from './signature.ts'

const sample = {
  appKey: '203413189371893',
  appSecret: 'o9wl81dncmvby3ijpq7eur456zhgtaxs',
  timestampS: 1_636_087_298,
}

describe('signRequest', () => {
  it.each([
    ['{"product_id":"219530767978565"}', 'c26c8a48809141f3dd80bd9b9ddb41ea'],
    ['{}', '2b9459e6f664c0a035c77035dc7776d3'],
    ['', 'd654a1242f09dc862c48952b2499b02a'],
    ['{"title":"苹果 12"}', '8342ca81ab99a17ae222bf2dc37c5ff1'],
    ['{"product_id": "219530767978565"}', 'cde162dc722ee0cdee41f08bcb72abbd'],
  ])('signs %s without a merchant', (body, sign) => {
    expect(signRequest({ ...sample, body })).toBe(sign)
  })

  it('signs with the merchant in the partner mode', () => {
    const body = '{"product_id":"219530767978565"}'
    expect(signRequest({ ...sample, sellerId: 203_413_189_371_893, body })).toBe('f31947b7a10b9c266a1115d11d334780')
  })

  it('gives the same for text and its bytes', () => {
    const body = '{"title":"苹果 12"}'
    expect(signRequest({ ...sample, body: new TextEncoder().encode(body) })).toBe(signRequest({ ...sample, body }))
  })
})

describe('verifySignature', () => {
  it('accepts its own signature and refuses any other', () => {
    const input = { ...sample, sellerId: 5, body: '{}' }
    expect(verifySignature(input, signRequest(input))).toBe(true)
    expect(verifySignature(input, signRequest({ ...input, body: '{ }' }))).toBe(false)
    expect(verifySignature(input, signRequest({ ...input, sellerId: 6 }))).toBe(false)
    expect(verifySignature(input, signRequest(input).toUpperCase())).toBe(false)
    expect(verifySignature(input, '')).toBe(false)
  })
})

describe('isTimestampFresh', () => {
  it('accepts five minutes either way', () => {
    const nowMs = 1_000_000_000_000
    expect(isTimestampFresh(1_000_000_000 - 300, nowMs)).toBe(true)
    expect(isTimestampFresh(1_000_000_000 + 300, nowMs)).toBe(true)
    expect(isTimestampFresh(1_000_000_000 - 301, nowMs)).toBe(false)
    expect(isTimestampFresh(1_000_000_000 + 301, nowMs)).toBe(false)
  })
})
