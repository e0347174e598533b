import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { testSettings } from '../../../tests/support/gateway.ts'
import { createLog } from '../platform/log.ts'
import { countOf, demoPhonesOf, RECORD_PHONES } from './lives.ts'
import { HISTORY_MS, makeDemo, makeHistory } from './make-demo.ts'
import { DEMO_MERCHANTS, enrolMerchants } from './merchants.ts'
import { ALL_SCENARIOS } from './scenarios.ts'
import { type NetworkedProduct, startNetworkedProduct } from './testing/over-http.ts'
import { differences, type Row, type Rows, readRows } from './testing/rows.ts'

const PHONES = demoPhonesOf(1, ALL_SCENARIOS.length + RECORD_PHONES)
const END_MS = Date.parse('2026-11-20T07:10:00.000Z')

let database: TestDatabase
let networked: NetworkedProduct
let made: Rows
let called: Rows

const say = () => undefined

async function makeWithin(): Promise<void> {
  database = await openTestDatabase()
  const settings = { ...testSettings(database.dataFolder), demoPhones: countOf(PHONES) }
  await makeDemo({ db: database.open.db, settings, log: createLog('silent'), endMs: END_MS, say })
  made = await readRows(database.open)
}

async function makeOverHttp(): Promise<void> {
  networked = await startNetworkedProduct({ seed: 1, startMs: END_MS - HISTORY_MS, endMs: END_MS })
  const merchants = await enrolMerchants(networked.gateway.db, DEMO_MERCHANTS, new Date(END_MS - HISTORY_MS))
  await makeHistory(networked.world, merchants, PHONES, say)
  called = await readRows(networked.gateway.database.open)
}

beforeAll(async () => {
  await Promise.all([makeWithin(), makeOverHttp()])
}, 600_000)
afterAll(async () => {
  await networked.close()
  await database.close()
})

describe('the rows of one phone of each scenario, and of the records beside them', () => {
  it('are those that calls over the network make, histories, audit entries and search terms included', () => {
    expect(differences(made, called)).toEqual({})
    for (const table of ['history', 'audit_log', 'search_entry', 'photo', 'bill']) {
      expect(made[table]?.length, table).toBeGreaterThan(15)
    }
  })

  it('would differ if any column had been left out', () => {
    const filled = Object.entries(made).flatMap(([table, rows]) =>
      columnsWithValues(rows).map((column) => ({ table, column })),
    )
    expect(filled.length).toBeGreaterThan(250)
    for (const { table, column } of filled) {
      const without = { [table]: (made[table] ?? []).map((row) => ({ ...row, [column]: null })) }
      const whole = { [table]: called[table] ?? [] }
      expect(Object.keys(differences(without, whole)), `${table}.${column}`).toEqual([table])
    }
  })
})

const columnsWithValues = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row).filter((column) => row[column] !== null))),
]
