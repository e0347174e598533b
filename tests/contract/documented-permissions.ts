import { readFileSync } from 'node:fs'
import path from 'node:path'

const FILE = path.join(import.meta.dirname, '../../docs/permissions.md')
const CALL_ROW = /^\| `(\/[^`]+)` \| [^|]+ \| [^|]+ \| (.+) \|$/

/** What the documentation promises: a call's path → the posts that may make it, by their Chinese names. */
export function documentedPermissions(): ReadonlyMap<string, ReadonlySet<string>> {
  const [, table = ''] = readFileSync(FILE, 'utf8').split('## Calls')
  const lines = (table.split('\n## ')[0] ?? '').split('\n')
  const posts = (lines.find((line) => line.startsWith('| 调用')) ?? '').split('|').slice(4, -1)
  const allowed = new Map<string, ReadonlySet<string>>()
  for (const line of lines) {
    const [, call, marks = ''] = CALL_ROW.exec(line) ?? []
    const isMarked = marks.split(' | ').map((mark) => mark === '●')
    if (call) allowed.set(call, new Set(posts.map((post) => post.trim()).filter((_, index) => isMarked[index])))
  }
  return allowed
}
