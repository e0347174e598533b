import type { StateTone } from '../../components/state-tag/tone.ts'
import type { KeyRow } from '../people/types.ts'

/** How a key's state looks. */
export const KEY_TONES: Readonly<Record<KeyRow['state'], StateTone>> = {
  active: 'success',
  suspended: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
}
