import type { InputOf } from '@huanji/contract/call'
import { importedStock } from '@huanji/contract/features/stock-import/calls'
import type { TestGateway } from '../../../../../tests/support/gateway.ts'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'

type Table = InputOf<typeof importedStock.check>

const FIELDS = ['imei', 'model', 'storage', 'colour', 'cost'] as const

/** A table of stock: a line for each row, the first of them behind the heads. */
export const tableOf = (rows: readonly (readonly string[])[], change: Partial<Table> = {}): Table => ({
  channel: 'auction',
  fields: [...FIELDS],
  rows: rows.map((cells, at) => ({ line: at + 2, cells: [...cells] })),
  ...change,
})

/** The steps of importing stock. */
export function stockImports(gateway: TestGateway) {
  const check = (table: Table, by: SignedInEmployee) => gateway.data(importedStock.check, table, by.login)
  /** Begins an import and gives its id; its lines are done by `runJobs`. */
  const begin = async (table: Table, by: SignedInEmployee): Promise<string> =>
    (await gateway.data(importedStock.start, { ...table, name: '11月库存.xlsx' }, by.login)).importId
  const look = (importId: string, by: SignedInEmployee) =>
    gateway.data(importedStock.rows, { importId, limit: 200 }, by.login)
  return { check, begin, look }
}
