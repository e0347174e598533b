import type { InputOf } from '@huanji/contract/call'
import { extStockImport } from '@huanji/contract/features/stock-import/calls'
import { auditGroup } from '../../audit/calls.ts'
import { detRecordGroup } from '../../inspection/calls.ts'
import { detConfigGroup } from '../../inspection/config-calls.ts'
import { photoGroups } from '../../inspection/photo/calls.ts'
import { recordGroups } from '../../inspection/record-calls.ts'
import { type SignedInEmployee, startInspectionGateway } from '../../inspection/testing/inspection-gateway.ts'
import { extListingCalls } from '../../listing/calls.ts'
import { costGroup, phoneGroup } from '../../phone/calls.ts'
import { stockImportGroup } from '../calls.ts'
import { stockImportJobs } from '../jobs.ts'

type Table = InputOf<typeof extStockImport.check>

const FIELDS = ['imei', 'model', 'storage', 'colour', 'cost'] as const

/** A table of stock: a line for each row, the first of them behind the heads. */
export const tableOf = (rows: readonly (readonly string[])[], change: Partial<Table> = {}): Table => ({
  channel: 'auction',
  fields: [...FIELDS],
  rows: rows.map((cells, at) => ({ line: at + 2, cells: [...cells] })),
  ...change,
})

/** A gateway with the calls of inspecting and of importing stock. */
export async function startStockGateway() {
  const gateway = await startInspectionGateway({
    modules: {
      groups: [
        detRecordGroup,
        detConfigGroup,
        ...photoGroups,
        ...recordGroups,
        extListingCalls,
        phoneGroup,
        costGroup,
        auditGroup,
        stockImportGroup,
      ],
      jobHandlers: stockImportJobs,
    },
  })
  const check = (table: Table, by: SignedInEmployee) => gateway.data(extStockImport.check, table, by.login)
  /** Begins an import and gives its id; its lines are done by `runJobs`. */
  const begin = async (table: Table, by: SignedInEmployee): Promise<string> =>
    (await gateway.data(extStockImport.start, { ...table, name: '11月库存.xlsx' }, by.login)).importId
  const look = (importId: string, by: SignedInEmployee) =>
    gateway.data(extStockImport.rows, { importId, limit: 200 }, by.login)
  return { ...gateway, check, begin, look }
}

export type StockGateway = Awaited<ReturnType<typeof startStockGateway>>
