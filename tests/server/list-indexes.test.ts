import { allCalls } from '@huanji/contract/calls'
import type { Column } from '@huanji/contract/columns/column'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { auditColumns } from '@huanji/contract/features/audit/rows'
import { bill } from '@huanji/contract/features/bill/calls'
import { billColumns } from '@huanji/contract/features/bill/rows'
import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import {
  bagRecordColumns,
  batchColumns,
  batchUnitColumns,
  inspectionColumns,
} from '@huanji/contract/features/inspection/rows'
import { sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { listingColumns } from '@huanji/contract/features/listing/rows'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { curatedOrderColumns, orderColumns } from '@huanji/contract/features/order/rows'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundColumns } from '@huanji/contract/features/refund/rows'
import type { Tx } from '@huanji/server/database/database'
import { compiled } from '@huanji/server/database/query'
import { listAudit } from '@huanji/server/modules/audit/store'
import { listBills } from '@huanji/server/modules/bill/list-store'
import { listBatches, listPhones } from '@huanji/server/modules/inspection/batch/list-store'
import { listRecords } from '@huanji/server/modules/inspection/list-store'
import { listBagRecords } from '@huanji/server/modules/inspection/sealed-bag/store'
import { listListings } from '@huanji/server/modules/listing/list-store'
import { listOrders } from '@huanji/server/modules/order/list-store'
import { listRefunds } from '@huanji/server/modules/refund/list-store'
import { newId } from '@huanji/server/platform/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTestDatabase, type TestDatabase } from '../support/databases.ts'

type Run = (tx: Tx, filter: never) => Promise<unknown>

interface SortedList {
  readonly path: string
  readonly columns: Readonly<Record<string, Column>>
  readonly run: Run
}

const LISTS: readonly SortedList[] = [
  {
    path: auctionOrder.list.path,
    columns: orderColumns,
    run: (tx, filter) => listOrders(tx, 'auction', filter),
  },
  {
    path: curatedOrder.list.path,
    columns: curatedOrderColumns,
    run: (tx, filter) => listOrders(tx, 'curated', filter),
  },
  { path: goods.list.path, columns: listingColumns, run: listListings },
  { path: detRecord.getDetectRecordList.path, columns: inspectionColumns, run: listRecords },
  { path: batch.getMultiDetRecordList.path, columns: batchColumns, run: listBatches },
  { path: batch.getDetRecordDetailsByDetRecordId.path, columns: batchUnitColumns, run: listPhones },
  { path: refund.list.path, columns: refundColumns, run: listRefunds },
  { path: bill.list.path, columns: billColumns, run: listBills },
  { path: sealBag.records.path, columns: bagRecordColumns, run: listBagRecords },
  { path: auditTrail.list.path, columns: auditColumns, run: listAudit },
]

const SORTS = LISTS.flatMap(({ path, columns, run }) =>
  Object.entries(columns).flatMap(([key, { sort }]) =>
    sort === undefined
      ? []
      : ['asc', 'desc'].map((direction) => ({ path, run, word: `${key}.${direction}`, tab: sort.in?.[0] })),
  ),
)

let database: TestDatabase
/** The columns of every index, in their order. */
let indexes: readonly (readonly string[])[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  const { rows } = await database.open.ownerQuery(`
    select array_agg(pg_get_indexdef(indexrelid, number, true) order by number) as columns
    from pg_index cross join lateral generate_series(1, indnkeyatts) as number
    where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) group by indexrelid`)
  indexes = (rows as { columns: string[] }[]).map(({ columns }) => columns.map(plain))
})
afterAll(() => database.close())

/** An expression without quotes, tables and types. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/\b[a-z]\./g, '')
    .replace(/::(timestamp with(out)? time zone|character varying|[a-z]+)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\( ?(case .*)\)$/, '$1')

/** What the rows of a statement are ordered by at last. */
function orderOf(text: string): string[] {
  const last = text.slice(text.lastIndexOf('order by ') + 'order by '.length, text.lastIndexOf(' limit'))
  return last.split(/ (?:asc|desc)(?:, |$)/).flatMap((part) => (part === '' ? [] : plain(part)))
}

describe('each order that a list can be put in', () => {
  it('is of a list that this test knows', () => {
    const sorted = allCalls.filter(({ input }) => input instanceof z.ZodObject && 'sort' in input.shape)
    expect(sorted.map(({ path }) => path).sort()).toEqual(LISTS.map(({ path }) => path).sort())
  })

  it.each(SORTS)('$path $word is the end of an index that begins with the merchant', async ({ run, word, tab }) => {
    const texts: string[] = []
    await database.open.db.tenant(newId(), (tx) => {
      const rows: Tx['rows'] = (query) => {
        texts.push(compiled(query).sql)
        return tx.rows(query)
      }
      return run({ ...tx, rows }, {
        page: 1,
        pageSize: 20,
        channel: 'auction',
        batchId: newId(),
        sort: word,
        state: tab,
      } as never)
    })
    const order = orderOf(texts.at(-1) ?? '')
    expect(order).toHaveLength(2)
    expect(indexes.filter(([first]) => first === 'merchant_id').map((columns) => columns.slice(-2))).toContainEqual(
      order,
    )
  })
})
