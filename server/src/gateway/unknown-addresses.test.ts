import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { testSettings } from '../../../tests/support/gateway.ts'
import { type App, createApp } from '../app.ts'
import * as modules from '../modules.ts'
import { systemClock } from '../platform/clock.ts'

const PAGE = '<!doctype html><title>焕机</title>'
const LONG = 15_000

/** Addresses that were answered with 500, and others of their kind. */
const ADDRESSES = [
  '/%00',
  '/login%00',
  '//',
  '//x',
  '/a//b',
  '/sale/order//',
  '/login//',
  '/.',
  '/../x',
  '/a/../../x',
  '/%2e%2e/x',
  '/x.html',
  '/.env',
  '/%zz',
  '/%',
  '/%c0%af',
  '/\\..\\x',
  `/${'x'.repeat(LONG)}`,
  `/${'x'.repeat(LONG)}.js`,
  `/${'x/'.repeat(LONG / 2)}`,
]

let database: TestDatabase
let app: App
const logged: string[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  const webFolder = path.join(database.dataFolder, 'web')
  fs.mkdirSync(webFolder)
  fs.writeFileSync(path.join(webFolder, 'index.html'), PAGE)
  app = await createApp({
    settings: testSettings(database.dataFolder),
    open: { ...database.open, close: async () => undefined },
    clock: systemClock,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    modules,
    marketplace: { url: 'http://127.0.0.1:9', appKey: '1', appSecret: 'a secret of tests' },
    webFolder,
    usesQueue: false,
  })
  await app.listen()
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** Sends the address as it stands: other clients tidy it first. */
function ask(address: string, method: string, accept: string) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const request = http.request({ hostname, port, path: address, method, headers: { accept } }, async (response) => {
      const pieces: Buffer[] = await response.toArray()
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(pieces).toString(),
      })
    })
    request.once('error', reject)
    request.end()
  })
}

describe.each(ADDRESSES.map((address) => [address.slice(0, 20), address]))(
  'the address %s that is nobody’s',
  (_name, address) => {
    it('shows a browser the page, with 404', async () => {
      const { status, headers, body } = await ask(address, 'GET', 'text/html,*/*;q=0.8')
      expect([status, headers['content-type'], body]).toEqual([404, 'text/html; charset=utf-8', PAGE])
      expect(headers['content-security-policy']).toContain("default-src 'self'")
      expect((await ask(address, 'HEAD', 'text/html')).status).toBe(404)
    })

    it('is 404 to whoever takes anything', async () => {
      expect((await ask(address, 'GET', '*/*')).status).toBe(404)
    })

    it('answers others with the envelope', async () => {
      for (const [method, accept] of [
        ['GET', 'application/json'],
        ['POST', 'text/html'],
      ] as const) {
        const { status, headers, body } = await ask(address, method, accept)
        expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
        expect(JSON.parse(body)).toMatchObject({ _errCode: '80020003', _data: null })
      }
    })
  },
)

it('none of these addresses is an error of the server in its log', () => {
  expect(logged).toEqual([])
})
