import { read, write } from '@huanji/contract/call'
import { type Envelope, LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { nothing } from '@huanji/contract/shapes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { nextNumber } from '../database/counter.ts'
import { refuse } from '../errors/refusal.ts'
import type { Actor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'
import { coverContract } from './coverage.ts'
import { forAnyone, handlers, type SessionReader, twoSteps } from './handler.ts'

const number = z.strictObject({ number: z.int() })

const group = {
  hello: read({
    path: '/t/hello',
    title: '问好',
    access: 'public',
    input: z.strictObject({ name: z.string().max(5) }),
    output: z.strictObject({ text: z.string() }),
    example: { name: 'a' },
  }),
  count: write({
    path: '/t/count',
    title: '计数',
    input: z.strictObject({ by: z.int().default(1) }),
    output: number,
    refusals: ['NOT_FOUND'],
    example: {},
  }),
  slow: write({
    path: '/t/slow',
    title: '先算再计',
    access: 'signedIn',
    input: z.strictObject({}),
    output: number,
    example: {},
  }),
  look: read({
    path: '/t/look',
    title: '查看',
    access: 'signedIn',
    input: z.strictObject({}),
    output: number,
    example: {},
  }),
  deny: write({
    path: '/t/deny',
    title: '拒绝',
    access: 'signedIn',
    input: z.strictObject({ keep: z.boolean() }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    example: { keep: true },
  }),
  crash: write({
    path: '/t/crash',
    title: '出错',
    access: 'signedIn',
    input: z.strictObject({}),
    output: nothing,
    example: {},
  }),
  lie: read({
    path: '/t/lie',
    title: '答非所问',
    access: 'signedIn',
    input: z.strictObject({}),
    output: number,
    example: {},
  }),
  flaky: write({
    path: '/t/flaky',
    title: '偶尔拒绝',
    access: 'signedIn',
    input: z.strictObject({}),
    output: number,
    refusals: ['NOT_FOUND'],
    example: {},
  }),
}

const SIGNED_IN = { loginToken: 'good', loginPhone: '13800138000', employeeId: newId(), merchantId: newId() }
let flakyCalls = 0

const sessionReader: SessionReader = async (_tx, { loginToken, employeeId, merchantId, loginPhone }) => {
  if (loginToken !== 'good' && loginToken !== 'owner') return null
  const actor: Actor = {
    merchantId,
    employeeId,
    employeeName: '阿明',
    phone: loginPhone,
    grants: new Set(['/t/other']),
    isOwner: loginToken === 'owner',
    refundLimitFen: 0,
    sessionId: newId(),
  }
  return actor
}

const groups = [
  handlers(group, {
    hello: forAnyone(async (_context, { name }) => ({ text: `你好，${name}` })),
    count: async ({ tx }, { by }) => {
      for (let done = 1; done < by; done += 1) await nextNumber(tx, 'count')
      return { number: await nextNumber(tx, 'count') }
    },
    slow: twoSteps({
      prepare: async ({ read: look, actor }) => {
        const seen = await look(async (tx) => tx.merchantId)
        if (seen !== actor.merchantId) throw new Error('prepare looked at another merchant')
        return 'prepared'
      },
      commit: async ({ tx }, _input, prepared) => ({ number: await nextNumber(tx, prepared) }),
    }),
    look: async ({ tx }) => {
      const row = await tx.one<{ value: number }>(
        sql`select value from counter where merchant_id = ${tx.merchantId} and name = 'denied'`,
      )
      return { number: row?.value ?? 0 }
    },
    deny: async ({ tx }, { keep }) => {
      await nextNumber(tx, 'denied')
      return refuse('NOT_FOUND', {}, { field: 'keep', keepsChanges: keep })
    },
    crash: async ({ tx }) => {
      await tx.run(sql`select secret_column from counter where merchant_id = ${tx.merchantId}`)
      return {}
    },
    lie: async () => ({ number: 1.5 }),
    flaky: async ({ tx }) => {
      flakyCalls += 1
      return flakyCalls === 1 ? refuse('NOT_FOUND') : { number: await nextNumber(tx, 'flaky') }
    },
  }),
]

interface Description {
  paths: Record<
    string,
    {
      post: {
        'x-keeps-empties': boolean
        requestBody: { content: Record<string, { schema: { properties: object; required: string[] } }> }
      }
    }
  >
}

const envelopeOf = async (response: Response) => (await response.json()) as Envelope<unknown>

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    modules: { groups, sessionReader, jobHandlers: {}, pushHandlers: [], schedules: [] },
  })
})
afterAll(() => gateway.close())

const owner = { ...SIGNED_IN, loginToken: 'owner' }

describe('admission', () => {
  it('lets anyone make a public call, and fills in no login', async () => {
    const answer = await gateway.call(group.hello, { name: '小王' })
    expect(answer).toEqual({ status: 200, _errCode: '0', _errStr: '', _bizErrCode: '', _data: { text: '你好，小王' } })
  })

  it.each([
    ['no session', { ...SIGNED_IN, loginToken: '' }, ERR.sessionInvalid],
    ['a bad session', { ...SIGNED_IN, loginToken: 'bad' }, ERR.sessionInvalid],
    ['a merchant id that is none', { ...owner, merchantId: "x'; drop table outbox" }, ERR.sessionInvalid],
    ['no grant', SIGNED_IN, ERR.notGranted],
  ])('refuses %s before it reads the input', async (_name, login, code) => {
    const response = await gateway.post(group.count.path, JSON.stringify({ ...login, by: 'not a number' }))
    expect(await envelopeOf(response)).toMatchObject({ _errCode: code, _data: null })
  })

  it('names the field of an input that the contract refuses, in Chinese', async () => {
    const content = { ...SIGNED_IN, name: 'too long a name' }
    const response = await gateway.post(group.hello.path, JSON.stringify(content))
    expect(response.status).toBe(400)
    const answer = await envelopeOf(response)
    expect(answer).toMatchObject({ _errCode: ERR.malformed, _data: { field: 'name' } })
    // the field stands beside the sentence, which is for people
    expect(answer._errStr).toBe('提交的内容有误：字数不能超过5')
  })

  it('refuses fields the contract does not know', async () => {
    const response = await gateway.post(group.hello.path, JSON.stringify({ name: 'a', admin: true }))
    expect(await envelopeOf(response)).toMatchObject({ _errCode: ERR.malformed })
  })

  it.each([
    ['broken JSON', '{"name":', 400, ERR.malformed],
    ['a list', '[]', 400, ERR.malformed],
    ['nothing', '', 400, ERR.malformed],
    ['a prototype', '{"name":"a","__proto__":{"isOwner":true}}', 400, ERR.malformed],
    ['a hidden prototype', '{"name":"a","\\u005f_proto__":{}}', 400, ERR.malformed],
    ['a NUL character', '{"name":"a\\u0000"}', 400, ERR.malformed],
    ['a login that is no text', '{"name":"a","loginToken":{}}', 400, ERR.malformed],
    ['too much', JSON.stringify({ name: 'x'.repeat(300_000) }), 413, ERR.tooLarge],
  ])('refuses %s with the envelope', async (_name, body, status, code) => {
    const response = await gateway.post(group.hello.path, body)
    expect([response.status, (await envelopeOf(response))._errCode]).toEqual([status, code])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/json; charset=gbk'])(
    'takes no %s',
    async (type) => {
      const response = await gateway.post(group.hello.path, '{"name":"a"}', { 'content-type': type })
      expect([response.status, (await envelopeOf(response))._errCode]).toEqual([415, ERR.wrongMediaType])
    },
  )

  it('knows no other method and no other path', async () => {
    const got = await fetch(`${gateway.url}${group.hello.path}`)
    expect([got.status, (await envelopeOf(got))._errCode]).toEqual([405, ERR.wrongMethod])
    expect(got.headers.get('allow')).toBe('POST')
    const elsewhere = await gateway.post('/t/nowhere', '{}')
    expect([elsewhere.status, (await envelopeOf(elsewhere))._errCode]).toEqual([404, ERR.unknownPath])
  })

  it('sends the security headers with every answer', async () => {
    const { headers } = await fetch(`${gateway.url}/nowhere`)
    expect(headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBeNull()
  })
})

describe('answers', () => {
  it('answers a domain refusal with 200, its word and the field, and rolls back', async () => {
    const answer = await gateway.call(group.deny, { keep: false }, SIGNED_IN)
    expect(answer).toMatchObject({
      status: 200,
      _errCode: ERR.refused,
      _bizErrCode: 'NOT_FOUND',
      _data: { field: 'keep' },
    })
    expect(await gateway.data(group.look, {}, SIGNED_IN)).toEqual({ number: 0 })
  })

  it('keeps the changes of a refusal that says so', async () => {
    await gateway.call(group.deny, { keep: true }, SIGNED_IN)
    expect(await gateway.data(group.look, {}, SIGNED_IN)).toEqual({ number: 1 })
  })

  it('shows a reference and nothing else when something breaks', async () => {
    const response = await gateway.post(group.crash.path, JSON.stringify(SIGNED_IN))
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).toContain(response.headers.get('x-request-id'))
    expect(text).not.toMatch(/secret_column|\b42703\b|counter|at /)
  })

  it.each([group.look, group.deny, group.crash])(
    'says the server’s time, with refusals and faults too: %#',
    async ({ path }) => {
      const response = await gateway.post(path, JSON.stringify({ ...SIGNED_IN, keep: false }))
      expect(response.headers.get('x-server-time')).toBe(String(gateway.clock.now().getTime()))
    },
  )

  it('does not send what the contract does not say', async () => {
    expect(await gateway.call(group.lie, {}, SIGNED_IN)).toMatchObject({ status: 500, _errCode: ERR.internal })
  })

  it('runs the slow part apart from the transaction', async () => {
    expect(await gateway.data(group.slow, {}, SIGNED_IN)).toEqual({ number: 1 })
  })

  it('describes its calls', async () => {
    const response = await fetch(`${gateway.url}/openapi.json`)
    const description = (await response.json()) as Description
    expect(Object.keys(description.paths).sort()).toEqual(
      Object.values(group)
        .map(({ path }) => path)
        .sort(),
    )
    expect(
      description.paths['/t/count']?.post.requestBody.content['application/json']?.schema.properties,
    ).toMatchObject({
      by: { type: 'integer' },
      loginToken: { type: 'string' },
    })
  })

  it('defect: it did not say which calls keep empty texts, and that the login context is required', async () => {
    const description = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as Description
    for (const spec of Object.values(group)) {
      const post = description.paths[spec.path]?.post
      expect(post?.['x-keeps-empties'], spec.path).toBe(spec.keepsEmpties)
      const required = post?.requestBody.content['application/json']?.schema?.required ?? []
      const asked = LOGIN_CONTEXT_KEYS.filter((key) => required.includes(key))
      expect(asked, spec.path).toEqual(spec.access === 'public' ? [] : LOGIN_CONTEXT_KEYS)
    }
  })
})

describe('a repeated write', () => {
  const raw = async (path: string, payload: object, key: string) => {
    const response = await gateway.post(path, JSON.stringify({ ...payload, ...owner }), {
      'content-type': 'application/json',
      'idempotency-key': key,
    })
    return { status: response.status, text: await response.text() }
  }

  it.each([group.count.path, group.slow.path])(
    'has one effect and 50 equal answers when it comes 50 times at once: %s',
    async (path) => {
      const key = newId()
      const answers = await Promise.all(Array.from({ length: 50 }, () => raw(path, {}, key)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      const before = JSON.parse(answers[0]?.text ?? '')._data.number
      const after = JSON.parse((await raw(path, {}, newId())).text)._data.number
      expect(after).toBe(before + 1)
    },
  )

  it('refuses the key with another body', async () => {
    const key = newId()
    await raw(group.count.path, {}, key)
    const other = await raw(group.count.path, { by: 2 }, key)
    expect([other.status, JSON.parse(other.text)._errCode]).toEqual([409, ERR.keyReused])
  })

  it('does not keep a refusal', async () => {
    const key = newId()
    expect(JSON.parse((await raw(group.flaky.path, {}, key)).text)._bizErrCode).toBe('NOT_FOUND')
    expect(JSON.parse((await raw(group.flaky.path, {}, key)).text)._data).toEqual({ number: 1 })
    expect(JSON.parse((await raw(group.flaky.path, {}, key)).text)._data).toEqual({ number: 1 })
  })

  it('keeps no claim of a refusal whose changes stay', async () => {
    const key = newId()
    const first = await raw(group.deny.path, { keep: true }, key)
    expect(await raw(group.deny.path, { keep: true }, key)).toEqual(first)
    const kept = await gateway.db.tenant(owner.merchantId, (tx) =>
      tx.rows(sql`select 1 from idempotency_record where merchant_id = ${owner.merchantId} and key = ${key}`),
    )
    expect(kept).toEqual([])
  })

  it('refuses a key that is too long', async () => {
    expect((await raw(group.count.path, {}, 'k'.repeat(65))).status).toBe(400)
  })
})

describe('start-up', () => {
  const [bound] = groups
  const specs = Object.values(group)

  it('stops for a call without a handler, and names it', () => {
    const extra = read({ path: '/t/extra', title: '多余', input: z.strictObject({}), output: nothing, example: {} })
    expect(() => coverContract([...specs, extra], groups)).toThrow('/t/extra has no handler')
  })

  it('stops for a call that does not say who may make it', () => {
    const open = { ...group.count, access: { anyOf: [] } }
    expect(() => coverContract([open], [])).toThrow('/t/count does not say who may call it')
  })

  it('stops for a public call whose handler expects an actor, and the reverse', () => {
    const shut = { ...group.hello, access: 'signedIn' as const }
    expect(() => coverContract([shut], [handlers({ shut }, { shut: forAnyone(async () => ({ text: '' })) })])).toThrow(
      'is not public',
    )
    const open = { ...group.look, access: 'public' as const }
    expect(() => coverContract([open], [handlers({ open }, { open: async () => ({ number: 1 }) })])).toThrow(
      'not marked forAnyone',
    )
  })

  it('stops for two handlers of one call, and for a handler without a call', () => {
    expect(() => coverContract(specs, [...groups, bound ?? []])).toThrow('two handlers answer')
    expect(() => coverContract(specs.slice(1), groups)).toThrow('/t/hello has a handler but is not in the contract')
  })
})
