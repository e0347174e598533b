import { dictionary } from '../dictionary.ts'
import {
  type CatalogueModel,
  type FactSource,
  FEATURES,
  type Feature,
  type ModelNumber,
  type ModelStorage,
  NETWORKS,
  REGIONS,
} from './types.ts'

/** The columns of a table of models; docs/catalogue.md says what stands in each. */
export const MODEL_COLUMNS = [
  'id',
  'brand',
  'name',
  'released',
  'numbers',
  'storages',
  'colours',
  'features',
  'aliases',
  'price',
  'sources',
  'note',
] as const
export type ModelColumn = (typeof MODEL_COLUMNS)[number]

/** What a row says, or why it cannot be read, in a sentence for whoever wrote it. */
export type ReadModel =
  | { readonly ok: true; readonly model: CatalogueModel }
  | { readonly ok: false; readonly message: string }

/** A cell that cannot be read. */
class BadCell extends Error {}

const itemsOf = (cell: string): string[] =>
  cell
    .split(/[;；]/)
    .map((item) => item.trim())
    .filter((item) => item !== '')

const SHARED = '共用'
const INTERNAL = '内部'

const isUnsure = (text: string): boolean => /[?？]$/.test(text)
const withoutDoubt = (text: string): string => text.replace(/[?？]$/, '')

/** `A2634(国行,港版)`, `PDET10(移动)`, `PTP-AN60(16GB+1TB)`, `NX789J(共用)`, `A3715?`. */
function numberOf(item: string): ModelNumber {
  const [, no, said = ''] =
    /^([A-Za-z0-9][A-Za-z0-9 +.,/_-]*?)\s*(?:[(（]([^()（）]*)[)）])?$/.exec(withoutDoubt(item)) ?? []
  if (no === undefined) throw new BadCell(`型号“${item}”写法不对`)
  const words = said
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const plain = words.map(withoutDoubt)
  const regions = plain.filter((word) => REGIONS.some((region) => region === word))
  const network = plain.find((word) => NETWORKS.some((one) => one === word)) ?? null
  const storage = plain.find((word) => STORAGE.test(word)) ?? null
  const known = [...regions, network, storage, SHARED, INTERNAL]
  return {
    no,
    regions,
    network,
    storage,
    others: plain.filter((word) => !known.includes(word)),
    isInternal: plain.includes(INTERNAL),
    isShared: plain.includes(SHARED),
    isSure: !isUnsure(item) && !words.some(isUnsure),
  }
}

const STORAGE = /^(?:(\d+(?:\.\d+)?GB)\+)?(\d+(?:MB|GB|TB))$/

function storageOf(item: string, isApple: boolean): ModelStorage {
  const [, ram = null, storage] = STORAGE.exec(withoutDoubt(item)) ?? []
  if (storage === undefined) throw new BadCell(`容量“${item}”写法不对，应如 ${isApple ? '128GB' : '8GB+256GB'}`)
  if ((ram === null) !== isApple) {
    throw new BadCell(isApple ? `苹果的容量不写运行内存：“${item}”` : `容量“${item}”缺少运行内存，应如 8GB+256GB`)
  }
  return { ram, storage }
}

/** Each feature as it is written in a table: by its name in the code, or in Chinese. */
const FEATURE_WORDS: Readonly<Record<string, Feature>> = dictionary({
  ...Object.fromEntries(FEATURES.map((feature) => [feature, feature])),
  面容: 'faceId',
  指纹: 'fingerprint',
  卡托: 'simTray',
  双卡: 'dualSim',
  折叠: 'foldable',
  无线充: 'wirelessCharging',
  NFC: 'nfc',
  主屏键: 'homeButton',
  原彩: 'trueTone',
  激光雷达: 'lidar',
  静音键: 'muteSwitch',
  操作按钮: 'actionButton',
  相机控制: 'cameraControl',
  红外: 'infrared',
  手写笔: 'stylus',
})

function featuresOf(cell: string): { features: Feature[]; lacks: Feature[] } {
  const features: Feature[] = []
  const lacks: Feature[] = []
  for (const item of itemsOf(cell)) {
    // what nobody is sure of is not known
    if (isUnsure(item)) continue
    const has = !item.startsWith('-')
    const feature = FEATURE_WORDS[item.replace(/^-/, '')]
    if (feature === undefined) throw new BadCell(`不认识的功能“${item}”`)
    if (features.includes(feature) || lacks.includes(feature)) throw new BadCell(`功能“${item}”写了两次`)
    ;(has ? features : lacks).push(feature)
  }
  return { features, lacks }
}

function sourcesOf(cell: string): Record<string, FactSource> {
  const sources: Record<string, FactSource> = {}
  for (const item of cell.split(/\s+/).filter((one) => one !== '')) {
    const [, fact, source, level] = /^([a-z]+)=([a-z0-9.-]+):([123])$/.exec(item) ?? []
    if (fact === undefined || source === undefined) throw new BadCell(`来源“${item}”写法不对，应如 numbers=list:1`)
    sources[fact] = { source, level: Number(level) as FactSource['level'] }
  }
  return sources
}

const YUAN_FEN = 100

function pricesOf(cell: string): Pick<CatalogueModel, 'launchPriceLowFen' | 'launchPriceHighFen'> {
  if (cell === '') return { launchPriceLowFen: null, launchPriceHighFen: null }
  const [, low, high] = /^(\d{2,6})-(\d{2,6})$/.exec(cell) ?? []
  if (low === undefined || Number(high) < Number(low)) throw new BadCell(`发布价“${cell}”写法不对，应如 3999-4999`)
  return { launchPriceLowFen: Number(low) * YUAN_FEN, launchPriceHighFen: Number(high) * YUAN_FEN }
}

function distinct(items: readonly string[], what: string): readonly string[] {
  const twice = items.find((item, at) => items.indexOf(item) !== at)
  if (twice !== undefined) throw new BadCell(`${what}“${twice}”写了两次`)
  return items
}

/**
 * Reads one row of a table of models. An unsure fact (`?` behind it) is taken over, but for a feature, which then is not
 * known. Empty cells are facts that nobody knows.
 */
export function readModelRow(cells: Readonly<Record<ModelColumn, string>>): ReadModel {
  try {
    return { ok: true, model: modelOf(cells) }
  } catch (error) {
    if (error instanceof BadCell) return { ok: false, message: error.message }
    throw error
  }
}

function modelOf(cells: Readonly<Record<ModelColumn, string>>): CatalogueModel {
  const { id, brand, name, released, note } = cells
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new BadCell(`编号“${id}”写法不对，只能用小写字母、数字和短横线`)
  if (brand === '' || name === '') throw new BadCell('缺少品牌或名称')
  if (!/^(19|20)\d\d(-\d\d(-\d\d)?)?$/.test(released)) throw new BadCell(`上市时间“${released}”写法不对，应如 2023-08`)
  const isApple = brand === '苹果'
  const numbers = itemsOf(cells.numbers).map(numberOf)
  distinct(
    numbers.map(({ no }) => no),
    '型号',
  )
  distinct(itemsOf(cells.storages), '容量')
  return {
    id,
    brand,
    name,
    released,
    year: Number(released.slice(0, 4)),
    platform: isApple ? 'apple' : 'android',
    numbers,
    regulatoryNos: numbers.filter(({ isInternal }) => !isInternal).map(({ no }) => no),
    storages: itemsOf(cells.storages).map((item) => storageOf(item, isApple)),
    colours: distinct(itemsOf(cells.colours).map(withoutDoubt), '颜色'),
    ...featuresOf(cells.features),
    aliases: itemsOf(cells.aliases),
    ...pricesOf(cells.price),
    sources: sourcesOf(cells.sources),
    note,
    hasTwin: false,
    isOwn: false,
  }
}
