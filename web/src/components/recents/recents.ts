import { loginContext } from '../../session/session.ts'
import { readJson, storeJson } from '../../session/storage.ts'

/** A page or a thing that somebody opened. */
export interface Recent {
  readonly title: string
  readonly subtitle: string
  readonly link: string
}

const KEPT_MAX = 12

const keyOfPerson = (): string => `recents ${loginContext().employeeId}`

const isRecent = (value: unknown): value is Recent =>
  ['title', 'subtitle', 'link'].every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string')
const areRecents = (value: unknown): value is Recent[] => Array.isArray(value) && value.every(isRecent)

/** What the signed-in person opened in this browser, the latest first. */
export const recents = (): readonly Recent[] => readJson(keyOfPerson(), [], areRecents)

/** Keeps what the person opens, for this person and in this browser alone; what is opened again moves to the front. */
export function remember({ title, subtitle, link }: Recent): void {
  const others = recents().filter((one) => one.link !== link)
  storeJson(keyOfPerson(), [{ title, subtitle, link }, ...others].slice(0, KEPT_MAX), 'local')
}
