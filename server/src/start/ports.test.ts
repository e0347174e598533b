import net from 'node:net'
import { expect, it } from 'vitest'
import { checkPorts } from './ports.ts'

it('lets free ports pass and leaves them free', async () => {
  const wanted = [
    { setting: 'PORT', port: 0, host: '127.0.0.1' },
    { setting: 'OPS_PORT', port: 0, host: '127.0.0.1' },
  ]
  await checkPorts(wanted)
  await checkPorts(wanted)
})

it('names a port that is taken, and the setting that moves it', async () => {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(checkPorts([{ setting: 'OPS_PORT', port, host: '127.0.0.1' }])).rejects.toThrow(
    new RegExp(`端口 ${port} 已被[\\s\\S]*OPS_PORT=${port + 10}`),
  )
  await new Promise((resolve) => server.close(resolve))
})

it('names all ports that are taken at once, not one after the other', async () => {
  const servers = [net.createServer(), net.createServer()]
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const [first = 0, second = 0] = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  const host = '127.0.0.1'
  const checked = checkPorts([
    { setting: 'PORT', port: first, host },
    { setting: 'OPS_PORT', port: 0, host },
    { setting: 'HUANJI_SANDBOX_PORT', port: second, host },
  ])
  for (const named of [
    `端口 ${first} 已被`,
    `端口 ${second} 已被`,
    `PORT=${first + 10}`,
    `HUANJI_SANDBOX_PORT=${second + 10}`,
  ]) {
    await expect(checked).rejects.toThrow(named)
  }
  await expect(checked).rejects.toThrow(expect.objectContaining({ message: expect.not.stringContaining('OPS_PORT') }))
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
})

it('refuses one port for two doors, and an address that is not this machine’s', async () => {
  const twice = ['PORT', 'OPS_PORT'].map((setting) => ({ setting, port: 18_999, host: '127.0.0.1' }))
  await expect(checkPorts(twice)).rejects.toThrow('PORT 与 OPS_PORT')
  await expect(checkPorts([{ setting: 'PORT', port: 0, host: '192.0.2.1' }])).rejects.toThrow('HUANJI_HOST')
})
