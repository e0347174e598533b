import { isId } from '../platform/ids.ts'
import type { DeadLetterId } from './job.ts'

/** How operators name a dead letter: a job by its merchant and its own id, `<merchant>/<id>`; a message by its id. */
export const numberOf = ({ merchantId, id }: DeadLetterId): string => (merchantId === null ? id : `${merchantId}/${id}`)

/** The dead letter that `numberOf` names so; null for any other text. */
export function letterOf(number: string): DeadLetterId | null {
  const parts = number.split('/')
  const id = parts.pop() ?? ''
  const [merchantId = null] = parts
  const isNumber = parts.length <= 1 && isId(id) && (merchantId === null || isId(merchantId))
  return isNumber ? { merchantId, id } : null
}
