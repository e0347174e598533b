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

it('defect: whoever takes anything (curl, a monitor, a link preview) got 404 in JSON where a browser gets the page', async () => {
  for (const headers of [{ accept: '*/*' }, {}, { accept: 'text/*' }]) {
    for (const url of ['/login', '/sale/order/', '/check/yx/batchCheck', '/layout', '/help?topic=start']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers: said, body } = await server.inject({ method, url, headers })
        expect([url, statusCode, said['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8'])
        expect(body).toBe(method === 'GET' ? '<title>焕机</title>' : '')
      }
    }
  }
})

it('defect: an address that is no page’s was answered with 200', async () => {
  for (const accept of [asBrowser.accept, '*/*']) {
    for (const url of ['/nope', '/sale/nope', '/home', '/check/yx/batchcheck', '/Login', '/agreement/x', '/login//']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers, body } = await server.inject({ method, url, headers: { accept } })
        expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8'])
        expect(body).toBe(method === 'GET' ? '<title>焕机</title>' : '')
      }
    }
  }
  const { statusCode, headers } = await get('/nope', { accept: 'application/json' })
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
})

it('answers programs in their own words, whatever they say they take', async () => {
  for (const url of ['/api/none', '/files/none', '/gone.js', '/.env', '/assets/gone.js']) {
    const { statusCode, headers } = await get(url, { accept: '*/*' })
    expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8'])
  }
  const script = await get('/nope', { accept: '*/*', 'sec-fetch-dest': 'script' })
  expect(script.headers['content-type']).toBe('application/json; charset=utf-8')
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
