import { read } from '@huanji/contract/call'
import { LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { ERR, REFUSALS } from '@huanji/contract/errors'
import { PLACED_CALLS } from '@huanji/contract/key-rules'
import { PROGRAM_TEXT, programRefusalText } from '@huanji/contract/program-words'
import { channel, day, id, moment, nothing, oneOrMany } from '@huanji/contract/shapes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { refuse } from '../errors/refusal.ts'
import { forAnyone, handlers } from './handler.ts'

const grade = z.enum(['99', '95', 'E'])

const group = {
  buy: read({
    path: '/t/buy',
    title: '下单',
    access: 'public',
    input: z.strictObject({
      items: z.array(z.strictObject({ price: z.int().max(9999), grade: oneOrMany(grade).optional() })).max(3),
      id: id.optional(),
      at: moment.optional(),
      on: day.optional(),
      channel: channel.optional(),
      way: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })]).optional(),
      gone: z.boolean().optional(),
    }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    example: { items: [] },
  }),
  own: read({
    path: '/t/own',
    title: '本人',
    access: 'signedIn',
    input: z.strictObject({}),
    output: nothing,
    example: {},
  }),
}

const groups = [
  handlers(group, {
    buy: forAnyone(async (_context, { items, gone }) => {
      if (gone === true) refuse('NOT_FOUND', {}, { field: `items[${items.length - 1}].price` })
      return {}
    }),
    own: async () => ({}),
  }),
]

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    modules: { groups, sessionReader: async () => null, jobHandlers: {}, pushHandlers: [], schedules: [] },
  })
})
afterAll(() => gateway.close())

const NOBODY = Object.fromEntries(LOGIN_CONTEXT_KEYS.map((key) => [key, '']))
const bought = { items: [{ price: 1 }, { price: 2 }, { price: 3 }] }
const last = (change: object) => ({ items: [{ price: 1 }, { price: 2 }, { price: 3, ...change }] })

async function ask(body: object, path = group.buy.path, headers: Readonly<Record<string, string>> = {}) {
  const response = await gateway.post(path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  const { _errCode, _errStr, _data } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code: _errCode, text: _errStr, data: _data, headers: response.headers }
}

describe('defect: a program was not told which field is wrong', () => {
  it.each([
    [last({ price: 10_000 }), 'items[2].price', '不能大于9999'],
    [last({ price: '3' }), 'items[2].price', '应为数字'],
    [{ items: [{}] }, 'items[0].price', '必填，没有收到'],
    [{}, 'items', '必填，没有收到'],
    [last({ prize: 1 }), 'items[2].prize', '没有这个参数，请按接口文档核对名称'],
    [last({ grade: '九九新' }), 'items[2].grade', '只能是 95、99、E'],
    [last({ grade: ['99', 'x'] }), 'items[2].grade[1]', '只能是 95、99、E'],
    [last({ grade: [] }), 'items[2].grade', '请至少选择一项'],
    [{ items: 'none' }, 'items', '应为列表'],
    [{ ...bought, id: '7' }, 'id', '应为ID，例如 01890000-0000-7000-8000-000000000000'],
    [{ ...bought, at: '2026-11-27' }, 'at', '应为UTC时间，带三位毫秒，例如 2026-11-27T08:00:00.000Z'],
    [{ ...bought, on: '27.11.' }, 'on', '应为日期，例如 2026-11-27'],
    [{ ...bought, channel: '鱼市' }, 'channel', '只能是 auction、curated'],
    [{ ...bought, way: { kind: 'b' } }, 'way.kind', '只能是 a'],
  ])('%j: %s', async (body, field, text) => {
    expect(await ask(body)).toMatchObject({
      status: 400,
      code: ERR.malformed,
      text: `${field}：${text}`,
      data: { field },
    })
  })

  it('nor by a refusal of the trade', async () => {
    const data = { field: 'items[2].price' }
    expect(await ask({ ...bought, gone: true })).toMatchObject({
      text: `items[2].price：${PROGRAM_TEXT.NOT_FOUND}`,
      data,
    })
    expect(await ask({ ...NOBODY, ...bought, gone: true })).toMatchObject({ text: REFUSALS.NOT_FOUND, data })
  })

  it('and people keep the sentence alone', async () => {
    const told = await ask({ ...NOBODY, ...last({ price: 10_000 }) })
    expect(told).toMatchObject({ text: '提交的内容有误：不能大于9999', data: { field: 'items[2].price' } })
    expect(await ask({ ...NOBODY, ...last({ grade: 'x' }) })).toMatchObject({
      text: '提交的内容有误：所选内容不在可选范围内',
      data: { field: 'items[2].grade' },
    })
  })
})

describe('defect: a key that was badly put was answered with 200 and a lost session', () => {
  it.each([
    [undefined, '没有带'],
    ['', '没有带'],
    ['Bearer', '是空的'],
    ['Bearer ', '是空的'],
    ['hj_live_abc', '前面缺少 Bearer'],
    ['Basic aGo6bGl2ZQ==', '没有按格式带上'],
    ['Bearer two words', '没有按格式带上'],
  ])('%j', async (authorization, said) => {
    const told = await ask({}, group.own.path, authorization === undefined ? {} : { authorization })
    expect(told).toMatchObject({ status: 401, code: ERR.apiKeyInvalid })
    expect(told.text).toContain(`接口密钥${said}`)
    expect(told.text).toContain('Authorization: Bearer hj_live_')
    expect(told.headers.get('www-authenticate')).toMatch(/^Bearer /)
  })

  it('but a page behind a proxy of its own is told of its session', async () => {
    const told = await ask(NOBODY, group.own.path, { authorization: 'Basic aGo6bGl2ZQ==' })
    expect(told).toMatchObject({ status: 200, code: ERR.sessionInvalid })
    expect(await ask({ ...NOBODY, ...bought }, group.buy.path, { authorization: 'Basic x' })).toMatchObject({
      status: 200,
      code: ERR.ok,
    })
  })
})

describe('defect: a program was told to load its page anew', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('for asking by %s', async (method) => {
    const response = await fetch(`${gateway.url}${group.own.path}`, { method, headers: { accept: 'application/json' } })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    if (method === 'HEAD') return
    expect(await response.json()).toMatchObject({ _errCode: ERR.wrongMethod, _errStr: expect.stringContaining('POST') })
  })

  it('for an address that is none', async () => {
    expect((await ask({}, '/t/nothing')).text).toBe(PROGRAM_TEXT.unknownPath)
    expect((await ask(NOBODY, '/t/nothing')).text).toContain('刷新')
  })

  it('by no refusal of a call that keys may make', () => {
    const codes = new Set(PLACED_CALLS.flatMap((call) => (call.closedBecause === null ? call.spec.refusals : [])))
    const forPages = [...codes].filter((code) =>
      /刷新|页面|重新登录|重新扫|请扫描|管理员/.test(programRefusalText(code)),
    )
    expect(forPages).toEqual([])
    expect(codes.size).toBeGreaterThan(50)
  })
})
