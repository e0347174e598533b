import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { BODY_LIMIT_BYTES } from '@huanji/contract/constants'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { someAtOnce } from '../../contract/checks/at-once.ts'
import { examplesOf } from '../../contract/checks/isolation.ts'
import { problemsOf } from '../../contract/gateway/answer-check.ts'
import { changedAt } from '../../contract/schema/paths.ts'
import { bareShape, type Shape, shapeOf, type TextShape } from '../../contract/schema/shape.ts'
import { sampled } from '../../support/depth.ts'
import { clearFailures, envelopeIn, phonesFrom, sendRaw, signInByCode } from './gateway.ts'

/** What becomes of a text does not hang on the hash of a password. */
vi.mock(import('@huanji/server/platform/passwords'), async (original) => ({
  ...(await original()),
  hashPassword: async () => 'a hash',
  verifyPassword: async () => false,
}))

const nextPhone = phonesFrom(13800139600)

/** Texts that mean something to a browser, a database, a spreadsheet, a log or a terminal. */
const ATTACKS: readonly (readonly [string, string])[] = [
  ['a script', '<script>a()</script>'],
  ['a handler', '<img src=x onerror=a'],
  ['an address that runs', 'javascript:alert(1)'],
  ['the end of a string', "' or '1'='1"],
  ['a second statement', "'; drop table role--"],
  ['a dollar quote', '$$;select 1;$$'],
  ['a placeholder', '$1 ? :a %s {0} {n}'],
  ['a template', `{{7*7}}$\{7*7}<%= 7 %>`],
  ['a formula', '=HYPERLINK("x")'],
  ['another formula', '+1+cmd|/C calc!A0'],
  ['a new header', 'a\r\nSet-Cookie: b=1'],
  ['a new log line', 'a\n{"level":60}'],
  ['text that turns round', '\u202egnp.exe\u202c'],
  ['half a character', 'a\ud800b'],
  ['a path', '../../../etc/passwd'],
  ['a lookup', `$\{jndi:ldap://x}`],
]

let gateway: AccountGateway
let shop: CreatedMerchant
let owner: LoginContext

beforeAll(async () => {
  gateway = await startAccountGateway()
  const phone = nextPhone()
  shop = await gateway.merchant(phone, '示例商家')
  owner = await signInByCode(gateway, phone)
})
afterAll(() => gateway.close())

interface TextField {
  readonly keys: readonly (string | number)[]
  readonly shape: TextShape
}

/** Every place of an input that holds text of any kind. */
function textFields(shape: Shape, keys: readonly (string | number)[] = []): TextField[] {
  const bare = bareShape(shape)
  switch (bare.kind) {
    case 'text':
      return [{ keys, shape: bare }]
    case 'fields':
      return Object.entries(bare.fields).flatMap(([name, field]) => textFields(field, [...keys, name]))
    case 'list':
      return textFields(bare.element, [...keys, 0])
    case 'dictionary':
      return textFields(bare.value, [...keys, 'A1'])
    case 'either':
      return bare.options.flatMap((option) => textFields(option, keys))
    default:
      return []
  }
}

/** A copy of `payload` with `value` at `keys`; what is missing on the way is made. */
function withText(payload: unknown, keys: readonly (string | number)[], value: string): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list = Array.isArray(payload) ? payload : []
    return [withText(list[0], rest, value), ...list.slice(1)]
  }
  const fields = (typeof payload === 'object' && payload !== null ? payload : {}) as Record<string, unknown>
  return { ...fields, [key]: withText(fields[key], rest, value) }
}

const fieldsOf = (spec: CallSpec): TextField[] => textFields(shapeOf(spec.input))
const nameOf = ({ keys }: TextField): string => keys.join('.')

const withTexts = allCalls
  .filter((spec) => fieldsOf(spec).length > 0 && !spec.path.endsWith('/logout'))
  .map((spec) => [spec.path, spec] as const)
const writes = withTexts.filter(([, { kind }]) => kind === 'write')

const bodyOf = (spec: CallSpec, payload: unknown): string =>
  JSON.stringify({ ...(spec.access === 'public' ? {} : owner), ...(payload as object) })

/** Longer than any name may be, cut to what the field takes. */
const fitted = (text: string, { max }: TextShape): string => text.slice(0, Math.min(max, 200))

describe('hostile text in a field', () => {
  it.each(sampled(withTexts, 3))('%s answers it soundly, as data that nothing runs', async (path, spec) => {
    await clearFailures(gateway)
    const found: unknown[] = []
    for (const field of fieldsOf(spec)) {
      const payloadOf = (text: string) => withText(spec.example, field.keys, fitted(text, field.shape))
      // what only a narrow form passes is refused by the contract, whatever the text: a few are enough to show it
      const isNarrow = !ATTACKS.some(([, text]) => spec.input.safeParse(payloadOf(text)).success)
      const attack = async ([what, text]: (typeof ATTACKS)[number]) => {
        const answer = await sendRaw(gateway, path, bodyOf(spec, payloadOf(text)))
        const { headers } = answer
        const problems = problemsOf({ ...answer, body: JSON.parse(answer.text) }, spec)
        if (headers.get('x-content-type-options') !== 'nosniff') problems.push('may be sniffed')
        if (headers.has('set-cookie')) problems.push('sets a cookie')
        if ([...headers.values()].some((value) => value.includes(text))) problems.push('has it in a header')
        if (problems.length > 0) found.push([nameOf(field), what, problems, answer.text.slice(0, 300)])
      }
      if (isNarrow) await someAtOnce(ATTACKS.slice(0, 4), attack)
      else if (spec.kind === 'read') await someAtOnce(ATTACKS, attack)
      else for (const one of ATTACKS) await attack(one)
    }
    expect(found).toEqual([])
  })

  it('leaves every table where it was', async () => {
    const tables = await gateway.query(
      "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname in ('role', 'employee', 'address', 'account', 'audit_log')",
    )
    expect(tables).toHaveLength(5)
  })
})

/** Secrets are compared and never shown, so their content is not restricted. */
const IS_SECRET = /password|Password|ticket|^token$/
/**
 * Codes are compared with those there are, or read by the domain, which knows each kind's letters: any other text is
 * answered as an unknown code and never kept.
 */
const IS_CODE =
  /^(filter\.(type|reasonCode)(\.0)?|filter\.(orderNo|refundNo)|rows\.0\.price|cursor|captchaCode|captchaId|grants\.0|firstCode|spuId|origin|state|reasonCode)$|(^|\.)(code(\.\w+)?|modelId(\.0)?|skuId|carrierCode|waybill|scans\.0|answers\.A1\.options\.0|unitCode|bagCode|position|itemCode|optionCode)$/

/** The whole text of a file, which is read line by line and kept as the cells that are understood. */
const isFile = ({ bodyLimitBytes }: CallSpec, field: string): boolean =>
  bodyLimitBytes > BODY_LIMIT_BYTES && field === 'text'

describe('control characters', () => {
  it.each(writes)('%s takes none into a text', (_path, spec) => {
    const taken: string[] = []
    for (const field of fieldsOf(spec)) {
      if (IS_SECRET.test(nameOf(field)) || IS_CODE.test(nameOf(field)) || isFile(spec, nameOf(field))) continue
      for (const character of ['\u0001', '\u0008', '\u000b', '\u001b', '\u007f']) {
        const text = `a${character}b`
        const path = field.keys.join('.')
        const isRefused = (base: unknown): boolean => {
          const { success, error } = spec.input.safeParse(withText(base, field.keys, text))
          // another shape of the payload does not have the field
          const isOther = ({ code }: { code: string }) => code === 'invalid_union' || code === 'unrecognized_keys'
          return !success && error.issues.some((issue) => issue.path.join('.') === path || isOther(issue))
        }
        if (!examplesOf(spec).every(isRefused)) taken.push(`${path} takes U+${character.charCodeAt(0).toString(16)}`)
      }
    }
    expect(taken).toEqual([])
  })

  it.each(sampled(withTexts, 3))('%s takes no NUL anywhere', async (path, spec) => {
    await someAtOnce(fieldsOf(spec), async (field) => {
      const body = bodyOf(spec, withText(spec.example, field.keys, 'a\u0000b'))
      const answer = await sendRaw(gateway, path, body)
      expect([nameOf(field), answer.status]).toEqual([nameOf(field), 400])
      // as a bare byte it is no JSON either
      const bare = await sendRaw(gateway, path, body.replace('\\u0000', '\u0000'))
      expect([nameOf(field), bare.status]).toEqual([nameOf(field), 400])
    })
  })

  it('takes none in a name of a field', async () => {
    for (const key of ['a\u0000', 'name\u0000', '\u0000'])
      expect(
        (await sendRaw(gateway, role.edit.path, bodyOf(role.edit, { ...role.edit.example, [key]: 'x' }))).status,
      ).toBe(400)
  })
})

describe('endless text', () => {
  it.each(writes)(
    '%s takes no field of a hundred thousand characters, and no body of more than it reads',
    async (path, spec) => {
      for (const field of fieldsOf(spec).filter((one) => !isFile(spec, nameOf(one)))) {
        const answer = await sendRaw(
          gateway,
          path,
          bodyOf(spec, withText(spec.example, field.keys, '长'.repeat(60_000))),
        )
        expect([nameOf(field), answer.status]).toEqual([nameOf(field), 400])
      }
      const [field] = fieldsOf(spec)
      const huge = await sendRaw(
        gateway,
        path,
        bodyOf(spec, withText(spec.example, field?.keys ?? [], 'x'.repeat(Math.max(3_000_000, spec.bodyLimitBytes)))),
      )
      expect(huge.status).toBe(413)
    },
  )

  it('takes no nest of ten thousand lists', async () => {
    const nest = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const answer = await sendRaw(
      gateway,
      role.edit.path,
      `${bodyOf(role.edit, role.edit.example).slice(0, -1)},"x":${nest}}`,
    )
    expect(answer.status).toBe(400)
    expect(envelopeIn(answer)._errCode).toBe(ERR.malformed)
  })
})

/** What no name may hold: it would be read as something else. */
const REFUSED = ['half a character', 'a new header', 'a new log line', 'text that turns round']
/** What is stored and shown again, character by character; a browser shows it as text. */
const KEPT = ATTACKS.filter(([what]) => !REFUSED.includes(what))

describe('hostile text that is a name', () => {
  it.each(KEPT)('%s stands in a role as it was written', async (_what, text) => {
    const name = `${text.slice(0, 19)}名`
    const answer = await gateway.call(role.edit, { name, grants: ['/sale'], refundLimitFen: 0 }, { login: owner })
    const { roleId } = granted(answer)
    const info = granted(await gateway.call(role.info, { roleId }, { login: owner }))
    expect(info.role?.name).toBe(name)
    const [row] = await gateway.query('select name from role where id = $1', [roleId])
    expect(row?.name).toBe(name)
  })

  it.each(KEPT)('%s stands in an employee as it was written', async (_what, text) => {
    const name = text.slice(0, 20)
    const payload = { name, phone: nextPhone(), roleIds: [shop.roleIds.shipper] }
    const { staffId } = granted(await gateway.call(employee.edit, payload, { login: owner }))
    expect(granted(await gateway.call(employee.info, { staffId }, { login: owner })).name).toBe(name)
    const login = await signInByCode(gateway, payload.phone)
    expect(login.employeeId).toBe(staffId)
  })

  it.each(KEPT)('%s stands in an address as it was written', async (_what, text) => {
    const payload = { ...address.edit.example, contactName: text.slice(0, 20), detail: text }
    const { addressId } = granted(await gateway.call(address.edit, payload, { login: owner }))
    const row = granted(await gateway.call(address.info, { addressId }, { login: owner }))
    expect([row.contactName, row.detail]).toEqual([text.slice(0, 20), text])
  })

  it.each(ATTACKS.filter(([what]) => REFUSED.includes(what)))('%s is refused as a name', async (_what, text) => {
    const roleInput = { name: text, grants: ['/sale'], refundLimitFen: 0 }
    const staffInput = { name: text, phone: nextPhone(), roleIds: [shop.roleIds.shipper] }
    const answers = [
      await gateway.call(role.edit, roleInput, { login: owner }),
      await gateway.call(employee.edit, staffInput, { login: owner }),
      await gateway.call(address.edit, { ...address.edit.example, contactName: text }, { login: owner }),
    ]
    expect(answers.map((answer) => answer._errCode)).toEqual([ERR.malformed, ERR.malformed, ERR.malformed])
  })

  it('stands in a merchant as it was written, and is shown to nobody else', async () => {
    const phone = nextPhone()
    const merchantName = `<script>alert("1")</script>'--`
    const captcha = await gateway.code(phone, 'signUp')
    const signUp = { phone, captcha, password: 'Angemeldet27', merchantName, agreed: true } as const
    expect(granted(await gateway.call(auth.signUp, signUp)).loginInfo.merchantName).toBe(merchantName)
  })

  it('stands in the log of what was done without making an entry of its own', async () => {
    const [{ count: before } = { count: 0 }] = await gateway.query('select count(*)::int as count from audit_log')
    const name = '甲 {"who":"系统"}'
    granted(
      await gateway.call(
        employee.edit,
        { name, phone: nextPhone(), roleIds: [shop.roleIds.shipper] },
        { login: owner },
      ),
    )
    const [{ count: after } = { count: 0 }] = await gateway.query('select count(*)::int as count from audit_log')
    expect(after).toBe(Number(before) + 1)
  })
})

describe('what a person searches for', () => {
  it('is no pattern: a percent sign finds percent signs', async () => {
    for (const name of ['折扣50%', '下_划', '反\\斜'])
      granted(await gateway.call(role.edit, { name, grants: ['/sale'], refundLimitFen: 0 }, { login: owner }))
    for (const [keyword, only] of [
      ['%', '%'],
      ['_', '_'],
      ['\\', '\\'],
      ['0%', '0%'],
      ['%%', '%%'],
    ] as const) {
      const { list } = granted(await gateway.call(role.list, { keyword, pageSize: 200 }, { login: owner }))
      expect([keyword, list.filter(({ name }) => !name.includes(only)).map(({ name }) => name)]).toEqual([keyword, []])
    }
    const { list } = granted(await gateway.call(employee.list, { keyword: '%' }, { login: owner }))
    expect(list.filter(({ name, phone }) => !`${name}${phone}`.includes('%'))).toEqual([])
  })

  it('stays data in every list', async () => {
    const lists = withTexts.filter(
      ([, spec]) => spec.kind === 'read' && fieldsOf(spec).some((one) => nameOf(one) === 'keyword'),
    )
    expect(lists.length).toBeGreaterThan(3)
    for (const [path, spec] of lists) {
      const all = await sendRaw(
        gateway,
        path,
        bodyOf(
          spec,
          changedAt(spec.example, ['keyword'], () => undefined),
        ),
      )
      const total = (envelopeIn(all)._data as { total?: number } | null)?.total ?? 0
      const tricked = await sendRaw(gateway, path, bodyOf(spec, withText(spec.example, ['keyword'], "x' or '1'='1")))
      expect([path, envelopeIn(tricked)._errCode]).toEqual([path, ERR.ok])
      const found = (envelopeIn(tricked)._data as { total?: number } | null)?.total ?? 0
      expect([path, found <= Math.max(0, total - 1) || total === 0]).toEqual([path, true])
    }
  })
})

describe('headers', () => {
  it('of the caller do not come back, whatever they say', async () => {
    const odd = {
      'x-request-id': 'chosen-by-caller',
      'user-agent': `<script>a()</script>' or '1'='1 \${jndi:ldap://x}`,
      referer: 'javascript:alert(1)',
      'x-forwarded-host': 'evil.example',
      'accept-language': '../../etc/passwd',
    }
    const answer = await sendRaw(gateway, merchant.menu.path, JSON.stringify(owner), odd)
    expect(envelopeIn(answer)._errCode).toBe(ERR.ok)
    const seen = JSON.stringify([...answer.headers]) + answer.text
    for (const value of Object.values(odd)) expect(seen).not.toContain(value)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
  })

  it.each(["x'; drop table outbox--", 'a b', 'ключ'.replace(/./g, '\u00ff'), 'k'.repeat(65)])(
    'that are idempotency keys are short and plain: %s is not',
    async (key) => {
      const answer = await sendRaw(gateway, role.edit.path, bodyOf(role.edit, role.edit.example), {
        'idempotency-key': key,
      })
      expect(answer.status).toBe(400)
    },
  )
})
