import { createHash } from 'node:crypto'
import path from 'node:path'

const WEB = path.join(import.meta.dirname, '..')

/** A module's class name in the page: the name itself and four characters for its file, the same in every build. */
export function scopedName(name: string, file: string): string {
  const place = path.relative(WEB, file.replace(/\?.*$/, ''))
  return `${name}-${createHash('sha256').update(place).digest('base64url').replace(/\W|_/g, '').slice(0, 4)}`
}
