import net from 'node:net'
import { expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { openDatabase } from './open.ts'

const open = (port: number) =>
  openDatabase({
    databaseUrl: `postgres://somebody:hunter2@127.0.0.1:${port}/huanji`,
    dataFolder: '/nonexistent',
    poolSize: 2,
    cursorKey: 'a key that only tests use',
    log: createLog('silent'),
  })

/** What PostgreSQL sends: a type, the length, the content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const number16 = (value: number) => Buffer.from([value >> 8, value & 255])
const number32 = (value: number) => Buffer.concat([number16(value >> 16), number16(value & 65_535)])
const READY = message('Z', Buffer.from('I'))

/** A server that lets anyone in and answers every question with its version. */
function answering(version: number, name: string): Promise<net.Server> {
  const column = (label: string, type: number) =>
    Buffer.concat([
      Buffer.from(`${label}\0`),
      number32(0),
      number16(0),
      number32(type),
      number16(4),
      number32(-1 >>> 0),
      number16(0),
    ])
  const cell = (text: string) => Buffer.concat([number32(text.length), Buffer.from(text)])
  const answer = Buffer.concat([
    message('T', Buffer.concat([number16(2), column('version', 23), column('name', 25)])),
    message('D', Buffer.concat([number16(2), cell(String(version)), cell(name)])),
    message('C', Buffer.from('SELECT 1\0')),
    READY,
  ])
  const server = net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', number32(0)), READY]))
      socket.on('data', (asked) => (asked[0] === 'X'.charCodeAt(0) ? socket.end() : socket.write(answer)))
    })
    socket.on('error', () => undefined)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const portOf = (server: net.Server) => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

it('says what to look at when the server cannot be reached, and shows no password', async () => {
  const server = await answering(0, '')
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  const error: unknown = await open(port).catch((reason: unknown) => reason)
  expect(String(error)).toMatch(/连接不上数据库（ECONNREFUSED）[\s\S]*DATABASE_URL/)
  expect(String(error)).not.toContain('hunter2')
})

it('refuses a server that is too old, with the version it needs', async () => {
  const server = await answering(140_011, '14.11')
  await expect(open(portOf(server))).rejects.toThrow(/PostgreSQL 14\.11[\s\S]*15/)
  await new Promise((resolve) => server.close(resolve))
})
