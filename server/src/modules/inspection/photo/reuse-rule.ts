import type { Wanted } from './progress.ts'

/** The shot of a bag shows that bag: a phone that is inspected anew lies in another one. */
const BAG_SHOT = 'bag'

/** What is asked of a photograph that another record may take over. */
interface Shown {
  readonly kind: string
  readonly position: string | null
  readonly itemCode: string | null
  readonly optionCode: string | null
}

interface Exception {
  readonly itemCode: string
  readonly optionCode: string
}

const isSame = (a: Exception, b: { readonly itemCode: string | null; readonly optionCode: string | null }): boolean =>
  a.itemCode === b.itemCode && a.optionCode === b.optionCode

/**
 * Why photographs of an earlier record say nothing of the phone as it is now: exceptions that it did not have then. Empty
 * when there are none (docs/domain.md §4.3).
 */
export function newExceptionsText(now: Pick<Wanted, 'exceptions'>, earlier: Pick<Wanted, 'exceptions'>): string {
  return now.exceptions
    .filter((exception) => !earlier.exceptions.some((known) => isSame(known, exception)))
    .map(({ itemName, optionName }) => `${itemName}（${optionName}）`)
    .join('、')
}

/** The shots that a record wants and does not have, among those of another record. */
export function shotsToTake<Photo extends Shown>(
  wanted: Pick<Wanted, 'shots'>,
  has: readonly Shown[],
  offered: readonly Photo[],
): Photo[] {
  const taken = new Set(has.map((photo) => photo.position))
  return offered.filter(
    ({ kind, position }) =>
      kind === 'real' &&
      position !== BAG_SHOT &&
      !taken.has(position) &&
      wanted.shots.some((shot) => shot.code === position),
  )
}

/**
 * The photographs of defects that a record has as well, as many as an item may have.
 * @param fileOf tells whether two photographs are the same picture
 */
export function defectsToTake<Photo extends Shown>(
  wanted: Pick<Wanted, 'exceptions'>,
  has: readonly Photo[],
  offered: readonly Photo[],
  { fileOf, maxPerItem }: { readonly fileOf: (photo: Photo) => string; readonly maxPerItem: number },
): Photo[] {
  const files = new Set(has.map(fileOf))
  const counts = new Map<string | null, number>()
  for (const { itemCode } of has) counts.set(itemCode, (counts.get(itemCode) ?? 0) + 1)
  return offered.filter((photo) => {
    const { kind, itemCode } = photo
    const count = counts.get(itemCode) ?? 0
    const isWanted = kind === 'defect' && wanted.exceptions.some((exception) => isSame(exception, photo))
    if (!isWanted || files.has(fileOf(photo)) || count >= maxPerItem) return false
    counts.set(itemCode, count + 1)
    return true
  })
}
