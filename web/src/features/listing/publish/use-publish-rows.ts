import { useCallback, useEffect, useRef, useState } from 'react'
import type { LineEdit } from '../sheet/lines.ts'
import type { ListableUnit } from '../types.ts'
import { keepPublishDraft, readPublishDraft } from './publish-draft.ts'
import type { PublishKind } from './publish-kinds.ts'
import { isChosen, type PublishRow, withEdits, withoutUnits, withUnit } from './publish-rows.ts'

/** How many changes of several boxes can be taken back. */
const UNDO_MAX = 20

type Rows = readonly PublishRow[]

/**
 * The sheet of one kind, kept in this browser until it is published: closing the drawer or a crash loses nothing. Scans
 * may come faster than React renders, so the latest rows stand beside the state.
 */
export function usePublishRows(kind: PublishKind) {
  const [draft] = useState(() => readPublishDraft(kind))
  const [rows, setState] = useState<Rows>(draft?.rows ?? [])
  const [shopId, setShopId] = useState(draft?.shopId ?? '')
  const latest = useRef(rows)
  const earlier = useRef<Rows[]>([])
  useEffect(() => keepPublishDraft(kind, { rows, shopId }), [kind, rows, shopId])

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
    /** How many units were there again when it was opened. */
    restoredCount: draft?.rows.reduce((sum, row) => sum + row.units.length, 0) ?? 0,
  }
}

export type PublishSheetState = ReturnType<typeof usePublishRows>
