import { useSyncExternalStore } from 'react'

interface TickedRow<Row> {
  readonly row: Row
  /** Where it was last seen. */
  readonly place: string
}

/** What is ticked, as one value that is new after each change. */
export interface Ticks<Row> {
  /** By key; those of other pages too, as they were when they were seen. */
  readonly rows: ReadonlyMap<string, TickedRow<Row>>
  /** Set when everything that the filter finds is ticked, but for these keys. */
  readonly allBut: ReadonlySet<string> | null
}

/** What history keeps of a selection. */
export interface StoredTicks<Row> {
  readonly rows: readonly (readonly [string, TickedRow<Row>])[]
  readonly allBut: readonly string[] | null
}

/** The rows on screen, and where in which filter they stand. */
export interface ShownPage<Row> {
  readonly rows: ReadonlyMap<string, Row>
  /** Order, page size and page as one text. */
  readonly place: string
  /** Equal for all pages of one filter. */
  readonly scope: string
}

const NOTHING: Ticks<never> = { rows: new Map(), allBut: null }

/**
 * Which rows are ticked. It lives outside React's state so that ticking one row renders that row and the bulk bar,
 * not the table. Ticks outlive paging and end with the filter they were made under.
 */
export class Selection<Row> {
  private ticks: Ticks<Row> = NOTHING
  private shown: ShownPage<Row> = { rows: new Map(), place: '', scope: '' }
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** A new value after each change. */
  readonly all = (): Ticks<Row> => this.ticks

  has(key: string): boolean {
    return this.ticks.allBut ? !this.ticks.allBut.has(key) : this.ticks.rows.has(key)
  }

  /** Ticks or unticks a row that is on screen. */
  toggle(key: string): void {
    this.tick([key], !this.has(key))
  }

  /** Ticks or unticks every row on screen. */
  tickPage(isTicked: boolean): void {
    this.tick([...this.shown.rows.keys()], isTicked)
  }

  /** Ticks everything that the filter finds, on whatever page. */
  tickFound(): void {
    this.change({ rows: new Map(), allBut: new Set() })
  }

  clear(): void {
    if (this.ticks !== NOTHING) this.change(NOTHING)
  }

  /**
   * Says what is on screen. Another filter ends all ticks; rows that are gone from the page they stood on lose theirs,
   * so that nothing is acted on that the person could not find again.
   */
  show(page: ShownPage<Row>): void {
    const isOther = page.scope !== this.shown.scope
    this.shown = page
    if (isOther) this.clear()
    else if (this.ticks.rows.size > 0) this.followRows(page)
  }

  /** What history keeps, or null where nothing is ticked. */
  stored(): StoredTicks<Row> | null {
    const { rows, allBut } = this.ticks
    return rows.size === 0 && allBut === null ? null : { rows: [...rows], allBut: allBut && [...allBut] }
  }

  /** Takes up what history kept; for the filter that is on screen. */
  restore({ rows, allBut }: StoredTicks<Row>): void {
    this.change({ rows: new Map(rows), allBut: allBut && new Set(allBut) })
    this.followRows(this.shown)
  }

  private tick(keys: readonly string[], isTicked: boolean): void {
    const { allBut } = this.ticks
    if (allBut) {
      const next = new Set(allBut)
      for (const key of keys) isTicked ? next.delete(key) : next.add(key)
      this.change({ rows: this.ticks.rows, allBut: next })
      return
    }
    const rows = new Map(this.ticks.rows)
    for (const key of keys) {
      const row = this.shown.rows.get(key)
      if (!isTicked) rows.delete(key)
      else if (row !== undefined) rows.set(key, { row, place: this.shown.place })
    }
    this.change(rows.size === 0 ? NOTHING : { rows, allBut: null })
  }

  private followRows({ rows: onScreen, place }: ShownPage<Row>): void {
    const rows = new Map<string, TickedRow<Row>>()
    let isNew = false
    for (const [key, ticked] of this.ticks.rows) {
      const row = onScreen.get(key)
      if (row !== undefined) rows.set(key, row === ticked.row && place === ticked.place ? ticked : { row, place })
      else if (ticked.place !== place) rows.set(key, ticked)
      if (rows.get(key) !== ticked) isNew = true
    }
    if (isNew) this.change(rows.size === 0 ? { ...NOTHING, allBut: this.ticks.allBut } : { ...this.ticks, rows })
  }

  private change(ticks: Ticks<Row>): void {
    this.ticks = ticks
    for (const listener of this.listeners) listener()
  }
}

/** Whether one row is ticked; renders only when that changes. */
export function useIsSelected<Row>(selection: Selection<Row>, key: string): boolean {
  return useSyncExternalStore(selection.subscribe, () => selection.has(key))
}

/** All that is ticked. */
export function useTicks<Row>(selection: Selection<Row>): Ticks<Row> {
  return useSyncExternalStore(selection.subscribe, selection.all)
}
