import { brandNames } from '../catalogue/brands.ts'
import { BRANDS, type CatalogueModel, findModel, modelTitle, storageLabel } from '../catalogue/models.ts'
import { modelsNamed, modelsNamedFirst, searchModels } from '../catalogue/search.ts'

/** What a line of a table says of a phone's model. */
export interface WrittenModel {
  readonly model: string
  readonly storage: string
  readonly colour: string
}

/** What tells one SKU of a model from another; empty where it is not known. */
export interface MatchedSku {
  readonly regulatoryNo: string
  readonly ram: string
  readonly storage: string
  readonly colour: string
}

/** Which model and SKU a line means; `doubt` says what of it has to be looked at at the station, empty for nothing. */
export type ModelMatch =
  | { readonly ok: true; readonly model: CatalogueModel; readonly sku: MatchedSku; readonly doubt: string }
  /** No model by this text: a person has to say which. */
  | { readonly ok: false; readonly reason: 'unknown'; readonly message: string }
  /** The model is known, but was never made so. */
  | { readonly ok: false; readonly reason: 'storage'; readonly message: string }
  | { readonly ok: false; readonly reason: 'missing'; readonly message: string }

const CAPACITY = /(\d{1,2})\s*(?:GB?)?\s*[+/]\s*(\d{1,4})\s*(GB?|TB?)?|(\d{2,4})\s*GB?|(\d{1,2})\s*TB?/gi
/** A storage that stands alone: `128` is one, the `13` of a model is none. */
const BARE_STORAGE = /(?:^|\s)(64|128|256|512|1024)(?=$|\s)/
/** What merchants write beside a model, and what says nothing of which one it is. */
const NOISE =
  /全网通|国行|港版|美版|日版|韩版|国际版|有锁|无锁|双卡|单卡|手机|二手|苹果版|公开版|移动版|联通版|电信版|官换机?|[95]G(?=\s|$)/g

const plainOf = (text: string): string => text.normalize('NFKC').trim()

/** `128`, `128G`, `1T` and `1024` as storages are called: `128GB`, `1TB`. */
function storageName(amount: string, unit: string): string {
  if (/^T/i.test(unit)) return `${amount}TB`
  return amount === '1024' ? '1TB' : amount === '2048' ? '2TB' : `${amount}GB`
}

interface Capacity {
  readonly ram: string
  readonly storage: string
}

/** The capacity that a text names, such as `8+256`, `12G/512G`, `128G` or `1T`; null without one. */
function capacityIn(text: string): Capacity | null {
  for (const [, ram, beside, unit = '', alone, tera] of plainOf(text).matchAll(CAPACITY)) {
    if (ram !== undefined && beside !== undefined) return { ram: `${ram}GB`, storage: storageName(beside, unit) }
    if (alone !== undefined) return { ram: '', storage: storageName(alone, 'G') }
    if (tera !== undefined) return { ram: '', storage: storageName(tera, 'T') }
  }
  const bare = BARE_STORAGE.exec(plainOf(text))?.[1]
  return bare === undefined ? null : { ram: '', storage: storageName(bare, 'G') }
}

/** A column of capacities may hold numbers alone. */
function capacityOf(storage: string, model: string): Capacity | null {
  const plain = plainOf(storage)
  if (plain === '') return capacityIn(model)
  return /^\d{2,4}$/.test(plain) ? { ram: '', storage: storageName(plain, 'G') } : capacityIn(plain)
}

const squeezed = (colour: string): string =>
  plainOf(colour)
    .replace(/\s/g, '')
    .replace(/颜?色$/, '')

/** The colour of a model that a text means: by its whole name, or where only one colour of the model has the text in it. */
function colourOf(model: CatalogueModel, text: string): string {
  const wanted = squeezed(text)
  if (wanted === '') return ''
  const exact = model.colours.find((colour) => squeezed(colour) === wanted)
  if (exact !== undefined) return exact
  const near = model.colours.filter((colour) => squeezed(colour).includes(wanted) || wanted.includes(squeezed(colour)))
  return near.length === 1 ? (near[0] ?? '') : ''
}

/** The colour that stands in the text of a model, the longest name first. */
const colourIn = (model: CatalogueModel, text: string): string =>
  model.colours
    .toSorted((one, other) => other.length - one.length)
    .find((colour) => plainOf(text).includes(squeezed(colour))) ?? ''

/** The text without its capacity and what says nothing of the model. */
const bareName = (text: string): string =>
  plainOf(text)
    .replace(CAPACITY, ' ')
    .replace(BARE_STORAGE, ' ')
    .replace(NOISE, ' ')
    .replace(/[()（）[\]【】,，、]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The one model that a text names, its capacity, its colour and what stands beside put aside; null for none or several. */
function namedModel(text: string): CatalogueModel | null {
  const bare = bareName(text)
  const words = bare.split(' ')
  const named = modelsNamedFirst(words)
  if (named === null) return gluedModel(bare)
  const [model, other] = named.models
  if (!model || other) return null
  // what is left must be a colour: `iPhone 13 Pro` is no iPhone 13
  const rest = words.slice(named.count).join('')
  return rest === '' || colourIn(model, rest) !== '' || /^[\p{Script=Han}]+$/u.test(rest) ? model : null
}

/** A model and its colour have no more characters than this; a longer text tells something else. */
const GLUED_MAX = 60

/** A model with its colour written right behind it: `苹果13午夜色`. */
function gluedModel(bare: string): CatalogueModel | null {
  if (bare.length > GLUED_MAX) return null
  const [guess] = searchModels(bare.replace(/[\p{Script=Han}]+$/u, ''), 1)
  const colour = guess ? colourIn(guess, bare) : ''
  const [named, other] = colour === '' ? [] : modelsNamed(bare.replace(new RegExp(`${squeezed(colour)}色?`), ''))
  return named && !other ? named : null
}

const NUMERALS = '一二三四五六七八九'

/** `十三` as the number of a model. */
const withDigits = (text: string): string =>
  text.replace(/十([一二三四五六七八九])?/g, (_all, unit?: string) =>
    unit === undefined ? '10' : `1${NUMERALS.indexOf(unit) + 1}`,
  )

/** A guess goes by the beginning of a text: what names a model stands there, and no name has more words or characters. */
const GUESS_CHARACTERS = 80
const GUESS_WORDS = 8

/** The models that a text may mean, likeliest first; of a text that means none those of the brand that it names. */
export function guessModels(text: string, limit: number): CatalogueModel[] {
  const bare = withDigits(bareName(text)).slice(0, GUESS_CHARACTERS).trim()
  const words = bare.split(' ').slice(0, GUESS_WORDS)
  for (let count = words.length; count > 0; count -= 1) {
    const found = searchModels(words.slice(0, count).join(' '), limit)
    if (found.length > 0) return found
  }
  const brand = BRANDS.flatMap((one) => brandNames(one).own).find((name) => bare.toLowerCase().includes(name))
  return brand === undefined ? [] : searchModels(brand, limit)
}

/** Where a model and a colour are known and its capacity is not, what the station has to ask. */
function skuOf(model: CatalogueModel, written: WrittenModel): ModelMatch {
  const capacity = capacityOf(written.storage, written.model)
  const fits = capacity === null ? [] : model.storages.filter(({ storage }) => storage === capacity.storage)
  const isAndroid = model.platform === 'android'
  const exact = fits.filter(({ ram }) => !isAndroid || capacity?.ram === '' || ram === capacity?.ram)
  if (capacity !== null && exact.length === 0) {
    const asked = isAndroid && capacity.ram !== '' ? `${capacity.ram}+${capacity.storage}` : capacity.storage
    const made = model.storages.map(storageLabel).join('、')
    return { ok: false, reason: 'storage', message: `${modelTitle(model)} 没有 ${asked}（有 ${made}），请核对内存` }
  }
  const [only] = exact
  const colour = written.colour.trim() === '' ? colourIn(model, written.model) : colourOf(model, written.colour)
  const doubts = [
    capacity === null ? '内存' : '',
    isAndroid && exact.length > 1 ? '运行内存' : '',
    colour === '' ? '颜色' : '',
  ].filter((part) => part !== '')
  const sku = {
    regulatoryNo: '',
    ram: exact.length === 1 ? (only?.ram ?? '') : '',
    storage: capacity?.storage ?? '',
    colour,
  }
  return { ok: true, model, sku, doubt: doubts.length === 0 ? '' : `${doubts.join('、')}待质检时选` }
}

/**
 * Which model and SKU of the catalogue a line means. A model is taken for certain only where the text names it; where it
 * does not, a person chooses one of the guesses (`guessModels`). Capacity and colour may stand in the text of the model.
 * @param chosenId the model that a person chose for this text
 */
export function matchModel(written: WrittenModel, chosenId: string | null): ModelMatch {
  if (chosenId === null && plainOf(written.model) === '') {
    return { ok: false, reason: 'missing', message: '缺少机型' }
  }
  const model = chosenId === null ? namedModel(written.model) : findModel(chosenId)
  if (model === null) {
    return { ok: false, reason: 'unknown', message: `机型“${written.model.trim()}”不认识，请选择对应机型` }
  }
  return skuOf(model, written)
}
