import type { Tx } from '../../database/database.ts'
import { anyOf, db, jsonText } from '../../database/query.ts'
import type { UnitSku } from './unit-store.ts'

/** A type of phone by its TAC, and the model it turned out to be. */
export interface TacModel {
  readonly tac: string
  readonly modelId: string
}

/** What a unit is counted as. */
export interface LearnedPhone extends TacModel {
  readonly sku: UnitSku
}

const learned = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('unit')
    .select(['id as unitId', 'learnedAs'])
    .where('merchantId', '=', tx.merchantId)
    .where('id', '=', anyOf(unitIds))

/** What these units are counted as; null for one that is not counted. */
export function learnedAs(
  tx: Tx,
  units: readonly { readonly unitId: string }[],
): Promise<{ unitId: string; learnedAs: LearnedPhone | null }[]> {
  return tx.rows(
    learned(
      tx,
      units.map(({ unitId }) => unitId),
    ),
  )
}

/** Records what these units are counted as; null for nothing. */
export async function setLearnedAs(tx: Tx, unitIds: readonly string[], phone: LearnedPhone | null): Promise<void> {
  await tx.run(
    db
      .updateTable('unit')
      .set({ learnedAs: phone === null ? null : jsonText(phone) })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(unitIds)),
  )
}

/** Counts units more or less of a model, waits for a rival that does the same, and gives the merchant's new count. */
export async function countModel(tx: Tx, { tac, modelId }: TacModel, by: number): Promise<number> {
  const row = await tx.one(
    db
      .insertInto('tacModel')
      .values({ merchantId: tx.merchantId, tac, modelId, unitCount: by })
      .onConflict((conflict) =>
        conflict
          .columns(['merchantId', 'tac', 'modelId'])
          .doUpdateSet(({ eb }) => ({ unitCount: eb('tacModel.unitCount', '+', by) })),
      )
      .returning('unitCount'),
  )
  return row?.unitCount ?? 0
}

/** Counts units more or less of a variant. */
export async function countSku(tx: Tx, { tac, modelId, sku }: LearnedPhone, by: number): Promise<void> {
  const { regulatoryNo, ram, storage, colour } = sku
  await tx.run(
    db
      .insertInto('tacSku')
      .values({ merchantId: tx.merchantId, tac, modelId, regulatoryNo, ram, storage, colour, unitCount: by })
      .onConflict((conflict) =>
        conflict
          .columns(['merchantId', 'tac', 'modelId', 'regulatoryNo', 'ram', 'storage', 'colour'])
          .doUpdateSet(({ eb }) => ({ unitCount: eb('tacSku.unitCount', '+', by) })),
      ),
  )
}

/** How many of the merchant's phones turned out to be each of these models. */
export async function seenOf(tx: Tx, modelIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    db
      .selectFrom('tacModel')
      .select(({ fn }) => ['modelId', fn.sum<number>('unitCount').as('units')])
      .where('merchantId', '=', tx.merchantId)
      .where('modelId', '=', anyOf(modelIds))
      .groupBy('modelId'),
  )
  return new Map(rows.map(({ modelId, units }) => [modelId, Number(units)]))
}

/** The variants that the merchant's phones of a model turned out to be, most first. */
export const skusOfModel = (tx: Tx, modelId: string): Promise<{ ram: string; storage: string; colour: string }[]> =>
  tx.rows(
    db
      .selectFrom('tacSku')
      .select(['ram', 'storage', 'colour'])
      .where('merchantId', '=', tx.merchantId)
      .where('modelId', '=', modelId)
      .groupBy(['ram', 'storage', 'colour'])
      .orderBy(({ fn }) => fn.sum('unitCount'), 'desc')
      .limit(50),
  )

/** Adds to the sums over all merchants, which hold nothing that names one. */
export async function addToTotal(
  tx: Tx,
  { tac, modelId }: TacModel,
  { units, merchants }: { readonly units: number; readonly merchants: number },
): Promise<void> {
  await tx.run(
    db
      .insertInto('tacModelTotal')
      .values({ tac, modelId, unitCount: units, merchantCount: merchants })
      .onConflict((conflict) =>
        conflict.columns(['tac', 'modelId']).doUpdateSet(({ eb }) => ({
          unitCount: eb('tacModelTotal.unitCount', '+', units),
          merchantCount: eb('tacModelTotal.merchantCount', '+', merchants),
        })),
      ),
  )
}

/** The models that the merchant's own units of a TAC are, most units first. */
export function ownModels(tx: Tx, tac: string): Promise<{ modelId: string; unitCount: number }[]> {
  return tx.rows(
    db
      .selectFrom('tacModel')
      .select(['modelId', 'unitCount'])
      .where('merchantId', '=', tx.merchantId)
      .where('tac', '=', tac)
      .where('unitCount', '>', 0)
      .orderBy('unitCount', 'desc')
      .orderBy('modelId')
      .limit(20),
  )
}

/** The variants that the merchant's own units of a TAC are, most units first. */
export function ownSkus(tx: Tx, tac: string): Promise<(UnitSku & { modelId: string; unitCount: number })[]> {
  return tx.rows(
    db
      .selectFrom('tacSku')
      .select(['modelId', 'regulatoryNo', 'ram', 'storage', 'colour', 'unitCount'])
      .where('merchantId', '=', tx.merchantId)
      .where('tac', '=', tac)
      .where('unitCount', '>', 0)
      .orderBy('unitCount', 'desc')
      .limit(100),
  )
}

/** The sums over all merchants for a TAC, of models that at least so many of them have had. */
export function totalsOf(
  tx: Tx,
  tac: string,
  merchantsAtLeast: number,
): Promise<{ modelId: string; unitCount: number; merchantCount: number }[]> {
  return tx.rows(
    db
      .selectFrom('tacModelTotal')
      .select(['modelId', 'unitCount', 'merchantCount'])
      .where('tac', '=', tac)
      .where('merchantCount', '>=', merchantsAtLeast)
      .orderBy('merchantCount', 'desc')
      .orderBy('modelId')
      .limit(20),
  )
}
