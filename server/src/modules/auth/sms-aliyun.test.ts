import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SmsProvider, startSmsProvider } from '../../../../tests/support/sms-provider.ts'
import { settableClock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { SmsSettings } from '../../settings.ts'
import { deliverSms, demoInbox } from './sms.ts'
import { createAliyunSender } from './sms-aliyun.ts'
import { acsHeaders, acsQuery } from './sms-aliyun-signature.ts'
import { SmsNotSent } from './sms-sender.ts'
import { type AccountGateway, startAccountGateway } from './testing/account-gateway.ts'

const KEY = { id: 'testKeyId', secret: 'testKeySecret' }
const PHONE = '13800138000'
const MESSAGE = { phone: PHONE, scene: 'login', params: { code: '042137' }, text: '' } as const
const clock = settableClock('2026-11-20T02:00:00.123Z')

let provider: SmsProvider
beforeEach(async () => {
  provider = await startSmsProvider(KEY, () => clock.now())
})
afterEach(() => provider.close())

const settings = (changes: Partial<SmsSettings> = {}): SmsSettings => ({
  endpoint: provider.url,
  keyId: KEY.id,
  keySecret: KEY.secret,
  sign: "焕机 (测试)*!'~",
  templates: {
    login: 'SMS_1',
    signUp: 'SMS_2',
    resetPassword: 'SMS_3',
    updatePassword: 'SMS_4',
    confirmSelf: 'SMS_6',
    changePhone: 'SMS_7',
  },
  noticeTemplate: 'SMS_5',
  ...changes,
})

const refusal = async (changes: Partial<SmsSettings> = {}): Promise<SmsNotSent> => {
  const error = await createAliyunSender(settings(changes), clock)
    .send(MESSAGE)
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof SmsNotSent)) throw new Error(`not the expected refusal: ${String(error)}`)
  return error
}

describe('the signature', () => {
  it('is the one of the provider’s own example', () => {
    const parameters = {
      RegionId: 'cn-shanghai',
      ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
    }
    const headers = acsHeaders(
      {
        method: 'POST',
        host: 'ecs.cn-shanghai.aliyuncs.com',
        path: '/',
        parameters,
        action: 'RunInstances',
        version: '2014-05-26',
        nonce: '3156853299f313e23d1673dc12e1703d',
        now: new Date('2023-10-26T10:22:32.000Z'),
      },
      { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    )
    expect(headers.authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
        'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
        'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    )
  })

  it('encodes each sign that RFC 3986 does not leave alone, and sorts by name', () => {
    expect(acsQuery({ b: "焕!'()*~-_. /", a: '{"x":"1+1"}' })).toBe(
      'a=%7B%22x%22%3A%221%2B1%22%7D&b=%E7%84%95%21%27%28%29%2A~-_.%20%2F',
    )
  })
})

describe('sending a message', () => {
  it('names the number, the signature, the template of the scene and its code', async () => {
    await createAliyunSender(settings(), clock).send(MESSAGE)
    expect(provider.refused).toEqual([])
    expect(provider.taken).toEqual([
      {
        PhoneNumbers: PHONE,
        SignName: "焕机 (测试)*!'~",
        TemplateCode: 'SMS_1',
        TemplateParam: '{"code":"042137"}',
      },
    ])
  })

  it('signs each request anew', async () => {
    const sender = createAliyunSender(settings(), clock)
    await Promise.all([1, 2, 3, 4, 5].map(() => sender.send(MESSAGE)))
    expect(provider.taken).toHaveLength(5)
    expect(provider.refused).toEqual([])
  })

  it.each([
    ['another secret', { keySecret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['another key', { keyId: 'stranger' }, 'InvalidAccessKeyId.NotFound'],
  ])('is refused with %s, which an operator can put right', async (_name, changes, reason) => {
    expect(await refusal(changes)).toMatchObject({ reason, isPermanent: false })
    expect(provider.taken).toEqual([])
  })

  it('is refused by a provider whose clock is far away', async () => {
    const late = settableClock('2026-11-20T01:40:00.000Z')
    const sending = createAliyunSender(settings(), late).send(MESSAGE)
    await expect(sending).rejects.toMatchObject({ reason: 'InvalidTimeStamp.Expired' })
  })

  it.each([
    ['isv.MOBILE_NUMBER_ILLEGAL', true],
    ['isv.SMS_TEMPLATE_ILLEGAL', true],
    ['isv.BLACK_KEY_CONTROL_LIMIT', true],
    ['isv.BUSINESS_LIMIT_CONTROL', false],
    ['isv.AMOUNT_NOT_ENOUGH', false],
    ['isp.SYSTEM_ERROR', false],
    ['Throttling.User', false],
  ])('tells %s apart (permanent: %s)', async (code, isPermanent) => {
    provider.answerNext({ body: JSON.stringify({ Code: code, Message: PHONE, RequestId: 'R-7' }) })
    const error = await refusal()
    expect(error).toMatchObject({ reason: code, isPermanent })
    expect(error.message).toContain('R-7')
    expect(error.message).not.toContain(PHONE)
  })

  it.each([
    ['no JSON', { body: '<html>bad gateway</html>', status: 502 }, 'unreadable answer'],
    ['half an answer', { body: '{"Code":"OK"', status: 200 }, 'unreadable answer'],
    ['an answer without a code', { body: '{"ok":true}' }, 'unreadable answer'],
    ['a line that is cut', { body: '', hangsUp: true }, 'unreachable'],
    ['a way to somewhere else', { body: '', status: 302 }, 'unreachable'],
  ])('may be tried again after %s', async (_name, answer, reason) => {
    provider.answerNext(answer)
    expect(await refusal()).toMatchObject({ reason, isPermanent: false })
  })

  it('waits five seconds and no longer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(5000)
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 50)
      return controller.signal
    })
    provider.answerNext({ body: '{"Code":"OK"}', delayMs: 60_000 })
    expect(await refusal()).toMatchObject({ reason: 'timeout', isPermanent: false })
    timeout.mockRestore()
  })
})

describe('delivering through the provider', () => {
  let gateway: AccountGateway
  let nextPhone = 13800130500
  beforeAll(async () => {
    gateway = await startAccountGateway()
  })
  afterAll(() => gateway.close())

  /** Delivers as production does; gives every word that went to the log. */
  async function deliver(): Promise<string> {
    const lines: unknown[] = []
    const note = (fields: object, message: string) => {
      const { err, ...rest } = fields as { err?: Error }
      lines.push(rest, message, err?.message, err?.stack, err?.cause)
    }
    const log: Log = { debug: note, info: note, warn: note, error: note }
    clock.set(gateway.clock.now().toISOString())
    const production = { ...gateway.services.settings, mode: 'production' as const, sms: settings() }
    await deliverSms({ ...gateway.services, log, settings: production })
    return JSON.stringify(lines)
  }

  async function waiting(): Promise<{ phone: string; code: string }> {
    const phone = String(nextPhone++)
    return { phone, code: await gateway.code(phone, 'signUp') }
  }

  const stored = (phone: string) =>
    gateway.query('select state, attempts, sealed_text is null as "isEmpty" from sms_outbox where phone = $1', [phone])

  it('hands the code over, empties the message and logs nothing of it', async () => {
    const { phone, code } = await waiting()
    expect(await deliver()).toBe('[]')
    expect(provider.taken).toEqual([expect.objectContaining({ PhoneNumbers: phone, TemplateCode: 'SMS_2' })])
    expect(JSON.parse(provider.taken[0]?.TemplateParam ?? '')).toEqual({ code })
    expect(await stored(phone)).toEqual([{ state: 'delivered', attempts: 1, isEmpty: true }])
  })

  it('tries again after a limit, and tells neither the phone nor the code', async () => {
    const { phone, code } = await waiting()
    provider.answerNext({ body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","RequestId":"R-2"}' })
    const words = await deliver()
    expect(words).toContain('isv.BUSINESS_LIMIT_CONTROL')
    expect(words).not.toContain(phone)
    expect(words).not.toContain(code)
    expect(await stored(phone)).toEqual([{ state: 'pending', attempts: 1, isEmpty: false }])
    gateway.clock.advance(15_000)
    await deliver()
    expect(await stored(phone)).toEqual([{ state: 'delivered', attempts: 2, isEmpty: true }])
  })

  it('gives a message up that can never arrive', async () => {
    const { phone } = await waiting()
    provider.answerNext({ body: '{"Code":"isv.MOBILE_NUMBER_ILLEGAL","RequestId":"R-3"}' })
    expect(await deliver()).not.toContain(phone)
    expect(await stored(phone)).toEqual([{ state: 'dropped', attempts: 1, isEmpty: true }])
    gateway.clock.advance(15_000)
    const before = provider.requests()
    await deliver()
    expect(provider.requests()).toBe(before)
  })

  it('tells nothing of an unreachable provider’s address, which holds the code', async () => {
    const { phone, code } = await waiting()
    provider.answerNext({ body: '', hangsUp: true })
    const words = await deliver()
    expect(words).toContain('unreachable')
    expect(words).not.toContain(phone)
    expect(words).not.toContain(code)
    gateway.clock.advance(15_000)
    await deliver()
  })

  it('lets no slow answer hold up another message', async () => {
    const slow = await waiting()
    const quick = await waiting()
    let letGo = (): void => {}
    const after = new Promise<void>((resolve) => {
      letGo = resolve
    })
    provider.answerNext({ body: '{"Code":"OK"}', after })
    const delivery = deliver()
    await vi.waitFor(() => expect(provider.taken).toHaveLength(1), { timeout: 4_000 })
    letGo()
    await delivery
    for (const { phone } of [slow, quick]) expect(await stored(phone)).toMatchObject([{ state: 'delivered' }])
  })

  it('shows no message in an inbox when a demo sends to real phones', async () => {
    await waiting()
    const demo = { ...gateway.services.settings, sms: settings() }
    expect(await demoInbox({ ...gateway.services, settings: demo })).toEqual([])
    expect(await demoInbox(gateway.services)).not.toEqual([])
    await deliver()
  })

  it('sends nothing and fails aloud where production has no provider', async () => {
    const production = { ...gateway.services.settings, mode: 'production' as const }
    await expect(deliverSms({ ...gateway.services, settings: production })).rejects.toThrow('no SMS provider')
  })
})
