import path from 'node:path'
import { exportTasks, goodsExport } from '@huanji/contract/features/export/calls'
import { auctionOrderExport } from '@huanji/contract/features/order/export'
import { newId } from '@huanji/server/platform/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, pauseBriefly, plainClient, signIn } from '../contract/fixtures/client.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'

/** Some parts of a file (server/src/modules/export/work.ts). */
const ROWS = 9_000
const PATIENCE_MS = 60_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>

/** Orders past the program, a second apart. */
const ORDERS = `insert into sale_order (merchant_id, id, channel, order_no, state, shop_account_id, title, model_id,
    model_name, sku_text, grade, unit_count, imei, bar_code, deal_price_fen, paid_fen, buyer_nick, ordered_at,
    remote_updated_at, created_at, updated_at)
  select $1, gen_random_uuid(), 'auction', '2026' || lpad(n::text, 15, '0'), 'shipped', $2, '手机 ' || n, 'apple-iphone-15',
    'iPhone 15', '128GB', '95', 1, '86' || lpad(n::text, 13, '0'), 'B' || n, 100000 + n, 100000 + n, '买家',
    timestamptz '2026-01-01' + n * interval '1 second', now(), now(), now()
  from generate_series(1, $3::int) n`

const SHOP = `insert into shop_account (merchant_id, id, authorize_id, user_identity, user_name, nick, shop_name,
    authorised_until, is_valid, is_pro, deposit_enough, item_biz_types, created_at, refreshed_at)
  values ($1, $2, 1, 'x', 'x', '一号店', '一号店', now(), true, false, true, '{}', now(), now())`

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131019')
  const home = await openFolder(dataFolder)
  const shop = newId()
  await home.ownerQuery(SHOP, [merchant.merchantId, shop])
  await home.ownerQuery(ORDERS, [merchant.merchantId, shop, ROWS])
  await home.close()
  gateway = await gatewayProcess({ dataFolder })
  await gateway.start()
}, PATIENCE_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await folder?.remove()
})

type Row = Awaited<ReturnType<typeof look>>

async function look(client: Client, exportId: string) {
  const row = (await client.call(goodsExport.list, {})).list.find((one) => one.exportId === exportId)
  if (row === undefined) throw new Error('the export is gone')
  return row
}

async function until(client: Client, exportId: string, isThere: (row: Row) => boolean): Promise<Row> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const row = await look(client, exportId)
    if (isThere(row)) return row
    if (performance.now() > deadline) throw new Error(`the export stands still: ${JSON.stringify(row)}`)
    await pauseBriefly()
  }
}

test(
  `an export of ${ROWS} rows whose process is killed goes on after its last part and has each row once`,
  async () => {
    const target = { url: gateway.url, letPass: async () => {} }
    const client = plainClient(target, await signIn(target, merchant.phone, merchant.password))
    const input = { format: 'csv', filter: {}, columns: ['orderNo', 'imei'] } as const
    const { exportId } = await client.call(auctionOrderExport.create, { ...input, columns: [...input.columns] })
    const { rowsDone } = await until(client, exportId, (row) => row.rowsDone > 0)
    await gateway.killHard()
    expect(rowsDone).toBeLessThan(ROWS)
    await gateway.start()
    expect((await look(client, exportId)).rowsDone).toBeGreaterThanOrEqual(rowsDone)
    const ended = await until(client, exportId, ({ state }) => state !== 'running' && state !== 'queued')
    expect(ended).toMatchObject({ state: 'ready', rowsDone: ROWS, rowsTotal: ROWS, problem: '' })
    const { url } = await client.call(exportTasks.link, { exportId })
    const text = await (await fetch(gateway.url + url)).text()
    const numbers = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(/2026(\d{15})/.exec(line)?.[1]))
    expect(numbers).toEqual(Array.from({ length: ROWS }, (_, index) => ROWS - index))
    process.stdout.write(`killed after ${rowsDone} of ${ROWS} rows\n`)
  },
  PATIENCE_MS,
)
