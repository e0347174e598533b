import { isOnItsWay, type QueuedPhoto } from '../photo-queue.ts'
import type { PhotoSubject } from '../photo-subject.ts'
import type { PhonePhoto, PhoneSaved, PhoneTask } from './phone-client.ts'

/** How a wanted photograph stands: kept by the server, on its way, in need of a decision, or not taken. */
type PlaceStanding = 'saved' | 'coming' | 'doubtful' | 'failed' | 'open'

/** One photograph that the task wants: a shot, or the defect of an item. */
export interface Place {
  readonly key: string
  readonly subject: PhotoSubject
  readonly title: string
  readonly hint: string
  readonly rule: 'must' | 'recommended' | 'optional'
  readonly standing: PlaceStanding
  /** The newest photograph that the server has. */
  readonly photo: PhonePhoto | null
  /** The one on its way, if any. */
  readonly queued: QueuedPhoto | null
}

const RULE_ORDER = { must: 0, recommended: 1, optional: 2 } as const

/** What the place is known by: a shot's code, or an item's. */
const keyOf = (subject: PhotoSubject): string => (subject.kind === 'real' ? subject.position : subject.itemCode)

function standingOf(photo: PhonePhoto | null, queued: QueuedPhoto | null): PlaceStanding {
  if (queued?.step === 'doubtful' || queued?.step === 'failed') return queued.step
  if (queued) return 'coming'
  return photo ? 'saved' : 'open'
}

/**
 * Everything that the task wants, the compulsory first: shots in the order in which they are taken, then defects; then
 * what is recommended, then the rest.
 */
export function placesOf(task: PhoneTask, queued: readonly QueuedPhoto[]): Place[] {
  const place = (
    subject: PhotoSubject,
    photos: readonly PhonePhoto[],
    said: Pick<Place, 'title' | 'hint' | 'rule'>,
  ): Place => {
    const key = keyOf(subject)
    const photo = photos.at(-1) ?? null
    const onItsWay = queued.findLast((one) => one.subject.kind === subject.kind && keyOf(one.subject) === key) ?? null
    return { key, subject, ...said, photo, queued: onItsWay, standing: standingOf(photo, onItsWay) }
  }
  const shots = task.shots.map(({ code, name, hint, rule }) =>
    place(
      { kind: 'real', position: code },
      task.photos.filter((photo) => photo.position === code),
      { title: name, hint, rule },
    ),
  )
  const defects = task.defects.map(({ itemCode, itemName, optionCode, optionName, photos }) =>
    place({ kind: 'defect', itemCode, optionCode }, photos, {
      title: `${itemName}瑕疵`,
      hint: `靠近拍清：${optionName}`,
      rule: 'must',
    }),
  )
  return [...shots, ...defects].sort((one, other) => RULE_ORDER[one.rule] - RULE_ORDER[other.rule])
}

const isWanted = ({ standing }: Place): boolean => standing === 'open' || standing === 'failed'

/**
 * The photograph to take next: the next compulsory one behind the one that was just taken, or from the beginning; when
 * all of them are taken, a recommended one. Null when nothing of that is left.
 */
export function nextPlace(places: readonly Place[], takenKey: string | null): Place | null {
  return placesBehind(places, takenKey)[0] ?? null
}

/** The places that lack a photograph, the compulsory first, from the one behind a place on. */
function placesBehind(places: readonly Place[], takenKey: string | null): Place[] {
  const at = places.findIndex(({ key }) => key === takenKey)
  const inOrder = [...places.slice(at + 1), ...places.slice(0, at + 1)].filter(
    (place) => isWanted(place) && place.key !== takenKey,
  )
  return [...inOrder.filter(({ rule }) => rule === 'must'), ...inOrder.filter(({ rule }) => rule === 'recommended')]
}

/** Where pictures go that are chosen together: to the place that is wanted now, then to those that would be next. */
export const placesToFill = (places: readonly Place[], wanted: Place): Place[] => [
  wanted,
  ...placesBehind(places, wanted.key),
]

/** How many compulsory photographs there are, how many the server has, and how many are on their way. */
export function progressOf(places: readonly Place[]) {
  const must = places.filter(({ rule }) => rule === 'must')
  return {
    mustCount: must.length,
    savedCount: must.filter(({ photo }) => photo !== null).length,
    /** Every compulsory one is taken: the server has it, or it is on its way. */
    isComplete: must.every(({ standing }) => standing === 'saved' || standing === 'coming'),
    recommendedCount: places.filter((place) => place.rule === 'recommended' && isWanted(place)).length,
    comingCount: places.filter(({ queued }) => queued !== null && isOnItsWay(queued)).length,
    /** Those that wait for the person: they failed, or are doubtful. */
    stuckCount: places.filter(({ queued }) => queued !== null && !isOnItsWay(queued)).length,
  }
}

/** The task with what the server answered to a saved photograph: of its kind, each in its place. */
export function withSaved(task: PhoneTask, { photos, missingShots }: PhoneSaved): PhoneTask {
  const positions = new Set(photos.map(({ position }) => position))
  return {
    ...task,
    missingShots,
    photos: [
      ...task.photos.filter(({ position }) => !positions.has(position)),
      ...photos.filter(({ itemCode }) => itemCode === null),
    ],
    defects: task.defects.map((defect) => {
      const own = photos.filter(({ itemCode }) => itemCode === defect.itemCode)
      const ids = new Set(own.map(({ photoId }) => photoId))
      return { ...defect, photos: [...defect.photos.filter(({ photoId }) => !ids.has(photoId)), ...own] }
    }),
  }
}
