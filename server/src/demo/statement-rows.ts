import { formatBillNo } from '@huanji/domain/codes/formats'
import { type BillTypeCode, billTypeLabel } from '@huanji/domain/fees/bill-types'
import { formatFen } from '@huanji/domain/money'
import { BILL_STATES, type BillAction } from '@huanji/domain/states/bill'
import { shanghaiDate } from '@huanji/domain/time'
import { nextNumber } from '../database/counter.ts'
import { db } from '../database/query.ts'
import { moveBill } from '../modules/bill/store.ts'
import { newId } from '../platform/ids.ts'
import type { DemoMerchant } from './merchants.ts'
import type { DemoWorld } from './steps.ts'

interface StatementRow {
  readonly type: BillTypeCode
  readonly amountFen: number
  /** How far it has come. */
  readonly moves: readonly BillAction[]
}

/** Rows of a merchant's statement that belong to no order: no call makes such rows yet, and they show the states beside those of orders. */
const ROWS: readonly StatementRow[] = [
  { type: 'depositFreeze', amountFen: 200_000, moves: ['freeze'] },
  { type: 'depositFreeze', amountFen: 50_000, moves: ['freeze', 'unfreeze'] },
  { type: 'withdrawal', amountFen: 1_200_000, moves: ['startSettling'] },
  { type: 'withdrawal', amountFen: 800_000, moves: ['cancel'] },
]

/** Writes them at the history's present moment, with their histories. */
export async function writeStatementRows({ services }: DemoWorld, merchant: DemoMerchant): Promise<void> {
  const now = services.clock.now()
  const yyMMdd = shanghaiDate(now.toISOString()).slice(2).replaceAll('-', '')
  await services.db.tenant(merchant.merchantId, async (tx) => {
    for (const { type, amountFen, moves } of ROWS) {
      const id = newId()
      const billNo = formatBillNo(yyMMdd, await nextNumber(tx, `bill:${yyMMdd}`))
      const row = {
        ...{ merchantId: merchant.merchantId, id, billNo, type, direction: 'out' as const, state: BILL_STATES.initial },
        ...{ amountFen, channel: 'auction' as const, shopAccountId: merchant.shopAccountIds[0] },
        ...{ source: 'settlement' as const, sourceId: billNo },
        ...{ formula: `${billTypeLabel(type)} ${formatFen(amountFen)}`, occurredAt: now, createdAt: now },
      }
      await tx.run(db.insertInto('bill').values(row))
      for (const action of moves) await moveBill(tx, id, action, { who: 'marketplace', now })
    }
  })
}
