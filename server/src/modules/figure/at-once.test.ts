import { randomOf } from '@huanji/marketplace/sandbox/random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { insertBill, moveBill, setSettledAmount } from '../bill/store.ts'
import { storedFigures } from './figure-store.ts'
import { foldMarks } from './fold.ts'
import { plainCount, type ReadRows } from './testing/plain-count.ts'

const SEED = Number(process.env.HUANJI_SIMULATION_SEED ?? 20_261_124)
/** Moments around Shanghai's midnights, which are at 16:00 UTC. */
const EDGES = ['15:59:59.999', '16:00:00.000', '16:00:00.001', '03:30:00.000'] as const

let gateway: TradingGateway
let owner: ShopOwner
let orderId: string

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('北桥手机')
  orderId = (await gateway.paid(owner, await gateway.onSale(owner))).orderId
})
afterAll(() => gateway.close())

const now = () => gateway.clock.now()
const read: ReadRows = async <Row>(text: string) => (await gateway.database.open.ownerQuery(text)).rows as Row[]
const fold = (db: Database = gateway.db) => foldMarks(db, owner.seller.merchantId, now)

async function expectCounted(): Promise<void> {
  await fold()
  const { merchantId } = owner.seller
  const stored = await gateway.db.tenant(merchantId, (tx) =>
    storedFigures(tx, { from: '2000-01-01', to: '2999-12-31' }),
  )
  expect(Object.fromEntries(stored), `seed ${SEED}`).toEqual(Object.fromEntries(await plainCount(read, merchantId)))
}

/** Writes, settles late and cancels bills of random days, each in a transaction of its own. */
async function trade(name: string, steps: number): Promise<void> {
  const random = randomOf(SEED, name)
  const direction = () => (random.chance(0.5) ? 'in' : 'out')
  const bills: string[] = []
  for (let step = 0; step < steps; step += 1) {
    const day = String(random.whole(1, 9)).padStart(2, '0')
    await gateway.db.tenant(owner.seller.merchantId, async (tx) => {
      const known = bills.length > 0 && random.chance(0.5) ? (bills[random.whole(0, bills.length - 1)] ?? null) : null
      const amountFen = random.whole(1, 500_000)
      if (known === null) {
        const billId = newId()
        bills.push(billId)
        await insertBill(tx, {
          billId,
          billNo: `ZD-${name}-${step}`,
          type: 'adjustment',
          direction: direction(),
          channel: 'auction',
          source: 'order',
          sourceId: newId(),
          orderId,
          orderNo: '',
          refundNo: '',
          title: '',
          imei: '',
          shopAccountId: owner.shopAccountId,
          dealPriceFen: 0,
          amountFen,
          formula: '',
          remark: '',
          occurredAt: `2026-10-${day}T${random.pick(EDGES)}Z`,
          now: now(),
        })
      } else if (random.chance(0.7)) {
        const settled = {
          amountFen,
          remark: '',
          settlementNo: `JS${step}`,
          refundNo: '',
          settledAt: now().toISOString(),
        }
        await setSettledAmount(tx, known, { direction: direction(), ...settled })
      } else {
        bills.splice(bills.indexOf(known), 1)
        await moveBill(tx, known, 'cancel', { who: 'marketplace', now: now() })
      }
    })
  }
}

/** A process that dies in the middle of its `at`-th transaction, after its work and before the commit. */
function dyingAt(at: number): Database {
  let left = at
  return {
    ...gateway.db,
    tenant: (merchantId, work) =>
      gateway.db.tenant(merchantId, async (tx) => {
        const result = await work(tx)
        left -= 1
        if (left === 0) throw new Error('killed')
        return result
      }),
  }
}

describe('figures that are counted while trade goes on', () => {
  it('come to the rows, whoever counts at the same time', async () => {
    const folding = { isOver: false }
    const folds = async () => {
      while (!folding.isOver) await fold()
    }
    const trades = Promise.all(['one', 'two', 'three'].map((name) => trade(name, 25))).finally(() => {
      folding.isOver = true
    })
    await Promise.all([trades, folds(), folds()])
    await expectCounted()
  })

  it('come to the rows after whoever counted them was killed at any step', async () => {
    for (const at of [1, 2, 3]) {
      await trade(`killed-${at}`, 6)
      await fold(dyingAt(at)).catch((error: Error) => expect(error.message).toBe('killed'))
      await trade(`later-${at}`, 3)
    }
    await expectCounted()
  })
})
