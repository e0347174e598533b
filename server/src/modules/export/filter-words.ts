import type { FilterWord } from '@huanji/contract/filter-words'
import { EXPORT_FILTERS } from '@huanji/contract/list-columns'
import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { titlesOf } from '../catalogue/known.ts'
import type { ExportSource } from '../export-source/source.ts'
import { shopNames } from './store.ts'

const yesOrNo = (value: string): string => (value === 'true' ? '是' : '否')

const KINDS = { yesOrNo, moment: formatShanghai } as const

/** What is chosen in a filter, as a person reads it. */
async function valueTexts(tx: Tx, { labels, kind }: FilterWord, values: readonly string[]): Promise<string[]> {
  if (kind === 'shop') return shopNames(tx, values)
  if (kind === 'model') return values.map(await titlesOf(tx, values))
  return values.map((value) => labels?.[value] ?? (kind === undefined ? value : KINDS[kind](value)))
}

const TEXT_MAX = 500

/** A filter in words, such as `状态：待发货；店铺：一号店`, with the order of the rows; empty for all of them. */
export async function filterWords(
  tx: Tx,
  { kind, columns }: ExportSource,
  filter: Readonly<Record<string, unknown>>,
): Promise<string> {
  const said: string[] = []
  for (const [name, value] of Object.entries(filter)) {
    const values = (Array.isArray(value) ? value : [value]).map(String).filter((one) => one !== '')
    if (value === undefined || values.length === 0) continue
    if (name === 'sort') {
      const [key = '', direction] = values[0]?.split('.') ?? []
      said.push(`按${columns[key]?.title ?? key}${direction === 'asc' ? '升序' : '降序'}`)
      continue
    }
    const word = EXPORT_FILTERS[kind][name] ?? { title: name }
    const words = await valueTexts(tx, word, values)
    said.push(`${word.title}：${words.join('、')}`)
  }
  return said.join('；').slice(0, TEXT_MAX)
}
