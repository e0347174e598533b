import { auth } from '@huanji/contract/features/auth/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverSms } from './sms.ts'
import { type AccountGateway, granted, startAccountGateway } from './testing/account-gateway.ts'

const HOUR_MS = 3_600_000

let gateway: AccountGateway
beforeAll(async () => {
  gateway = await startAccountGateway()
})
afterAll(() => gateway.close())

const ask = async (phone: string) =>
  gateway.call(auth.captchaSend, { phone, scene: 'login', ...(await gateway.captcha()) })

/** Does something an hour ahead, and goes on two seconds after the present. */
async function anHourAhead(work: () => Promise<unknown>): Promise<void> {
  const present = gateway.clock.now().toISOString()
  gateway.clock.advance(HOUR_MS)
  await work()
  gateway.clock.set(present)
  gateway.clock.advance(2_000)
}

it('CODE_TOO_SOON does not ask for 3,658 seconds of patience after the clock stood an hour ahead', async () => {
  const phone = '13800131901'
  await anHourAhead(async () => granted(await ask(phone)))
  expect(granted(await ask(phone))).toEqual({ resendAfter: 60 })
  gateway.clock.advance(20_000)
  expect(await ask(phone)).toMatchObject({ _bizErrCode: 'CODE_TOO_SOON', _errStr: '验证码发送过于频繁，请40秒后再试' })
})

it('CODE_TOO_SOON never asks for longer than the countdown, also when the last code was sent by a clock a little ahead', async () => {
  const phone = '13800131902'
  const present = gateway.clock.now().toISOString()
  gateway.clock.advance(30_000)
  granted(await ask(phone))
  gateway.clock.set(present)
  expect(await ask(phone)).toMatchObject({ _bizErrCode: 'CODE_TOO_SOON', _errStr: '验证码发送过于频繁，请60秒后再试' })
})

it('a message that was put off while the clock stood an hour ahead goes out now', async () => {
  const sent: string[] = []
  const services = { ...gateway.app.services, db: gateway.db }
  const failing = { send: () => Promise.reject(new Error('the provider is away')) }
  await anHourAhead(async () => {
    granted(await ask('13800131903'))
    await deliverSms(services, failing)
  })
  await deliverSms(services, {
    send: async ({ phone }) => {
      sent.push(phone)
    },
  })
  expect(sent).toContain('13800131903')
})
