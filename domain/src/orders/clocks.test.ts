import { expect, test } from 'vitest'
import { promisedShipMs } from './clocks.ts'

test.each([
  ['FD_24HS', 24],
  ['SDR,FD_48HS', 48],
  ['SDR, FD_48HS ,FD_24HS', 24],
  ['SDR,NFR', null],
  ['FD_10MS', null],
  ['', null],
  [undefined, null],
])('goods sold with %s leave within %s hours', (services, hours) => {
  expect(promisedShipMs(services)).toBe(hours === null ? null : hours * 3_600_000)
})
