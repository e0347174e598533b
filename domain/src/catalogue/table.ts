import { tableOfText } from '../tables/text-table.ts'
import { plainNumber } from './catalogue.ts'
import { MODEL_COLUMNS, type ModelColumn, readModelRow } from './row.ts'
import type { CatalogueModel, CataloguePart } from './types.ts'

/** A file of the catalogue: its name and what stands in it. */
export interface CatalogueFile {
  readonly name: string
  readonly text: string
}

/** What a row of a file is refused for, in a sentence for whoever wrote it. */
export interface RowFault {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The models and part numbers of some files, and every row that is refused; with a fault nothing is to be used. */
export interface ReadCatalogue {
  readonly models: readonly CatalogueModel[]
  readonly parts: readonly CataloguePart[]
  readonly faults: readonly RowFault[]
}

/** The columns of a table of Apple's part numbers. */
export const PART_COLUMNS = ['part', 'model', 'storage', 'colour', 'region', 'source'] as const

interface Place {
  readonly file: string
  readonly line: number
}

interface Row extends Place {
  readonly cells: readonly string[]
}

/** The rows of a file in comma separated values, each with its line, and its head. */
function rowsOf({ name, text }: CatalogueFile): { readonly head: readonly string[]; readonly rows: readonly Row[] } {
  // said before it, so that a comma parts the columns whatever stands in the cells
  const { lines } = tableOfText(`sep=,\n${text.replace(/^\uFEFF/, '')}`)
  const [head, ...rows] = lines.map(({ line, cells }) => ({ file: name, line: line - 1, cells }))
  return { head: head?.cells ?? [], rows }
}

type Placed<T> = T & { readonly at: Place }

/** A row of models by the names of its columns. */
export type ModelCells = Readonly<Record<ModelColumn, string>>

const cellsOf = (row: Row, head: readonly string[]): ModelCells =>
  Object.fromEntries(
    MODEL_COLUMNS.map((column) => [column, row.cells[head.indexOf(column)]?.trim() ?? '']),
  ) as ModelCells

/** The rows of all tables of models, unread. */
export const modelRowsOf = (files: readonly CatalogueFile[]): ModelCells[] =>
  files.flatMap((file) => {
    const { head, rows } = rowsOf(file)
    return isPartTable(head) ? [] : rows.map((row) => cellsOf(row, head))
  })

function readModels(
  rows: readonly Row[],
  head: readonly string[],
  faults: RowFault[],
): Placed<{ model: CatalogueModel }>[] {
  return rows.flatMap((row) => {
    const { file, line } = row
    const read = readModelRow(cellsOf(row, head))
    if (read.ok) return [{ model: read.model, at: { file, line } }]
    faults.push({ file, line, message: read.message })
    return []
  })
}

function readPart({ file, line, cells }: Row, ids: ReadonlySet<string>, faults: RowFault[]): CataloguePart[] {
  const [part = '', modelId = '', storage = '', colour = '', region = '', source = ''] = cells.map((cell) =>
    cell.trim(),
  )
  const level = Number(/:([123])$/.exec(source)?.[1] ?? 0)
  const message = !/^[MFNP3][A-Z0-9]{3,4}$/.test(part)
    ? `零件号“${part}”写法不对`
    : !ids.has(modelId)
      ? `零件号${part}的机型“${modelId}”不在目录里`
      : level === 0
        ? `来源“${source}”写法不对，应如 ios-device-list:1`
        : null
  if (message !== null) {
    faults.push({ file, line, message })
    return []
  }
  const plainColour = colour.replace(/[?？]$/, '')
  return [
    { part, modelId, storage, colour: plainColour, region: region === '' ? null : region, level: level as 1 | 2 | 3 },
  ]
}

/** A model, a name or a number at two places that do not say so. */
function clashes(models: readonly Placed<{ model: CatalogueModel }>[]): RowFault[] {
  const faults: RowFault[] = []
  const say = ({ file, line }: Place, message: string) => faults.push({ file, line, message })
  const ids = new Map<string, Place>()
  const names = new Map<string, Place>()
  const numbers = new Map<string, { at: Place; model: CatalogueModel; isShared: boolean }>()
  for (const { model, at } of models) {
    const sameId = ids.get(model.id)
    if (sameId) say(at, `编号 ${model.id} 已在 ${sameId.file} 第${sameId.line}行`)
    ids.set(model.id, at)
    const name = `${model.brand} ${model.name}`.toLowerCase().replace(/\s/g, '')
    const sameName = names.get(name)
    if (sameName) say(at, `${model.brand} ${model.name} 已在 ${sameName.file} 第${sameName.line}行`)
    names.set(name, at)
    for (const { no, isShared } of model.numbers) {
      const other = numbers.get(plainNumber(no))
      if (other && other.model !== model && !(isShared && other.isShared)) {
        say(at, `型号 ${no} 同时是 ${other.model.name}（${other.at.file} 第${other.at.line}行）的，两行都要注明“共用”`)
      }
      if (!other) numbers.set(plainNumber(no), { at, model, isShared })
    }
  }
  return faults
}

const isPartTable = (head: readonly string[]): boolean => head[0] === 'part'

/** Reads the files of a catalogue. A file whose rows cannot be read, or contradict another one, is told row by row. */
export function readCatalogue(files: readonly CatalogueFile[]): ReadCatalogue {
  const faults: RowFault[] = []
  const partRows: Row[] = []
  // file by file, so that the cells of one are gone when the next is read
  const placed = files.flatMap((file) => {
    const { head, rows } = rowsOf(file)
    if (isPartTable(head)) {
      partRows.push(...rows)
      return []
    }
    const missing = MODEL_COLUMNS.filter((column) => !head.includes(column))
    if (missing.length > 0) {
      faults.push({ file: file.name, line: 1, message: `缺少列 ${missing.join('、')}` })
      return []
    }
    return readModels(rows, head, faults)
  })
  faults.push(...clashes(placed))
  const models = placed.map(({ model }) => model)
  const ids = new Set(models.map(({ id }) => id))
  const parts = partRows.flatMap((row) => readPart(row, ids, faults))
  return { models, parts, faults }
}
