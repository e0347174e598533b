import { type Catalogue, numberOf } from '../catalogue/catalogue.ts'
import { modelTitle, storageLabel } from '../catalogue/models.ts'
import { modelsNamed, type Searched, searchModels } from '../catalogue/search.ts'
import type { CatalogueModel } from '../catalogue/types.ts'
import { readWrittenPhone } from '../catalogue/written-phone.ts'

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
  /** No model by this text, or several: a person has to say which. */
  | { readonly ok: false; readonly reason: 'unknown'; readonly message: string }
  /** The model is known, but was never made so. */
  | { readonly ok: false; readonly reason: 'storage'; readonly message: string }
  | { readonly ok: false; readonly reason: 'missing'; readonly message: string }

const plainOf = (text: string): string => text.normalize('NFKC').trim()

/** What a text of a capacity is: `12+256`, `128G`, `1T`; a column of capacities may hold numbers alone. */
function capacityOf(storage: string, model: string): { readonly ram: string; readonly storage: string } {
  const plain = plainOf(storage)
  if (plain === '') return readWrittenPhone(model)
  // a model before it, so that a number alone is a capacity
  return readWrittenPhone(`- ${plain}`)
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
export function guessModels(text: string, limit: number, searched: Searched): CatalogueModel[] {
  const bare = withDigits(readWrittenPhone(text).rest).slice(0, GUESS_CHARACTERS).trim()
  const words = bare.split(' ').slice(0, GUESS_WORDS)
  for (let count = words.length; count > 0; count -= 1) {
    const found = searchModels(words.slice(0, count).join(' '), limit, searched)
    if (found.length > 0) return found.map(({ model }) => model)
  }
  return []
}

/** The variants of a model that a capacity may be; all of them where the model's are not known. */
function fitting(model: CatalogueModel, capacity: { readonly ram: string; readonly storage: string }) {
  const fits = model.storages.filter(({ storage }) => storage === capacity.storage)
  return fits.filter(({ ram }) => model.platform === 'apple' || capacity.ram === '' || ram === capacity.ram)
}

/** Where a model and a colour are known and its capacity is not, what the station has to ask. */
function skuOf(model: CatalogueModel, written: WrittenModel, part: Partial<MatchedSku>): ModelMatch {
  const read = capacityOf(written.storage, written.model)
  const capacity = { ram: read.ram, storage: part.storage ?? read.storage }
  const isAndroid = model.platform === 'android'
  const exact = fitting(model, capacity)
  if (capacity.storage !== '' && exact.length === 0 && model.storages.length > 0) {
    const asked = isAndroid && capacity.ram !== '' ? `${capacity.ram}+${capacity.storage}` : capacity.storage
    const made = model.storages.map(storageLabel).join('、')
    return { ok: false, reason: 'storage', message: `${modelTitle(model)} 没有 ${asked}（有 ${made}），请核对内存` }
  }
  const isMade = model.storages.length > 0
  const [only] = exact
  const colour =
    part.colour ?? (written.colour.trim() === '' ? colourIn(model, written.model) : colourOf(model, written.colour))
  const ram = isMade ? (exact.length === 1 ? (only?.ram ?? '') : '') : isAndroid ? capacity.ram : ''
  const doubts = [
    capacity.storage === '' ? '内存' : '',
    isAndroid && capacity.storage !== '' && ram === '' ? '运行内存' : '',
    colour === '' ? '颜色' : '',
  ].filter((one) => one !== '')
  const sku = { regulatoryNo: part.regulatoryNo ?? '', ram, storage: capacity.storage, colour }
  return { ok: true, model, sku, doubt: doubts.length === 0 ? '' : `${doubts.join('、')}待质检时选` }
}

/** What an Apple part number in place of the model says of the SKU, as far as all rows of it agree. */
function skuOfPart(catalogues: readonly Catalogue[], text: string): Partial<MatchedSku> {
  const parts = catalogues.flatMap((catalogue) => catalogue.partOf(text)?.parts ?? [])
  const agreed = (texts: readonly string[]): string | undefined => (new Set(texts).size === 1 ? texts[0] : undefined)
  const storage = agreed(parts.map((part) => part.storage))
  const colour = agreed(parts.map((part) => part.colour))
  return { ...(storage !== undefined && { storage }), ...(colour !== undefined && { colour }) }
}

const NO_SKU: MatchedSku = { regulatoryNo: '', ram: '', storage: '', colour: '' }

/**
 * What a text that names a model says of the SKU besides: its capacity and colour, the number that it is itself, what an
 * Apple part number stands for. Empty for what it does not say, or what the model was never made in.
 */
export function skuWritten(text: string, model: CatalogueModel, { catalogues }: Searched): MatchedSku {
  const match = skuOf(model, { model: text, storage: '', colour: '' }, skuOfPart(catalogues, text))
  const number = numberOf(model, text)
  const sku = match.ok ? match.sku : NO_SKU
  return number === null || number.isInternal ? sku : { ...sku, regulatoryNo: number.no }
}

/**
 * Which model and SKU of the catalogue a line means. A model is taken for certain only where the text names one and no
 * other; where it does not, a person chooses one of the guesses (`guessModels`). Capacity and colour may stand in the
 * text of the model.
 * @param chosen the model that a person chose for this text, or null
 */
export function matchModel(written: WrittenModel, chosen: CatalogueModel | null, searched: Searched): ModelMatch {
  if (chosen !== null) return skuOf(chosen, written, {})
  if (plainOf(written.model) === '') return { ok: false, reason: 'missing', message: '缺少机型' }
  const [model, other] = modelsNamed(written.model, searched)
  const text = written.model.trim()
  if (model === undefined) {
    return { ok: false, reason: 'unknown', message: `机型“${text}”不认识，请选择对应机型` }
  }
  if (other !== undefined) {
    return {
      ok: false,
      reason: 'unknown',
      message: `机型“${text}”可能是${modelTitle(model)}或${modelTitle(other)}，请选择对应机型`,
    }
  }
  return skuOf(model, written, skuOfPart(searched.catalogues, written.model))
}
