import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LineEdit } from '../sheet/lines.ts'
import type { ListableUnit } from '../types.ts'
import { keepPublishDraft, readPublishDraft } from './publish-draft.ts'
import type { PublishKind } from './publish-kinds.ts'
import { isChosen, type PublishRow, withEdits, withoutUnits, withUnit } from './publish-rows.ts'

/** How many changes of several boxes can be taken back. */
const UNDO_MAX = 20

type Rows = readonly PublishRow[]

/** The sheet of a kind as it stands while the drawer is open. */
interface OpenSheet {
  readonly rows: Rows
  readonly shopId: string
  /** What an earlier time has left: it comes into the sheet only where a person says so. */
  readonly aside: Rows
}

const idsOf = (rows: Rows): Set<string> =>
  new Set(rows.flatMap(({ units }) => units.map(({ inspectionId }) => inspectionId)))

const unitCountOf = (rows: Rows): number => rows.reduce((sum, { units }) => sum + units.length, 0)

/** What a sheet opens with: what was left of it, or nothing where the drawer was opened for certain phones. */
function openSheet(kind: PublishKind, isForOthers: boolean): OpenSheet {
  const draft = readPublishDraft(kind)
  const [rows, shopId] = [draft?.rows ?? [], draft?.shopId ?? '']
  return isForOthers ? { rows: [], shopId, aside: rows } : { rows, shopId, aside: [] }
}

/** The rows with those of an earlier time: their prices stay, and of stock the phones join those of their model and grade. */
function joined(kind: PublishKind, rows: Rows, aside: Rows): Rows {
  const fresh = aside.filter(({ key }) => !rows.some((row) => row.key === key))
  const mates = aside.filter((row) => !fresh.includes(row)).flatMap(({ units }) => units)
  return [...mates.reduce<Rows>((all, unit) => withUnit(kind, all, unit), rows), ...fresh]
}

/** What a drawer was opened for, and what stands in its sheets. */
export interface Opening {
  /** True where the drawer was opened for certain phones. */
  readonly isForOthers: boolean
  /** The sheets by their kind, so that a look at another kind loses nothing of one. */
  readonly sheets: Map<PublishKind, OpenSheet>
}

/**
 * The sheet of one kind, kept in this browser until it is published: closing the drawer or a crash loses nothing. Scans
 * may come faster than React renders, so the latest rows stand beside the state.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share one state, which would otherwise be handed around
export function usePublishRows(kind: PublishKind, { isForOthers, sheets }: Opening) {
  const [first] = useState(() => sheets.get(kind) ?? openSheet(kind, isForOthers))
  const [rows, setState] = useState<Rows>(first.rows)
  const [shopId, setShopId] = useState(first.shopId)
  const [kept, setKept] = useState<Rows>(first.aside)
  const aside = useMemo(() => withoutUnits(kept, idsOf(rows)), [kept, rows])
  const latest = useRef(rows)
  const earlier = useRef<Rows[]>([])
  useEffect(() => {
    sheets.set(kind, { rows, shopId, aside })
    keepPublishDraft(kind, { rows: joined(kind, rows, aside), shopId })
  }, [kind, rows, shopId, aside, sheets])

  const setRows = useCallback((next: Rows) => {
    latest.current = next
    setState(next)
  }, [])
  /** A change of many boxes at once, which one key takes back. */
  const change = useCallback(
    (next: Rows) => {
      earlier.current = [...earlier.current, latest.current].slice(-UNDO_MAX)
      setRows(next)
    },
    [setRows],
  )
  /** What is left after publishing: no key brings back what went out. */
  const keepLeft = useCallback(
    (left: Rows) => {
      earlier.current = []
      setRows(left)
    },
    [setRows],
  )
  const undo = useCallback((): boolean => {
    const before = earlier.current.pop()
    if (before) setRows(before)
    return before !== undefined
  }, [setRows])
  const add = useCallback(
    (units: readonly ListableUnit[]): number => {
      const had = latest.current
      const next = units.reduce<Rows>((all, unit) => withUnit(kind, all, unit), had)
      earlier.current = []
      setRows(next)
      return units.filter(({ inspectionId }) => !isChosen(had, inspectionId) && isChosen(next, inspectionId)).length
    },
    [kind, setRows],
  )
  const remove = useCallback(
    (ids: readonly string[]) => {
      earlier.current = []
      setRows(withoutUnits(latest.current, new Set(ids)))
    },
    [setRows],
  )
  const edit = useCallback(
    (edits: readonly LineEdit[], isBulk: boolean) => {
      const next = withEdits(latest.current, edits)
      if (isBulk) change(next)
      else setRows(next)
    },
    [change, setRows],
  )
  /** Takes what an earlier time has left into the sheet. */
  const takeAside = useCallback(() => {
    earlier.current = []
    setRows(joined(kind, latest.current, aside))
    setKept([])
  }, [kind, aside, setRows])
  const has = useCallback((id: string) => isChosen(latest.current, id), [])
  return {
    rows,
    shopId,
    setShopId,
    setRows,
    keepLeft,
    change,
    undo,
    add,
    remove,
    edit,
    has,
    takeAside,
    /** How many phones an earlier time has left that are not in the sheet. */
    asideCount: unitCountOf(aside),
    /** How many units were there again when it was opened. */
    restoredCount: unitCountOf(first.rows),
  }
}

export type PublishSheetState = ReturnType<typeof usePublishRows>
