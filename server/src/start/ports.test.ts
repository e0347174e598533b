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

it('refuses one port for two doors, and an address that is not this machine’s', async () => {
  const twice = ['PORT', 'OPS_PORT'].map((setting) => ({ setting, port: 18_999, host: '127.0.0.1' }))
  await expect(checkPorts(twice)).rejects.toThrow('PORT 与 OPS_PORT')
  await expect(checkPorts([{ setting: 'PORT', port: 0, host: '192.0.2.1' }])).rejects.toThrow('HUANJI_HOST')
})
