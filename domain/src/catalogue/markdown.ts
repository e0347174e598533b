import { plainName, withoutBrand, withoutNetwork } from './model-names.ts'
import { MODEL_COLUMNS, type ModelColumn } from './row.ts'
import type { ModelCells } from './table.ts'
import type { CatalogueModel } from './types.ts'

/** What holds for all phones of a list: their brand, and the day from which they are known. */
export interface ListedAs {
  readonly brand: string
  /** `yyyy-MM-dd`: lists say of no phone when it came out. */
  readonly knownSince: string
}

/** A number of a line in backquotes, behind its start or further numbers. */
const NUMBERS = /^((?:`[^`]+`\s*)+)[:：]\s*(.+)$/

const EMPTY = Object.fromEntries(MODEL_COLUMNS.map((column) => [column, ''])) as Record<ModelColumn, string>

/** A number of a list with the names that it has there. */
export interface ListedNumber {
  readonly no: string
  readonly names: readonly string[]
}

/** The numbers of a list in Markdown, each once with all its names; tablets, watches and the like under their headings are left out. */
export function numbersOfMarkdown(text: string): ListedNumber[] {
  const names = new Map<string, string[]>()
  let isOfPhones = true
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) isOfPhones = !OTHER_GOODS.test(line)
    const [, numbers = '', written = ''] = NUMBERS.exec(line.trim()) ?? []
    if (!isOfPhones || written === '' || OTHER_GOODS.test(written)) continue
    for (const [, no = ''] of numbers.matchAll(/`([^`]+)`/g)) {
      names.set(no, [...(names.get(no) ?? []), ...written.split(' / ').map((one) => one.trim())])
    }
  }
  return [...names].map(([no, all]) => ({ no, names: all }))
}

const OTHER_GOODS =
  /平板|手表|手环|电视|路由|电脑|笔记本|眼镜|耳机|音箱|投影|显示器|智慧屏|盒子|配件|穿戴|门锁|游戏本|Book|Vision Pro|\b(?:Pad|Tab|Tablet|Watch|Band|TV|Buds|Glass|MatePad|MediaPad|iPad|iPod)\b/i

/** What a list writes behind a name and what says nothing of the model: carriers, builds, where it was sold. */
const BUILD = new RegExp(
  `(?:${[
    '(?:移动|联通|电信|双网通|全网通|双)(?:[34]g)?(?:plus)?',
    '公开|标准|标配|高配|顶配|定制|渠道|通用|国行|港|美|国际|北美|欧洲|印度|tmobile|双卡|单卡|合约|行业|企业|运营商|nfc',
  ].join('|')})+$`,
)
const IN_BRACKETS = /[(（][^)）]*[)）]/g

/**
 * A name of a list as names of the catalogue are compared, with and without what stands in brackets and behind it; without
 * 5G where the model has no twin that the word tells it from.
 */
export function listedKeys(name: string, { brand, hasTwin }: Pick<CatalogueModel, 'brand' | 'hasTwin'>): string[] {
  const bare = [name, name.replace(IN_BRACKETS, '')]
    .map((one) => withoutBrand(plainName(one), brand))
    .map((one) => (hasTwin ? one : withoutNetwork(one)))
  return [...new Set(bare.flatMap((one) => [one, one.replace(BUILD, '')]))].filter((one) => one !== '')
}

const slugOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * The rows of a list in Markdown: a line is one or more numbers in backquotes, a colon, and one or more names parted by ` / `.
 * Lines of the same name are one model, and a number that several names have is shared. Everything else is left out.
 */
export function rowsOfMarkdown(text: string, { brand, knownSince }: ListedAs): ModelCells[] {
  const numbersOf = new Map<string, string[]>()
  const namesOf = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, numbers = '', names = ''] = NUMBERS.exec(line.trim()) ?? []
    for (const name of names.split(' / ').map((one) => one.trim())) {
      if (name === '') continue
      for (const [, no = ''] of numbers.matchAll(/`([^`]+)`/g)) {
        numbersOf.set(name, [...(numbersOf.get(name) ?? []), no])
        namesOf.set(no, [...new Set([...(namesOf.get(no) ?? []), name])])
      }
    }
  }
  return [...numbersOf].map(([name, numbers]) => ({
    ...EMPTY,
    id: `list-${slugOf(numbers[0] ?? '')}-${slugOf(name) || 'x'}`,
    brand,
    name,
    released: knownSince,
    numbers: [...new Set(numbers)].map((no) => ((namesOf.get(no)?.length ?? 0) > 1 ? `${no}(共用)` : no)).join('; '),
    sources: 'numbers=list:2 released=list:3',
    note: '上市时间不详，以导入日期代替',
  }))
}
