import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, TEST_START, type TestGateway } from '../../../tests/support/gateway.ts'
import { enqueueJob, JobGivenUp } from '../jobs/job.ts'
import { newId } from '../platform/ids.ts'

const PASSWORD = 'Zq8-vT3mW6xB1nK9rL4cY7dF2gH5jP0s'
const merchantId = newId()
let isBroken = true
const modules = {
  groups: [],
  sessionReader: async () => null,
  jobHandlers: {
    note: async () => {
      if (isBroken) throw new JobGivenUp('<b>目标不存在</b>')
    },
  },
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules, settings: { opsPassword: PASSWORD } })
})
afterAll(() => gateway.close())
afterEach(async () => {
  isBroken = true
  await gateway.database.open.ownerQuery('delete from outbox')
})

const authorization = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
const KNOWN = { authorization: authorization('ops', PASSWORD) }

const url = () => `${gateway.app.opsUrl}/dead-letters`

async function answerOf(response: Response) {
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}
const look = async (headers: Record<string, string> = KNOWN) => answerOf(await fetch(url(), { headers }))
const send = async (fields: [string, string][], headers: Record<string, string> = {}) =>
  answerOf(
    await fetch(url(), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...KNOWN, ...headers },
      body: new URLSearchParams(fields),
    }),
  )

/** Lets jobs die and gives their numbers. */
async function deadJobs(count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1) {
    await gateway.db.tenant(merchantId, (tx) =>
      enqueueJob(tx, { kind: 'note', aggregate: `thing:${index}`, payload: null, now: gateway.clock.now() }),
    )
  }
  await gateway.runJobs()
  const { rows } = await gateway.database.open.ownerQuery(
    "select id from outbox where state = 'dead' order by sequence",
  )
  return (rows as { id: string }[]).map(({ id }) => `${merchantId}/${id}`)
}

const states = async () =>
  ((await gateway.database.open.ownerQuery('select state from outbox order by sequence')).rows as { state: string }[])
    .map(({ state }) => state)
    .join()

describe('the page of dead letters', () => {
  it('opens for who knows the password alone', async () => {
    for (const headers of [
      {},
      ...[
        ['ops', 'x'],
        ['', PASSWORD],
        ['OPS', PASSWORD],
      ].map(wrong),
    ]) {
      const response = await fetch(url(), { headers })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('Basic')
      expect(await response.text()).not.toContain('失败任务')
    }
    expect((await look()).status).toBe(200)
  })

  it('is not there without a password in the settings', async () => {
    const without = await startTestGateway({ modules, database: gateway.database })
    expect((await fetch(`${without.app.opsUrl}/dead-letters`, { headers: KNOWN })).status).toBe(404)
    await without.close()
  })

  it('lists what is dead, with every word escaped', async () => {
    expect((await look()).text).toContain('没有失败任务')
    const [number = ''] = await deadJobs(1)
    const { text } = await look()
    expect(text).toContain(`value="${number}"`)
    expect(text).toContain('thing:0')
    expect(text).toContain('&lt;b&gt;目标不存在&lt;/b&gt;')
    expect(text).not.toContain('<b>')
  })

  it('has the chosen ones run again', async () => {
    const [first = '', , last = ''] = await deadJobs(3)
    const done = await send([
      ['act', 'retry'],
      ['letter', first],
      ['letter', last],
    ])
    expect([done.status, done.location]).toEqual([303, '/dead-letters?act=retry&count=2'])
    expect(await states()).toBe('pending,dead,pending')
    isBroken = false
    await gateway.runJobs()
    expect(await states()).toBe('delivered,dead,delivered')
  })

  it('gives up only what is confirmed, and says how many there were', async () => {
    const [one = '', other = ''] = await deadJobs(2)
    const asked = await send([
      ['act', 'discard'],
      ['letter', one],
    ])
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('放弃 1 件失败任务？')
    expect(await states()).toBe('dead,dead')
    const sure: [string, string][] = [
      ['act', 'discard'],
      ['sure', 'yes'],
      ['letter', one],
      ['letter', other],
    ]
    expect((await send(sure)).location).toBe('/dead-letters?act=discard&count=2')
    expect(await states()).toBe('discarded,discarded')
    expect((await send(sure)).location).toBe('/dead-letters?act=discard&count=0')
  })

  it.each<[string, [string, string][]]>([
    ['no letter', [['act', 'retry']]],
    ['no act', [['letter', newId()]]],
    [
      'another act',
      [
        ['act', 'depth'],
        ['letter', newId()],
      ],
    ],
    [
      'a number that is none',
      [
        ['act', 'retry'],
        ['letter', "1' or '1'='1"],
      ],
    ],
    ['nothing', []],
  ])('refuses %s', async (_, fields) => {
    await deadJobs(1)
    const { status, text } = await send(fields)
    expect(status).toBe(400)
    expect(text).toContain('没有执行')
    expect(await states()).toBe('dead')
  })

  it('does nothing that another site asks for with the browser’s password', async () => {
    const [number = ''] = await deadJobs(1)
    const fields: [string, string][] = [
      ['act', 'retry'],
      ['letter', number],
    ]
    const foreign = [{ origin: 'http://elsewhere.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of foreign) expect((await send(fields, headers)).status).toBe(403)
    expect(await states()).toBe('dead')
    expect((await send(fields, { origin: gateway.app.opsUrl, 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })
})

describe('the metrics of the queues', () => {
  it('say what waits, what is dead, and which schedule nobody works on', async () => {
    await deadJobs(2)
    await gateway.database.open.ownerQuery(
      `insert into schedule_lock (name, due_at) values ('gone', '${TEST_START}'), ('gateway.rate-buckets', '${TEST_START}')`,
    )
    const metric = async (name: string) => {
      const text = await (await fetch(`${gateway.app.opsUrl}/metrics`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
    }
    gateway.clock.advance(90_000)
    expect(await metric('huanji_outbox_dead')).toBe(2)
    expect(await metric('huanji_inbox_dead')).toBe(0)
    expect(await metric('huanji_inbox_pending')).toBe(0)
    expect(await metric('huanji_schedule_late_seconds')).toBe(90)
    expect(await metric('huanji_data_folder_free_bytes')).toBeGreaterThan(1_000_000)
    await gateway.database.open.ownerQuery('delete from schedule_lock')
    expect(await metric('huanji_schedule_late_seconds')).toBe(0)
  })
})

function wrong([user = '', password = '']: string[]) {
  return { authorization: authorization(user, password) }
}
