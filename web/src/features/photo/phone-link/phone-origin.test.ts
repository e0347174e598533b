import { expect, test } from 'vitest'
import { isReachable, phoneOrigin } from './phone-origin.ts'

test.each([
  ['http://192.168.1.20:8080', 'https://erp.example.com', 'http://192.168.1.20:8080'],
  ['http://127.0.0.1:8080', 'https://erp.example.com/back', 'https://erp.example.com'],
  ['http://localhost:8080', 'http://localhost:8080', 'http://localhost:8080'],
  ['http://[::1]:8080', '', 'http://[::1]:8080'],
])('from %s with the site at %s a phone is led to %s', (here, siteUrl, expected) => {
  expect(phoneOrigin(here, siteUrl)).toBe(expected)
})

test('an address of the machine itself is no address for a phone', () => {
  for (const own of [
    'http://127.0.0.1',
    'http://127.3.2.1:80',
    'http://localhost:5',
    'http://[::1]',
    'http://a.localhost',
  ])
    expect(isReachable(own), own).toBe(false)
  for (const other of ['http://192.168.0.3', 'https://localhost.example.com', 'http://[fe80::1]'])
    expect(isReachable(other), other).toBe(true)
})
