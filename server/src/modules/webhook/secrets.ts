import { openSealed, seal } from '../../platform/seal.ts'
import type { Services } from '../../services.ts'
import { typedDigest } from '../auth/digest.ts'
import type { Endpoint } from './endpoint-store.ts'

const keyOf = ({ settings }: Services): Buffer => typedDigest(settings.secret, 'webhook')

/** Seals a receiver's key for the database. */
export const sealSecret = (services: Services, secret: string): Buffer => seal(keyOf(services), secret)

/** The keys that a message to a receiver is signed with now; none where they were sealed under another server's key. */
export function secretsOf(
  services: Services,
  { secret, previousSecret, previousUntil }: Pick<Endpoint, 'secret' | 'previousSecret' | 'previousUntil'>,
  now: Date,
): string[] {
  const isOverlapping = previousUntil !== null && now.toISOString() < previousUntil
  const sealed = isOverlapping && previousSecret !== null ? [secret, previousSecret] : [secret]
  return sealed.map((one) => openSealed(keyOf(services), one)).filter((one) => one !== null)
}
