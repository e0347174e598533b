import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { listingHandling } from '@huanji/contract/features/listing/goods'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import { type Fen, formatFen } from '@huanji/domain/money'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { unitCosts } from '../inspection/unit-cost-store.ts'
import { writeCosts } from '../inspection/unit-costs.ts'
import type { ListableUnit } from './listable.ts'

type Call = (typeof listingHandling)['setCost']

/** Phones with their variant and what they cost; null where nobody has said. */
export async function costedUnits<Unit extends Pick<ListableUnit, 'unitId' | 'sku'>>(
  tx: Tx,
  units: readonly Unit[],
): Promise<{ skuId: string; costPriceFen: Fen | null }[]> {
  const known = await unitCosts(
    tx,
    units.map(({ unitId }) => unitId),
  )
  const costOf = new Map(known.map(({ unitId, costPriceFen }) => [unitId, costPriceFen]))
  return units.map(({ unitId, sku }) => ({ skuId: skuIdOf(sku), costPriceFen: costOf.get(unitId) ?? null }))
}

const words = (fen: number | null): string => (fen === null ? '未填写' : formatFen(fen))

/** Writes down what phones cost. Refuses NOT_FOUND where one is not the merchant's; then none is written. */
export async function setCosts({ tx, audit }: CallContext, { rows }: ParsedOf<Call>): Promise<OutputOf<Call>> {
  const known = await unitCosts(
    tx,
    rows.map((row) => row.unitId),
  )
  const changed = rows.filter((row, index) => {
    const field = `rows[${index}].unitId`
    const unit = known.find((one) => one.unitId === row.unitId) ?? refuse('NOT_FOUND', {}, { field })
    return unit.costPriceFen !== row.costPriceFen
  })
  for (const row of changed) {
    const unit = known.find((one) => one.unitId === row.unitId)
    const before = { 成本价: words(unit?.costPriceFen ?? null) }
    const facts = { before, after: { 成本价: words(row.costPriceFen) } }
    audit({ subject: 'unit', subjectId: row.unitId, subjectLabel: unit?.barCode ?? '', ...facts })
  }
  if (changed.length === 0) audit(null)
  await writeCosts(tx, changed)
  return { changed: changed.length }
}
