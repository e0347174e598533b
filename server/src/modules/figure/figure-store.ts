import type { Period } from '@huanji/domain/overview/period'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import { FIGURE_VALUES, type FigureRow, isSame, keyOf } from './values.ts'

const PLACE = ['kind', 'shopAccountId', 'channel', 'part'] as const
const KEY = ['merchantId', 'kind', 'shopAccountId', 'day', 'channel', 'part'] as const

const rowsIn = (tx: Tx, { from, to }: Period) =>
  db.selectFrom('dailyFigure').where('merchantId', '=', tx.merchantId).where('day', '>=', from).where('day', '<=', to)

/** What is stored of a period's days, by `keyOf`. */
export async function storedFigures(tx: Tx, period: Period): Promise<ReadonlyMap<string, FigureRow>> {
  const rows = await tx.rows(rowsIn(tx, period).select([...PLACE, 'day', ...FIGURE_VALUES]))
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** So many rows a statement: each has a value for every column, and a statement takes 65,535 of them. */
const AT_ONCE = 1_000

/** Writes what differs of a period's figures from what is stored, and gives what differed. */
export async function writeFigures(
  tx: Tx,
  period: Period,
  wanted: ReadonlyMap<string, FigureRow>,
): Promise<readonly FigureRow[]> {
  const stored = await storedFigures(tx, period)
  const changed = [...wanted].flatMap(([key, row]) => {
    const before = stored.get(key)
    return before && isSame(before, row) ? [] : [row]
  })
  for (let at = 0; at < changed.length; at += AT_ONCE) await upsert(tx, changed.slice(at, at + AT_ONCE))
  const gone = [...stored].flatMap(([key, row]) => (wanted.has(key) ? [] : [row]))
  for (const row of gone) await remove(tx, row)
  return [...changed, ...gone]
}

async function upsert(tx: Tx, rows: readonly FigureRow[]): Promise<void> {
  const { merchantId } = tx
  const values = rows.map((row) => ({ merchantId, ...pick(row) }))
  await tx.run(
    db
      .insertInto('dailyFigure')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(KEY)
          .doUpdateSet(({ ref }) => Object.fromEntries(FIGURE_VALUES.map((name) => [name, ref(`excluded.${name}`)]))),
      ),
  )
}

/** The columns of a row and nothing else that came along with it. */
const pick = (row: FigureRow) => ({
  kind: row.kind,
  shopAccountId: row.shopAccountId,
  day: row.day,
  channel: row.channel,
  part: row.part,
  ...(Object.fromEntries(FIGURE_VALUES.map((name) => [name, row[name]])) as Pick<
    FigureRow,
    (typeof FIGURE_VALUES)[number]
  >),
})

const remove = (tx: Tx, { kind, shopAccountId, day, channel, part }: FigureRow) =>
  tx.run(
    db
      .deleteFrom('dailyFigure')
      .where('merchantId', '=', tx.merchantId)
      .where('kind', '=', kind)
      .where('shopAccountId', '=', shopAccountId)
      .where('day', '=', day)
      .where('channel', '=', channel)
      .where('part', '=', part),
  )

const upkeep = (tx: Tx) => db.selectFrom('figureUpkeep').where('merchantId', '=', tx.merchantId)

/** How far a merchant's figures are counted. */
export interface Upkeep {
  /** What was committed before this moment is counted, ISO 8601; null while the past is not. */
  readonly countedAt: string | null
}

/** The same, or null where nothing was ever counted. */
export const readUpkeep = (tx: Tx): Promise<Upkeep | null> => tx.one(upkeep(tx).select('countedAt'))

/**
 * Holds a merchant's figures to the commit: whoever else would count them waits. Gives null for whoever is the first to do
 * so. What is read after this is at least as new as the rows of everybody who held them before.
 */
export async function holdFigures(tx: Tx): Promise<Upkeep | null> {
  const own = { merchantId: tx.merchantId }
  const begin = db
    .insertInto('figureUpkeep')
    .values(own)
    .onConflict((conflict) => conflict.columns(['merchantId']).doNothing())
  if ((await tx.run(begin)) === 1) return null
  return tx.one(upkeep(tx).select('countedAt').forUpdate())
}

/** Records that everything which was committed before a moment is counted. */
export async function setCounted(tx: Tx, countedAt: Date): Promise<void> {
  await tx.run(db.updateTable('figureUpkeep').set({ countedAt }).where('merchantId', '=', tx.merchantId))
}

/** The first and the last day with figures, or null. */
export async function storedPeriod(tx: Tx): Promise<Period | null> {
  const row = await tx.one(
    db
      .selectFrom('dailyFigure')
      .where('merchantId', '=', tx.merchantId)
      .select(({ ref }) => [
        sql<string | null>`min(${ref('day')})::text`.as('from'),
        sql<string | null>`max(${ref('day')})::text`.as('to'),
      ]),
  )
  return row?.from && row.to ? { from: row.from, to: row.to } : null
}
