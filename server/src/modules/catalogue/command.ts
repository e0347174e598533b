import fs from 'node:fs/promises'
import path from 'node:path'
import type { Catalogue } from '@huanji/domain/catalogue/catalogue'
import { type ListedNumber, listedKeys, numbersOfMarkdown, rowsOfMarkdown } from '@huanji/domain/catalogue/markdown'
import { modelNames } from '@huanji/domain/catalogue/model-names'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { MODEL_COLUMNS } from '@huanji/domain/catalogue/row'
import { searchModels } from '@huanji/domain/catalogue/search'
import { type CatalogueFile, modelRowsOf, type ReadCatalogue, readCatalogue } from '@huanji/domain/catalogue/table'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'
import readXlsxFile from 'read-excel-file/node'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { StartupRefusal } from '../../platform/startup-refusal.ts'
import { CATALOGUE_TOPIC, readTables } from './loading.ts'
import { type CatalogueRow, catalogueRows, loadedVersion, putOperators } from './store.ts'

const USAGE =
  '用法：npm run catalogue -- [show [品牌] | find <名称或型号>… | check <文件>… | import <文件>… [--brand 品牌] | compare <列表.md>… [--draw 300 --seed 1]]。 Shows, checks and imports models of phones.'

/** What a command of the catalogue works with. */
export interface CatalogueCommand {
  readonly db: Database
  readonly clock: Clock
  readonly say: (line: string) => void
}

const FOUND = 10
const FAULTS_SHOWN = 50

const cellOf = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(cellOf).join(',')).join('\n')

/** A file as rows in comma separated values: csv as it is, the first sheet of an xlsx, or a list in Markdown. */
async function readFile(name: string, brand: string, today: string): Promise<CatalogueFile> {
  const bytes = await fs.readFile(name).catch((error: NodeJS.ErrnoException) => {
    throw new StartupRefusal(`读不了文件 ${name}（${error.code ?? error.message}）。`, USAGE)
  })
  const base = path.basename(name)
  switch (path.extname(name).toLowerCase()) {
    case '.csv':
      return { name: base, text: bytes.toString('utf8') }
    case '.xlsx': {
      const [sheet] = await readXlsxFile(bytes)
      return { name: base, text: csvOf((sheet?.data ?? []).map((row) => row.map((cell) => String(cell ?? '')))) }
    }
    case '.md': {
      if (brand === '') throw new StartupRefusal('Markdown 列表里没有品牌，请加 --brand 品牌。', USAGE)
      const rows = rowsOfMarkdown(bytes.toString('utf8'), { brand, knownSince: today })
      return { name: base, text: csvOf([MODEL_COLUMNS, ...rows.map((row) => MODEL_COLUMNS.map((one) => row[one]))]) }
    }
    default:
      throw new StartupRefusal(`不认识的文件 ${name}，只能是 .csv、.xlsx 或 .md。`, USAGE)
  }
}

const numberOf = ({ regulatoryNos }: CatalogueModel): string => regulatoryNos.join('、') || '（无型号）'

/** Every fault of some files, beside each other and beside what is known already; says them and gives how many. */
function sayFaults({ faults }: ReadCatalogue, say: CatalogueCommand['say']): number {
  for (const { file, line, message } of faults.slice(0, FAULTS_SHOWN)) say(`${file} 第${line}行：${message}`)
  if (faults.length > FAULTS_SHOWN) say(`……另有 ${faults.length - FAULTS_SHOWN} 处`)
  return faults.length
}

/** The rows that stand in the tables, but for those that the new ones replace, as one more file beside them. */
function restOf(rows: readonly CatalogueRow[], replaced: ReadonlySet<string>): CatalogueFile {
  const rest = rows.filter(({ id }) => !replaced.has(id))
  const cells = rest.map((row) => MODEL_COLUMNS.map((column) => row.cells[column] ?? ''))
  return { name: '现有机型', text: csvOf([MODEL_COLUMNS, ...cells]) }
}

async function readAll({ db, clock }: CatalogueCommand, words: readonly string[]) {
  const at = words.indexOf('--brand')
  const brand = at < 0 ? '' : (words[at + 1] ?? '')
  const names = words.filter((_, index) => at < 0 || (index !== at && index !== at + 1))
  if (names.length === 0) throw new StartupRefusal('没有写文件。', USAGE)
  const today = clock.now().toISOString().slice(0, 10)
  const files: CatalogueFile[] = []
  for (const name of names) files.push(await readFile(name, brand, today))
  const rows = modelRowsOf(files)
  const known = await db.global(catalogueRows)
  const read = readCatalogue([...files, restOf(known, new Set(rows.map(({ id }) => id)))])
  return { rows, known, read }
}

/** @throws StartupRefusal naming how many rows cannot be right */
async function importFiles(command: CatalogueCommand, words: readonly string[]): Promise<void> {
  const { db, say } = command
  const { rows, known, read } = await readAll(command, words)
  const faults = sayFaults(read, say)
  if (faults > 0)
    throw new StartupRefusal(`有 ${faults} 处不对，一行也没有导入。`, '请改好后重新导入。 Nothing was imported.')
  const first = (known.at(-1)?.position ?? 0) + 1
  await db.global(async (tx) => {
    await putOperators(
      tx,
      rows.map((cells, index) => ({ id: cells.id, position: first + index, cells })),
    )
    tx.signal(CATALOGUE_TOPIC, 'import')
  })
  say(`已导入 ${rows.length} 个机型，各进程随即使用；商家自建的同型号机型会在一分钟内并入。`)
}

async function show({ db, say }: CatalogueCommand, brand: string | undefined): Promise<void> {
  const { held, version, operators } = await db.global(async (tx) => ({
    held: await readTables(tx),
    version: (await loadedVersion(tx)).version,
    operators: (await catalogueRows(tx)).length,
  }))
  const { catalogue } = held
  if (brand !== undefined) {
    const models = catalogue.models.filter((model) => model.brand === brand)
    for (const model of models) say(`${model.released}  ${modelTitle(model)}  ${numberOf(model)}`)
    say(`${brand}：${models.length} 个机型。`)
    return
  }
  const byBrand = Map.groupBy(catalogue.models, (model) => model.brand)
  for (const [name, models] of [...byBrand].sort(([, one], [, other]) => other.length - one.length)) {
    const complete = models.filter(({ storages, colours }) => storages.length > 0 && colours.length > 0).length
    say(`${name}：${models.length} 个机型，其中 ${complete} 个有容量和颜色`)
  }
  say(
    `共 ${catalogue.models.length} 个机型（表中 ${operators} 行），${catalogue.parts.length} 个苹果零件号；版本 ${version}。`,
  )
}

/** What a compared number comes to: named as the list does, otherwise, or unknown. */
function verdictOn({ no, names }: ListedNumber, catalogue: Catalogue): 'same' | 'other' | 'unknown' {
  const models = catalogue.withNumber(no)
  if (models.length === 0) return 'unknown'
  const isNamed = models.some((model) => {
    const { strong, weak } = modelNames(model)
    return names.some((name) => listedKeys(name, model).some((key) => strong.includes(key) || weak.includes(key)))
  })
  return isNamed ? 'same' : 'other'
}

/** Says how the numbers of public lists are named here; with `--draw` of so many of them, drawn by `--seed`. */
async function compare({ db, say }: CatalogueCommand, words: readonly string[]): Promise<void> {
  const numberFor = (option: string): number | null => {
    const at = words.indexOf(option)
    return at < 0 ? null : Number(words[at + 1])
  }
  const [draw, seed] = [numberFor('--draw'), numberFor('--seed') ?? 1]
  const files = words.filter((word, at) => !word.startsWith('--') && !words[at - 1]?.startsWith('--'))
  const listed: ListedNumber[] = []
  for (const file of files) listed.push(...numbersOfMarkdown(await fs.readFile(file, 'utf8')))
  const { catalogue } = await db.global(readTables)
  const counts = { same: 0, other: 0, unknown: 0 }
  for (const one of draw === null ? listed : drawn(listed, draw, seed)) {
    const verdict = verdictOn(one, catalogue)
    counts[verdict] += 1
    const ours = catalogue.withNumber(one.no).map(modelTitle)
    if (verdict !== 'same')
      say(
        `${verdict === 'other' ? '不同' : '没有'} ${one.no} ${one.names.join(' / ')}${ours.length > 0 ? ` | ${ours.join(' / ')}` : ''}`,
      )
  }
  const all = counts.same + counts.other + counts.unknown
  say(
    `${all} 个型号：${counts.same} 个同名（${Math.round((100 * counts.same) / Math.max(1, all))} %），${counts.other} 个不同名，${counts.unknown} 个没有；种子 ${seed}。`,
  )
}

/** So many of all, the same for the same seed (mulberry32). */
function drawn<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed >>> 0
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return all
    .map((one) => ({ one, at: share() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one)
}

async function find({ db, say }: CatalogueCommand, text: string): Promise<void> {
  const { catalogue } = await db.global(readTables)
  const found = searchModels(text, FOUND, { catalogues: [catalogue] })
  for (const { model, isNamed } of found) say(`${isNamed ? '' : '近似 '}${modelTitle(model)}  ${numberOf(model)}`)
  if (found.length === 0) say('没有找到。')
}

/**
 * What an operator does about the catalogue, as words at the terminal: `show` (also without words), `find`, `check`, `import`.
 * @throws StartupRefusal for words that are none of these, and for files that cannot be right
 */
export async function runCatalogueCommand(command: CatalogueCommand, words: readonly string[]): Promise<void> {
  const [verb = 'show', ...rest] = words
  if (verb === 'show') return show(command, rest[0])
  if (verb === 'find' && rest.length > 0) return find(command, rest.join(' '))
  if (verb === 'import') return importFiles(command, rest)
  if (verb === 'compare' && rest.length > 0) return compare(command, rest)
  if (verb !== 'check') throw new StartupRefusal(`不认识的命令：${words.join(' ')}。`, USAGE)
  const { rows, read } = await readAll(command, rest)
  const faults = sayFaults(read, command.say)
  if (faults > 0) throw new StartupRefusal(`有 ${faults} 处不对。`, '请改好后再导入。 Files with faults.')
  command.say(`${rows.length} 行都可以导入。`)
}
