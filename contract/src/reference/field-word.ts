import type { Column } from '../columns/column.ts'
import { FACT_COLUMNS, LIST_COLUMNS } from '../list-columns.ts'
import { ANSWER_WORDS } from './answer-words.ts'
import { FIELD_WORDS } from './field-words.ts'

/** What the lists call a field, where all of them that show it alone say the same. */
function columnWords(): Map<string, string> {
  const words = new Map<string, string>()
  const columns = [...Object.values(LIST_COLUMNS), ...Object.values(FACT_COLUMNS)].flatMap(Object.values)
  for (const { title, fields, kind } of columns as readonly Column[]) {
    const name = fields.length === 1 ? fields[0]?.split('.').at(-1) : undefined
    if (name === undefined) continue
    const word = kind === 'money' ? `${title}，分` : title
    words.set(name, words.has(name) && words.get(name) !== word ? '' : word)
  }
  return words
}

const COLUMN_WORDS = columnWords()

/** What a field is, by its name, in Chinese; empty where nothing says it. */
export const fieldWord = (name: string): string =>
  FIELD_WORDS[name] ?? (COLUMN_WORDS.get(name) || ANSWER_WORDS[name]) ?? ''
