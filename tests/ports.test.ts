import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ownPort, ownPortsInARow } from './support/ports.ts'

test('defect: a server that came back found its port given to somebody’s connection meanwhile', async () => {
  const range = process.platform === 'linux' ? readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8') : '49152'
  const givenFrom = Number(range.trim().split(/\s+/)[0])
  const ports = [await ownPort(), await ownPort(), await ownPort()]
  expect(new Set(ports).size).toBe(3)
  for (const port of ports) expect(port).toBeLessThan(givenFrom)
})

test('ports in a row follow each other', async () => {
  const first = await ownPortsInARow(3)
  expect(await ownPort()).toBeGreaterThanOrEqual(first + 3)
})
