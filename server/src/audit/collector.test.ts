import { write } from '@huanji/contract/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { refuse } from '../errors/refusal.ts'
import { type CallContext, handlers, type SessionReader } from '../gateway/handler.ts'
import { newId } from '../platform/ids.ts'

const base = { access: 'signedIn', input: z.strictObject({}), output: z.strictObject({}), example: {} } as const
const group = {
  done: write({ ...base, path: '/t/done', title: '做', audit: '做了' }),
  nothing: write({ ...base, path: '/t/nothing', title: '没做', audit: '没做' }),
  silent: write({ ...base, path: '/t/silent', title: '不说', audit: '不说' }),
  talking: write({ ...base, path: '/t/talking', title: '多说' }),
  again: write({ ...base, path: '/t/again', title: '再试', audit: '再试' }),
  refused: write({ ...base, path: '/t/refused', title: '拒绝', audit: '拒绝', refusals: ['NOT_FOUND'] }),
}

const note = ({ audit }: CallContext, label: string) =>
  audit({ subject: 'order', subjectId: '1', subjectLabel: label, before: null, after: { 状态: '新' } })
let tries = 0

const groups = [
  handlers(group, {
    done: async (context) => {
      note(context, 'first')
      note(context, 'second')
      return {}
    },
    nothing: async ({ audit }) => {
      audit(null)
      return {}
    },
    silent: async () => ({}),
    talking: async (context) => {
      note(context, 'talking')
      return {}
    },
    again: async (context) => {
      tries += 1
      note(context, `try ${tries}`)
      if (tries === 1) throw Object.assign(new Error('again'), { code: '40001' })
      return {}
    },
    refused: async (context) => {
      note(context, 'refused')
      return refuse('NOT_FOUND')
    },
  }),
]

const login = { loginToken: 'good', loginPhone: '13800138000', employeeId: newId(), merchantId: newId() }
const sessionReader: SessionReader = async (_tx, { employeeId, merchantId, loginPhone }) => ({
  merchantId,
  employeeId,
  employeeName: '阿明',
  phone: loginPhone,
  grants: new Set(),
  isOwner: true,
  refundLimitFen: null,
  sessionId: newId(),
})

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules: { groups, sessionReader } })
})
afterAll(() => gateway.close())

const logOf = (action: string) =>
  gateway.db.tenant(login.merchantId, (tx) =>
    tx.rows<Record<string, unknown>>(
      sql`select * from audit_log where merchant_id = ${tx.merchantId} and action = ${action} order by sequence`,
    ),
  )
const labelsOf = async (action: string) => (await logOf(action)).map((row) => row.subject_label)

describe('what an audited call says', () => {
  it('stands in the log in its order, with who did it, from where and when', async () => {
    const body = JSON.stringify(login)
    const headers = { 'content-type': 'application/json', 'user-agent': 'a browser' }
    const response = await gateway.post('/t/done', body, headers)
    const [first, second] = await logOf('/t/done')
    expect(first).toMatchObject({
      merchant_id: login.merchantId,
      employee_id: login.employeeId,
      who: '阿明',
      ip: '127.0.0.1',
      user_agent: 'a browser',
      action_label: '做了',
      subject_label: 'first',
      before: null,
      after: { 状态: '新' },
      at: gateway.clock.now().toISOString(),
      request_id: response.headers.get('x-request-id'),
    })
    expect(second?.subject_label).toBe('second')
  })

  it('may be nothing, but something has to be said', async () => {
    expect((await gateway.call(group.nothing, {}, login))._errCode).toBe('0')
    expect((await gateway.call(group.silent, {}, login)).status).toBe(500)
    expect([await logOf('/t/nothing'), await logOf('/t/silent')]).toEqual([[], []])
  })

  it('is a defect where the contract asks for none', async () => {
    expect((await gateway.call(group.talking, {}, login)).status).toBe(500)
    expect(await logOf('/t/talking')).toEqual([])
  })

  it('is kept once when the transaction had to run twice', async () => {
    await gateway.data(group.again, {}, login)
    expect(await labelsOf('/t/again')).toEqual(['try 2'])
  })

  it('is kept once when the call is repeated', async () => {
    const before = (await logOf('/t/done')).length
    for (let turn = 0; turn < 3; turn += 1) await gateway.data(group.done, {}, login, 'one-key')
    expect(await logOf('/t/done')).toHaveLength(before + 2)
  })

  it('is forgotten when the call is refused', async () => {
    expect((await gateway.call(group.refused, {}, login))._bizErrCode).toBe('NOT_FOUND')
    expect(await logOf('/t/refused')).toEqual([])
  })
})
