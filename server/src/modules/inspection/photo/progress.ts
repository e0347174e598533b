import { isShownByShot } from '@huanji/domain/photos/shots'

/** What a record's photographs are checked against: frozen in its report. */
export interface Wanted {
  readonly shots: readonly { readonly code: string; readonly name: string; readonly rule: string }[]
  readonly exceptions: readonly {
    readonly itemCode: string
    readonly itemName: string
    readonly optionCode: string
    readonly optionName: string
    readonly photoRequired: boolean
  }[]
}

interface Taken {
  readonly position: string | null
  readonly itemCode: string | null
}

export interface MissingShot {
  code: string
  name: string
}

export interface MissingDefect {
  itemCode: string
  itemName: string
  optionCode: string
  optionName: string
}

/** The compulsory shots that were not taken, in shooting order (docs/domain.md §4.1). */
export function missingShotsOf(wanted: Wanted, photos: readonly Taken[]): MissingShot[] {
  const taken = new Set(photos.map((photo) => photo.position))
  return wanted.shots
    .filter((shot) => shot.rule === 'must' && !taken.has(shot.code))
    .map(({ code, name }) => ({ code, name }))
}

/**
 * The exceptions without a photograph of their item; one photograph serves an item, whatever was ticked in it, and a shot
 * that shows the item serves both (docs/domain.md §4.1).
 */
export function missingDefectsOf(wanted: Wanted, photos: readonly Taken[]): MissingDefect[] {
  const seen = new Set(photos.map((photo) => photo.itemCode))
  const positions = photos.map((photo) => photo.position)
  const missing: MissingDefect[] = []
  for (const { photoRequired, ...exception } of wanted.exceptions) {
    if (!photoRequired || seen.has(exception.itemCode)) continue
    if (isShownByShot(exception.itemCode, wanted.shots, positions)) continue
    seen.add(exception.itemCode)
    const { itemCode, itemName, optionCode, optionName } = exception
    missing.push({ itemCode, itemName, optionCode, optionName })
  }
  return missing
}

/** What is still to be photographed, as one text; empty when nothing is. */
export function missingText(wanted: Wanted, photos: readonly Taken[]): string {
  const shots = missingShotsOf(wanted, photos).map((shot) => shot.name)
  const defects = missingDefectsOf(wanted, photos).map((defect) => `${defect.itemName}（瑕疵）`)
  return [...shots, ...defects].join('、')
}
