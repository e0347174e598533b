import { loginContext } from '../../session/session.ts'
import { readText, storeText } from '../../session/storage.ts'

/** Up to which notice this device has shown them, by what was shown: the drawer, or one over the page. */
type Place = 'drawer' | 'card'

const keyOf = (place: Place): string => `notices-${place}:${loginContext().employeeId}`

/** Whether a notice is newer than what this device has shown to whoever works at this merchant. */
export const isNewHere = (place: Place, noticeId: string | null): boolean =>
  noticeId !== null && noticeId > readText(keyOf(place))

/** Notes that a notice was shown here; the person's other devices show it all the same. */
export function noteSeen(place: Place, noticeId: string | null): void {
  if (isNewHere(place, noticeId)) storeText(keyOf(place), noticeId ?? '', 'local')
}
