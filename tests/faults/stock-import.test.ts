import path from 'node:path'
import { importedStock } from '@huanji/contract/features/stock-import/calls'
import { imeiCheckDigit } from '@huanji/domain/codes/luhn'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, pauseBriefly, plainClient, signIn } from '../contract/fixtures/client.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'

const ROWS = 1_500
/** After so many lines the process is killed. */
const KILLED_AT = [100, 700]
const PATIENCE_MS = 120_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131009')
  gateway = await gatewayProcess({ dataFolder })
  await gateway.start()
}, PATIENCE_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await folder?.remove()
})

const imeiOf = (index: number): string => {
  const body = `86733905${String(index).padStart(6, '0')}`
  return body + imeiCheckDigit(body)
}

/** Asks until an import is where it should be. */
async function until(client: Client, importId: string, isThere: (at: { pastCount: number; state: string }) => boolean) {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const { import: at } = await client.call(importedStock.rows, { importId, limit: 1 })
    if (isThere(at)) return at
    if (performance.now() > deadline) throw new Error(`the import stands still: ${JSON.stringify(at)}`)
    if (at.pastCount === 0) await pauseBriefly()
  }
}

test(
  `an import of ${ROWS} lines whose process is killed twice makes every phone exactly once`,
  async () => {
    const target = { url: gateway.url, letPass: async () => {} }
    const client = plainClient(target, await signIn(target, merchant.phone, merchant.password))
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      line: at + 2,
      cells: [imeiOf(at), '苹果13', '128G', '午夜色', '1,850'],
    }))
    const fields = ['imei', 'model', 'storage', 'colour', 'cost'] as const
    const { importId } = await client.call(importedStock.start, {
      channel: 'auction',
      name: '库存.xlsx',
      fields: [...fields],
      rows,
    })
    const seen: number[] = []
    for (const count of KILLED_AT) {
      const { pastCount } = await until(client, importId, (at) => at.pastCount >= count)
      await gateway.killHard()
      await gateway.start()
      const { import: after } = await client.call(importedStock.rows, { importId, limit: 1 })
      // what was answered is still there
      expect(after.pastCount).toBeGreaterThanOrEqual(pastCount)
      seen.push(pastCount)
    }
    const ended = await until(client, importId, ({ state }) => state !== 'running')
    expect(ended).toMatchObject({ state: 'done', total: ROWS, madeCount: ROWS, refusedCount: 0 })
    process.stdout.write(`killed after ${seen.join(' and ')} of ${ROWS} lines\n`)
    expect((await gateway.terminate()).code).toBe(0)
    await expectOnce()
  },
  PATIENCE_MS,
)

/** Read from the tables, past every rule of the program: one unit, one draft and one result for each line. */
async function expectOnce(): Promise<void> {
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    const counts = async (statement: string) => (await home.ownerQuery(statement)).rows
    const each = [{ things: ROWS, names: ROWS }]
    expect(await counts('select count(*)::int as things, count(distinct imei)::int as names from unit')).toEqual(each)
    expect(
      await counts('select count(*)::int as things, count(distinct unit_id)::int as names from inspection'),
    ).toEqual(each)
    expect(
      await counts(`select count(*)::int as things, count(distinct unit_id)::int as names
        from stock_import_row where result = 'made'`),
    ).toEqual(each)
    expect(await counts("select kind, last_error from outbox where state = 'dead'")).toEqual([])
  } finally {
    await home.close()
  }
}
