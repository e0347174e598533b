import { expect, it } from 'vitest'
import { isUnavailable } from './errors.ts'

it.each([
  'could not commit transaction for shard 102174 on at least one active node',
  'could not commit transaction on any active node',
  'postmaster was shut down, exiting',
  'connection not open',
  'connection to the remote node postgres@127.0.0.1:5601 failed with the following error: Connection refused',
  'failure on connection marked as essential: 127.0.0.1:5601',
  'could not establish any connections to the node 127.0.0.1:5601 after 30000 ms',
])('defect: a node lost while it was asked was an internal error: %s', (message) => {
  expect(isUnavailable(Object.assign(new Error(message), { code: 'XX000' }))).toBe(true)
  expect(isUnavailable(Object.assign(new Error('cache lookup failed'), { code: 'XX000' }))).toBe(false)
})
