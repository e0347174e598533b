import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { registerErrors } from './routes.ts'
import { registerWebFiles } from './web-files.ts'

let folder: string
let server: FastifyInstance
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-web-'))
  fs.mkdirSync(path.join(folder, 'assets'))
  fs.writeFileSync(path.join(folder, 'index.html'), '<title>焕机</title>')
  fs.writeFileSync(path.join(folder, 'index.html.gz'), gzipSync('<title>焕机</title>'))
  fs.writeFileSync(path.join(folder, 'assets', 'page-a1B2c3D4.js'), 'a script')
  fs.writeFileSync(path.join(folder, 'assets', 'page-a1B2c3D4.js.gz'), gzipSync('a script'))
  fs.writeFileSync(path.join(folder, '..', `${path.basename(folder)}-secret`), 'secret')
  server = fastify()
  registerErrors(server, createLog('silent'))
  await registerWebFiles(server, folder)
})
afterAll(async () => {
  await server.close()
  fs.rmSync(`${folder}-secret`)
  fs.rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })
const asBrowser = { accept: 'text/html,application/xhtml+xml' }

it('serves the page at every address that could be a page’s, to be asked for again each time', async () => {
  for (const url of ['/', '/login', '/check/ys/detail?inspectionId=1']) {
    const { statusCode, body, headers } = await get(url, asBrowser)
    expect([statusCode, body, headers['cache-control']]).toEqual([200, '<title>焕机</title>', 'no-cache'])
  }
})

it('serves the compressed page behind a bare slash to whoever takes anything', async () => {
  const { statusCode, headers } = await get('/', { accept: '*/*', 'accept-encoding': 'gzip, deflate' })
  expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'gzip', 'no-cache'])
})

it('lets browsers keep what carries its hash in its name, and sends it compressed', async () => {
  const plain = await get('/assets/page-a1B2c3D4.js')
  expect([plain.body, plain.headers['cache-control']]).toEqual(['a script', 'public, max-age=31536000, immutable'])
  const zipped = await get('/assets/page-a1B2c3D4.js', { 'accept-encoding': 'gzip' })
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
})

it('answers the envelope for a file that is not there, another method, and whoever wants no page', async () => {
  const unknown = { _errCode: '80020003', _data: null }
  for (const answer of [
    await get('/assets/gone-a1B2c3D4.js', asBrowser),
    await get('/api/none', { accept: 'application/json' }),
    await server.inject({ method: 'PUT', url: '/login', headers: asBrowser }),
  ]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject(unknown)
  }
})

it('serves nothing from outside its folder', async () => {
  const name = `${path.basename(folder)}-secret`
  for (const url of [`/../${name}`, `/%2e%2e/${name}`, `/assets/..%2f..%2f${name}`, `//${name}`]) {
    expect((await get(url)).body).not.toContain('secret"')
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400)
  }
})
