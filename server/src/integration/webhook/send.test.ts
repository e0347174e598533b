import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressFault, isPublicAddress } from './public-address.ts'
import { type SendingRules, webhookSender } from './send.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const message = (url: string) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":1}' })
const send = (url: string, rules: Partial<SendingRules> = {}) =>
  webhookSender({ allowsLocal: true, ...rules })(message(url))

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '127.9.9.9', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1'],
    ...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1'],
    ...['64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', '2001::1', 'not an address'],
  ])('%s is none of the internet', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '223.5.5.5', '2400:3200::1', '2606:4700::1111'])(
    '%s is one of the internet',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it('is taken with https, a name or a public number, and nobody’s password', () => {
    for (const good of ['https://erp.example.com/hooks', 'https://erp.example.com:8443/', 'https://1.1.1.1/']) {
      expect(addressFault(good, false)).toBeNull()
    }
    const bad = [
      ...['http://erp.example.com/', 'https://user:pw@erp.example.com/', 'https://localhost/', 'https://127.0.0.1/'],
      ...[
        'https://10.0.0.1/',
        'https://[::1]/',
        'https://[::ffff:7f00:1]/',
        'https://a.internal/',
        'https://2130706433/',
      ],
      ...['ftp://erp.example.com/', 'no address', 'https://169.254.169.254/latest/meta-data', 'https://0x7f.1/'],
    ]
    expect(bad.filter((address) => addressFault(address, false) === null)).toEqual([])
  })

  it('on this machine is taken where that is allowed, and no other one of the neighbourhood', () => {
    expect(addressFault('http://127.0.0.1:9000/', true)).toBeNull()
    expect(addressFault('http://localhost:9000/', true)).toBeNull()
    expect(addressFault('http://192.168.1.1/', true)).not.toBeNull()
    expect(addressFault('https://192.168.1.1/', true)).not.toBeNull()
  })
})

describe('a message', () => {
  it('arrives as it was sent', async () => {
    receiver.answers(202, 'taken')
    expect(await send(receiver.url)).toMatchObject({ status: 202, answer: 'taken' })
    expect(receiver.received.at(-1)).toMatchObject({
      path: '/hooks',
      headers: { 'webhook-id': 'msg_1' },
      body: '{"a":1}',
    })
  })

  it('goes to the address that was looked at, and to no other', async () => {
    const { port } = new URL(receiver.url)
    const here = [{ address: '127.0.0.1', family: 4 }]
    const local = await send(`http://localhost:${port}/named`, { resolve: async () => here })
    expect(local.status).toBe(202)
    // a name that leads inside is not asked, also beside an address of the internet
    const inside = [{ address: '1.1.1.1', family: 4 }, ...here]
    for (const found of [here, inside, [{ address: '::ffff:127.0.0.1', family: 6 }]]) {
      const told = await send(`https://rebound.example.com:${port}/`, {
        allowsLocal: false,
        resolve: async () => found,
      })
      expect(told).toMatchObject({ status: null, answer: '域名指向内网或本机地址，未发送' })
    }
    const nobody = await send('https://nobody.example.com/', { resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(nobody).toMatchObject({ status: null, answer: '找不到该域名' })
  })

  it('does not follow anybody elsewhere', async () => {
    const count = receiver.received.length
    receiver.answers(302, '', { location: `${receiver.url}/elsewhere` })
    expect(await send(receiver.url)).toMatchObject({ status: 302 })
    expect(receiver.received).toHaveLength(count + 1)
  })

  it('waits no longer than its time, and reads no more than its share', async () => {
    receiver.staysSilent(true)
    expect(await send(receiver.url, { timeoutMs: 150 })).toMatchObject({ status: null, answer: '10 秒内没有应答' })
    receiver.staysSilent(false)
    receiver.answers(500, `${'错'.repeat(400)}\u0007${'x'.repeat(1_000_000)}`)
    const told = await send(receiver.url)
    expect(told.status).toBe(500)
    expect(told.answer).toBe('错'.repeat(300))
    const slow = new Promise<readonly []>(() => {})
    expect(await send('https://slow.example.com/', { timeoutMs: 50, resolve: () => slow })).toMatchObject({
      answer: '10 秒内没有应答',
    })
  })

  it('defect: the time-out of a message that was refused unsent ended the process', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    expect(await send('http://192.168.1.1/', { timeoutMs: 5 })).toMatchObject({ status: null })
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  it('that nobody takes says why', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: null, answer: '连接被拒绝' })
    expect(await send('http://192.168.1.1/')).toMatchObject({ status: null, answer: '只能推送到 https:// 开头的地址' })
  })
})
