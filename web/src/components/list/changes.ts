/** One fact of the thing before and after; null where it did not exist. */
export interface Change {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  readonly isChanged: boolean
}

/** A thing's facts by what each is called; null where it did not exist. */
export type Facts = Readonly<Record<string, string>> | null

/** What a thing was before and after. */
interface Sides {
  readonly before: Facts
  readonly after: Facts
}

/** The fact that says what was done, where the thing itself only changes once the marketplace has agreed. */
const DONE = '操作'

/** Every fact of either side in the order it was told, each once, and what was done before all. */
export function changesOf({ before, after }: Sides): Change[] {
  const told = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const names = told.has(DONE) ? [DONE, ...[...told].filter((name) => name !== DONE)] : [...told]
  return names.map((name) => {
    const old = before?.[name] ?? null
    const present = after?.[name] ?? null
    return { name, before: old, after: present, isChanged: old !== present }
  })
}

const NAMED_AT_MOST = 3

/** What changed, in one line: `角色：质检员 → 店长`; of what was added or removed, what it was. Empty when nothing is told. */
export function changeSummary(row: Sides): string {
  const isMoved = row.before !== null && row.after !== null
  const changes = changesOf(row).filter(({ isChanged }) => isChanged)
  const told = changes.slice(0, NAMED_AT_MOST).map(({ name, before, after }) => {
    if (name === DONE && before === null) return `点了${after}`
    if (!isMoved) return `${name}：${after ?? before ?? ''}`
    return `${name}：${before || '无'} → ${after || '无'}`
  })
  const rest = changes.length > told.length ? ` 等${changes.length}项` : ''
  return told.join('；') + rest
}
