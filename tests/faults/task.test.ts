import path from 'node:path'
import { address } from '@huanji/contract/features/address/calls'
import { task } from '@huanji/contract/features/task/calls'
import { addAddress } from '@huanji/server/modules/address/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, pauseBriefly, plainClient, signIn } from '../contract/fixtures/client.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'

const ROWS = 200
/** After so many rows the process is killed. */
const KILLED_AT = [30, 110]
const PATIENCE_MS = 120_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131007')
  const home = await openFolder(dataFolder)
  await home.db.tenant(merchant.merchantId, async (tx) => {
    const of = { kind: 'return', regionCode: '330106', contactName: '批量', contactPhone: '13800131007' } as const
    for (let index = 0; index < ROWS; index += 1) {
      await addAddress(tx, {
        ...of,
        detail: `${index + 1}号`,
        isDefault: false,
        now: new Date(1_767_225_600_000 + index),
      })
    }
  })
  await home.close()
  gateway = await gatewayProcess({ dataFolder })
  await gateway.start()
}, PATIENCE_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await folder?.remove()
})

/** Asks until a task is where it should be. A row takes milliseconds, so nothing is waited for between two looks. */
async function until(client: Client, taskId: string, isThere: (at: { doneCount: number; state: string }) => boolean) {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const at = await client.call(task.get, { taskId })
    if (isThere(at)) return at
    if (performance.now() > deadline) throw new Error(`the task stands still: ${JSON.stringify(at)}`)
    if (at.doneCount === 0) await pauseBriefly()
  }
}

test(
  `a task of ${ROWS} rows whose process is killed twice does every row exactly once`,
  async () => {
    const target = { url: gateway.url, letPass: async () => {} }
    const client = plainClient(target, await signIn(target, merchant.phone, merchant.password))
    const { taskId, total } = await client.call(task.create, { action: 'address.delete', filter: { keyword: '批量' } })
    expect(total).toBe(ROWS)
    const seen: number[] = []
    for (const rows of KILLED_AT) {
      const { doneCount, state } = await until(client, taskId, (at) => at.doneCount >= rows)
      expect(state).toBe('running')
      await gateway.killHard()
      await gateway.start()
      const after = await client.call(task.get, { taskId })
      // what was answered is still there
      expect(after.doneCount).toBeGreaterThanOrEqual(doneCount)
      seen.push(doneCount)
    }
    const ended = await until(client, taskId, ({ state }) => state !== 'running')
    expect(ended).toMatchObject({ state: 'done', total: ROWS, doneCount: ROWS, failedCount: 0, skippedCount: 0 })
    process.stdout.write(`killed after ${seen.join(' and ')} of ${ROWS} rows\n`)
    expect((await client.call(address.list, { keyword: '批量' })).total).toBe(0)
    expect((await gateway.terminate()).code).toBe(0)
    await expectOnce()
  },
  PATIENCE_MS,
)

/** Read from the tables, past every rule of the program: one entry of the log for each address, and one result. */
async function expectOnce(): Promise<void> {
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    const counts = async (statement: string) => (await home.ownerQuery(statement)).rows
    expect(
      await counts(
        `select times, count(*)::int as things from (
           select count(*)::int as times from audit_log where action = '${address.del.path}' group by subject_id) as each
         group by times`,
      ),
    ).toEqual([{ times: 1, things: ROWS }])
    expect(await counts('select state, count(*)::int as count from task_row group by state')).toEqual([
      { state: 'done', count: ROWS },
    ])
    expect(await counts("select kind, last_error from outbox where state = 'dead'")).toEqual([])
  } finally {
    await home.close()
  }
}
