import { COST_ROWS_MAX } from '@huanji/contract/constants'
import { phoneCost } from '@huanji/contract/features/phone/cost'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import { randomOf } from '@huanji/marketplace/sandbox/random'
import { referenceOfSku } from '../modules/listing/references.ts'
import { gradedPhones } from './demo-store.ts'
import { type DemoMerchant, ownerOf } from './merchants.ts'
import type { DemoWorld } from './steps.ts'

const TEN_YUAN = 1_000

/**
 * The owner imports what the phones were bought for: from seven to nine tenths of what they are worth, in tens of yuan.
 * One in twelve has no price yet. Some were bought for more than they are offered at: the owner says that this is so.
 */
export async function importCosts({ seed, services, access }: DemoWorld, merchant: DemoMerchant): Promise<void> {
  const now = services.clock.now()
  const prices = new Map<string, string>()
  const phones = await services.db.tenant(merchant.merchantId, async (tx) =>
    (await gradedPhones(tx)).map(({ barCode, modelId, sku, finalGrade: grade }) => ({
      barCode,
      worthFen: referenceOfSku(tx, { modelId, skuId: skuIdOf(sku), grade }, now),
    })),
  )
  for (const { barCode, worthFen } of phones) {
    const random = randomOf(seed, `cost:${barCode}`)
    if (worthFen === null || random.chance(1 / 12)) continue
    const costFen = Math.round((worthFen * (0.7 + 0.2 * random.share())) / TEN_YUAN) * TEN_YUAN
    prices.set(barCode, (costFen / 100).toFixed(2))
  }
  const rows = [...prices].map(([code, price]) => ({ code, price }))
  for (let first = 0; first < rows.length; first += COST_ROWS_MAX) {
    const part = rows.slice(first, first + COST_ROWS_MAX)
    await access.as(ownerOf(merchant)).call(phoneCost.import, { rows: part, name: '采购单', withJumps: true })
  }
}
