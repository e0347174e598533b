import net from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import type { Log } from '../platform/log.ts'
import { ClientLeft, leftBefore } from './client-left.ts'
import { registerErrors } from './routes.ts'

let server: FastifyInstance
let logged: { level: string; message: string }[] = []
beforeEach(() => {
  logged = []
  const at = (level: string) => (_fields: object, message: string) => void logged.push({ level, message })
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  server = fastify()
  registerErrors(server, log)
  server.post('/t', async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  })
})
afterEach(() => server.close())

/** Sends text over a connection of its own, and closes it when `leaves`. */
async function send(text: string, leaves: boolean): Promise<void> {
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const socket = net.connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(text, () => {
    if (leaves) setTimeout(() => socket.destroy(), 50)
  })
  await until(() => logged.length > 0)
  socket.destroy()
}

const HEAD = 'POST /t HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: '

it('does not take a client that leaves in the middle of its request for an overloaded database', async () => {
  await send(`${HEAD}1000\r\n\r\n{"half":`, true)
  expect(logged).toEqual([{ level: 'debug', message: 'a client left before its request was read' }])
})

it('still says that it is too busy when the connection to the database is reset', async () => {
  await send(`${HEAD}2\r\n\r\n{}`, false)
  expect(logged).toEqual([{ level: 'warn', message: 'too busy for a call' }])
})

it('says that a client has gone before its answer, and not that it went after', async () => {
  const signals: AbortSignal[] = []
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  server.get('/waits', async (_request, reply) => {
    const left = leftBefore(reply.raw)
    signals.push(left)
    arrive()
    await new Promise<void>((resolve) => left.addEventListener('abort', () => resolve()))
    throw left.reason
  })
  server.get('/answers', async (_request, reply) => {
    signals.push(leftBefore(reply.raw))
    return 'done'
  })
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  const socket = net.connect(Number(port), '127.0.0.1')
  socket.write('GET /waits HTTP/1.1\r\nhost: x\r\n\r\n')
  await arrived
  socket.destroy()
  await expect.poll(() => logged).toEqual([{ level: 'debug', message: 'a client left before its answer' }])
  expect(signals[0]?.reason).toBeInstanceOf(ClientLeft)
  expect(await (await fetch(`http://127.0.0.1:${port}/answers`)).text()).toBe('done')
  await server.close()
  expect(signals[1]?.aborted).toBe(false)
})
