import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import type { Envelope, LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import type { RolePreset } from '@huanji/contract/presets'
import {
  NOBODY,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../../../tests/support/gateway.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { addEmployee, type CreatedMerchant, createMerchant } from '../../people/commands.ts'
import { openCaptcha } from '../captcha.ts'
import { demoInbox } from '../sms.ts'

/** Invented: no one has it anywhere else. */
export const PASSWORD = 'Huanji2026'
const CAPTCHA = 'AC34'

type Session = OutputOf<typeof auth.signUp>

/** Hashes are slow on purpose; the tests share one. */
const passwordHash = hashPassword(PASSWORD)

interface Caller {
  readonly login?: LoginContext
  /** The network address the call comes from. */
  readonly ip?: string
}

/** A gateway behind a proxy, with the steps that tests of accounts share. */
export async function startAccountGateway({ settings, ...options }: TestGatewayOptions = {}) {
  const gateway = await startTestGateway({ ...options, settings: { trustedProxies: 1, ...settings } })
  return { ...gateway, ...accountFixtures(gateway) }
}

export type AccountGateway = Awaited<ReturnType<typeof startAccountGateway>>

function accountFixtures({ app, database, db, clock, post }: TestGateway) {
  const services = { ...app.services, db }

  async function call<S extends CallSpec>(
    spec: S,
    payload: InputOf<S>,
    { login = NOBODY, ip = '127.0.0.1' }: Caller = {},
  ): Promise<Envelope<OutputOf<S>>> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip }
    const response = await post(spec.path, JSON.stringify({ ...login, ...(payload as object) }), headers)
    return (await response.json()) as Envelope<OutputOf<S>>
  }

  /** Rows as the owner of the tables sees them: everything, of every merchant. */
  const query = async (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> =>
    (await database.open.ownerQuery(text, values)).rows as Record<string, unknown>[]

  /** A captcha whose answer is known, as an input's two fields. */
  const captcha = async (answer = CAPTCHA) => ({
    captchaId: await db.global((tx) => openCaptcha(tx, services, CAPTCHA, clock.now())),
    captchaCode: answer,
  })

  /** Has a code sent and reads it from the demo's inbox. */
  async function code(phone: string, scene: InputOf<typeof auth.captchaSend>['scene'], ip?: string): Promise<string> {
    const options = ip === undefined ? {} : { ip }
    granted(await call(auth.captchaSend, { phone, scene, ...(await captcha()) }, options))
    return lastCode(phone)
  }

  /** The newest code sent to a phone, from the demo's inbox. */
  async function lastCode(phone: string): Promise<string> {
    const message = (await demoInbox(services)).find((one) => one.phone === phone)
    if (!message) throw new Error(`no message for ${phone}`)
    return message.code
  }

  const merchant = (phone: string, name: string): Promise<CreatedMerchant> =>
    passwordHash.then((hash) =>
      db.global((tx) => createMerchant(tx, { name, phone, passwordHash: hash, now: clock.now() })),
    )

  /** Adds an employee with one of the usual roles and the usual password. */
  async function employee(
    { merchantId, roleIds }: CreatedMerchant,
    phone: string,
    preset: RolePreset['key'],
    withPassword = true,
  ): Promise<string> {
    const hash = await passwordHash
    return db.tenant(merchantId, (tx) =>
      addEmployee(tx, {
        phone,
        name: `员工${phone.slice(-4)}`,
        roleIds: [roleIds[preset]],
        isOwner: false,
        ...(withPassword ? { passwordHash: hash } : {}),
        now: clock.now(),
      }),
    )
  }

  const signIn = async (phone: string): Promise<LoginContext> =>
    contextOf(granted(await call(auth.login, { phone, password: PASSWORD })))

  return { services, call, query, captcha, code, lastCode, merchant, employee, signIn }
}

/** What an answer holds. @throws Error when the call was refused */
export function granted<T>(answer: Envelope<T>): T {
  if (answer._errCode !== '0' || answer._data === null) throw new Error(JSON.stringify(answer))
  return answer._data
}

/** The session of a sign-in, as a request's login context. @throws Error when a choice was answered instead */
export function contextOf(answer: OutputOf<typeof auth.login>): LoginContext {
  if (!('loginToken' in answer)) throw new Error('a choice of merchants, not a session')
  const { loginToken, loginPhone, employeeId, merchantId }: Session = answer
  return { loginToken, loginPhone, employeeId, merchantId }
}

/** Makes the same call several times at once. */
export const atOnce = <S extends CallSpec>(
  gateway: AccountGateway,
  times: number,
  spec: S,
  payload: InputOf<S>,
): Promise<Envelope<OutputOf<S>>[]> => Promise.all(Array.from({ length: times }, () => gateway.call(spec, payload)))

/** How many answers came to each outcome: `ok`, a refusal's word, or a transport code. */
export function outcomes(answers: readonly Envelope<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const outcome = answer._errCode === '0' ? 'ok' : answer._bizErrCode || answer._errCode
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
