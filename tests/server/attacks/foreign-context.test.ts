import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { LOGIN_CONTEXT_KEYS, type LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { someAtOnce } from '../../contract/checks/at-once.ts'
import { fingerprint } from '../../contract/fixtures/fingerprint.ts'
import { sampled } from '../../support/depth.ts'
import { addStaff, envelopeIn, outcomeOf, phonesFrom, rawCall, sendRaw, signInByCode, staffVersion } from './gateway.ts'

const nextPhone = phonesFrom(13800135200)

let gateway: AccountGateway
let mine: CreatedMerchant
let theirs: CreatedMerchant
let me: LoginContext
let colleague: LoginContext
let stranger: LoginContext
let colleagueId: string

beforeAll(async () => {
  gateway = await startAccountGateway()
  const [ownerPhone, otherPhone, staffPhone] = [nextPhone(), nextPhone(), nextPhone()]
  mine = await gateway.merchant(ownerPhone, '示例商家')
  theirs = await gateway.merchant(otherPhone, '别的商家')
  me = await signInByCode(gateway, ownerPhone)
  stranger = await signInByCode(gateway, otherPhone)
  colleagueId = await addStaff(gateway, me, staffPhone, [mine.roleIds.shipper])
  colleague = await signInByCode(gateway, staffPhone)
})
afterAll(() => gateway.close())

const closedCalls = allCalls
  .filter(({ access, path }) => access !== 'public' && !path.endsWith('/logout'))
  .map((spec) => [spec.path, spec] as const)

const bodyOf = (spec: CallSpec, login: object, more: object = {}): string =>
  JSON.stringify({ ...login, ...(spec.example as object), ...more })

/** A body in which each key of the context stands twice. */
const doubled = (spec: CallSpec, first: LoginContext, last: LoginContext): string =>
  `{${LOGIN_CONTEXT_KEYS.map((key) => `${JSON.stringify(key)}:${JSON.stringify(first[key])}`).join()},${bodyOf(spec, last).slice(1)}`

/** True for what the call itself asks for under that name. */
const isOwnField = ({ input }: CallSpec, more: object): boolean =>
  input instanceof z.ZodObject && Object.keys(more).some((name) => name in input.shape)

const codeOf = async (path: string, body: string) => {
  const answer = await sendRaw(gateway, path, body)
  return envelopeIn(answer)._errCode
}

describe('somebody else’s name in the login context', () => {
  it.each(sampled(closedCalls, 3))(
    '%s takes no other merchant, employee or phone beside my token',
    async (path, spec) => {
      for (const other of [stranger, colleague])
        for (const key of LOGIN_CONTEXT_KEYS) {
          if (other[key] === me[key]) continue
          expect([key, await codeOf(path, bodyOf(spec, { ...me, [key]: other[key] }))]).toEqual([
            key,
            ERR.sessionInvalid,
          ])
        }
    },
  )

  let untouched: string
  beforeAll(async () => {
    untouched = await fingerprint(gateway.database.open.ownerQuery, theirs.merchantId)
  })

  it.each(sampled(closedCalls, 3))('%s does not mix a context that stands there twice', async (path, spec) => {
    // the last word counts, as a whole or not at all
    expect([ERR.malformed, ERR.sessionInvalid]).toContain(
      await codeOf(path, doubled(spec, me, { ...stranger, loginToken: me.loginToken })),
    )
    expect([ERR.malformed, ERR.sessionInvalid]).toContain(
      await codeOf(
        path,
        `{"merchantId":"${me.merchantId}",${bodyOf(spec, { ...me, merchantId: stranger.merchantId }).slice(1)}`,
      ),
    )
    if (spec.kind === 'read') {
      const plain = await sendRaw(gateway, path, bodyOf(spec, me))
      const twice = await sendRaw(gateway, path, doubled(spec, stranger, me))
      if (envelopeIn(twice)._errCode !== ERR.malformed) expect(twice.text).toBe(plain.text)
    }
  })

  it('has changed nothing of the other merchant’s, whatever was mixed', async () => {
    expect(await fingerprint(gateway.database.open.ownerQuery, theirs.merchantId)).toBe(untouched)
  })

  it.each(sampled(closedCalls, 3))('%s takes nothing but text for a name', async (path, spec) => {
    const call = closedCalls.findIndex(([one]) => one === path)
    await someAtOnce(LOGIN_CONTEXT_KEYS, async (key) => {
      const values: unknown[] = [[me[key]], { 0: me[key] }, { toString: me[key] }, 7, true]
      // another one for each call and key
      const value = values[(call + LOGIN_CONTEXT_KEYS.indexOf(key)) % values.length]
      const code = await codeOf(path, bodyOf(spec, { ...me, [key]: value }))
      expect([key, value, code]).toEqual([key, value, ERR.malformed])
      expect([key, await codeOf(path, bodyOf(spec, { ...me, [key]: null }))]).toEqual([key, ERR.sessionInvalid])
    })
  })

  it.each(sampled(closedCalls, 3))('%s knows no rights that the body brings along', async (path, spec) => {
    for (const more of [
      { isOwner: true },
      { grants: ['*', path] },
      { actor: { isOwner: true, merchantId: me.merchantId } },
      { sessionId: me.loginToken.split('.')[2] },
      { permissions: [path] },
      { login: me },
      { context: me },
      { tx: {} },
    ]) {
      if (isOwnField(spec, more)) continue
      const outcome = await codeOf(path, bodyOf(spec, colleague, more))
      expect([more, outcome]).toEqual([
        more,
        expect.stringMatching(new RegExp(`^(${ERR.malformed}|${ERR.notGranted})$`)),
      ])
      expect([more, await codeOf(path, bodyOf(spec, me, more))]).toEqual([more, ERR.malformed])
    }
  })
})

/** Texts that look, sort or fold like the given one. */
const lookAlikes = (text: string): string[] =>
  [
    text.replace(/\d/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    text.replace(/\d/, (digit) => String.fromCharCode(digit.charCodeAt(0) - 48 + 0x0660)),
    text.replace('a', 'а'),
    text.replace('e', 'е'),
    text.toUpperCase(),
    ` ${text}`,
    `${text} `,
    `${text}\u200b`,
    `\ufeff${text}`,
    `${text}\u0301`,
    `${text}\n`,
    `{${text}}`,
    text.replaceAll('-', ''),
    `urn:uuid:${text}`,
    `${text}'--`,
  ].filter((other) => other !== text)

describe('a name that only looks like mine', () => {
  it.each(LOGIN_CONTEXT_KEYS)('is not mine: %s', async (key) => {
    for (const text of lookAlikes(me[key])) {
      const code = await codeOf(merchant.menu.path, JSON.stringify({ ...me, [key]: text }))
      expect([text, code]).toEqual([text, ERR.sessionInvalid])
    }
  })
})

describe('another merchant’s things', () => {
  it('are as good as missing when an employee is given their role', async () => {
    const answer = await gateway.call(
      employee.edit,
      { name: '外人', phone: nextPhone(), roleIds: [theirs.roleIds.owner] },
      { login: me },
    )
    expect(outcomeOf(answer)).toBe('NOT_FOUND')
    const version = await staffVersion(gateway, me, colleagueId)
    const roleIds = [mine.roleIds.shipper, theirs.roleIds.manager]
    const edited = await gateway.call(
      employee.edit,
      { staffId: colleagueId, version, name: '同事', roleIds },
      { login: me },
    )
    expect(outcomeOf(edited)).toBe('NOT_FOUND')
  })

  it('are as good as missing when they are edited, answer and rows alike', async () => {
    const untouched = await fingerprint(gateway.database.open.ownerQuery, theirs.merchantId)
    const nowhere = '01890000-0000-7000-8000-0000000000ff'
    const pairs = await Promise.all(
      [theirs.employeeId, nowhere].map(async (staffId) => [
        await rawCall(gateway, employee.info, { staffId }, me),
        await rawCall(gateway, employee.del, { staffId }, me),
        await rawCall(gateway, employee.updateStatus, { staffId, status: 'disabled' }, me),
        await rawCall(
          gateway,
          employee.edit,
          { staffId, version: 1, name: '改名', roleIds: [mine.roleIds.shipper] },
          me,
        ),
      ]),
    )
    const [of = [], none = []] = pairs
    expect(of.map(({ text }) => text)).toEqual(none.map(({ text }) => text))
    const roles = await Promise.all(
      [theirs.roleIds.shipper, nowhere].map(async (roleId) => [
        await rawCall(gateway, role.info, { roleId }, me),
        await rawCall(gateway, role.del, { roleId }, me),
        await rawCall(gateway, role.edit, { roleId, version: 1, name: '改名', grants: [], refundLimitFen: 0 }, me),
      ]),
    )
    const [ofRole = [], noRole = []] = roles
    expect(ofRole.map(({ text }) => text)).toEqual(noRole.map(({ text }) => text))
    expect(ofRole.map((answer) => outcomeOf(envelopeIn(answer)))).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await fingerprint(gateway.database.open.ownerQuery, theirs.merchantId)).toBe(untouched)
  })
})

describe('the idempotency key of a colleague', () => {
  it('gives me nothing of the colleague’s answer', async () => {
    const key = 'the-same-key'
    const send = (login: LoginContext) =>
      sendRaw(gateway, address.edit.path, JSON.stringify({ ...login, ...address.edit.example }), {
        'idempotency-key': key,
      })
    const [first, second, again] = [await send(me), await send(stranger), await send(me)]
    const idIn = (answer: typeof first) =>
      granted(envelopeIn(answer) as Parameters<typeof granted<{ addressId: string }>>[0]).addressId
    expect(idIn(again)).toBe(idIn(first))
    expect(idIn(second)).not.toBe(idIn(first))
  })
})
