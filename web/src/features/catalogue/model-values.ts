import { brandNames } from '@huanji/domain/catalogue/brands'
import { COLOUR_SIGNS, readWrittenPhone } from '@huanji/domain/catalogue/written-phone'
import { ramOf, storageOf } from '../inspection/capacity.ts'
import type { Sku } from '../inspection/types.ts'
import type { ModelFacts, ModelValues, OwnModel } from './types.ts'

const APPLE = '苹果'

/** Whose questions are asked of a model, until its brand says better. */
const LIKE = { apple: 'apple-iphone-17', other: 'xiaomi-14' } as const

/** What the models of `LIKE` are called. */
export const LIKE_TITLES: Readonly<Record<string, string>> = { [LIKE.apple]: 'iPhone 17', [LIKE.other]: '小米 14' }

/** The capacities of Apple's phones are written without RAM. */
export const isApple = (brand: string): boolean => brand.trim() === APPLE

/** The model whose questions are asked where nothing is known of the brand. */
export const usualLike = (brand: string): string => (isApple(brand) ? LIKE.apple : LIKE.other)

/** What phones of a brand usually come in. */
export const usualStorages = (brand: string): readonly string[] =>
  isApple(brand)
    ? ['64GB', '128GB', '256GB', '512GB', '1TB']
    : ['6GB+128GB', '8GB+128GB', '8GB+256GB', '12GB+256GB', '12GB+512GB', '16GB+512GB', '16GB+1TB']

export const USUAL_COLOURS = ['黑色', '白色', '蓝色', '绿色', '紫色', '金色', '银色', '灰色', '粉色', '红色'] as const

/** A capacity as it is kept, from `8+256` or `128`; as it was typed where it is none. */
export function capacityOf(text: string, brand: string): string {
  const plain = text.normalize('NFKC').trim()
  const [first = '', second, ...more] = plain.split(/[+/]/)
  if (second === undefined) return (isApple(brand) ? storageOf(first) : null) ?? plain
  const [ram, storage] = [ramOf(first), storageOf(second)]
  const isPair = ram !== null && storage !== null && more.length === 0 && !isApple(brand)
  return isPair ? `${ram}+${storage}` : plain
}

/** What is wrong with a capacity of this brand; empty where it can be kept. */
export function capacityFault(text: string, brand: string): string {
  const isKnown = isApple(brand) ? storageOf(text) === text : /^[\d.]+GB\+\d+[GT]B$/.test(text)
  if (isKnown) return ''
  return isApple(brand) ? `容量“${text}”写法不对，应如 128GB` : `容量“${text}”写法不对，应如 8GB+256GB`
}

const gigabytes = (text: string): number => Number.parseFloat(text) * (/TB$/.test(text) ? 1024 : 1)

/** Capacities from the smallest to the largest. */
export const sortedCapacities = (capacities: readonly string[]): string[] =>
  capacities.toSorted((one, other) => {
    const [a, b] = [one.split('+'), other.split('+')]
    return gigabytes(a.at(-1) ?? '') - gigabytes(b.at(-1) ?? '') || gigabytes(a[0] ?? '') - gigabytes(b[0] ?? '')
  })

/** Forms in which makers write the number of a phone: A2634, ALN-AL00, V2324A, PLR110, 2210132C. */
const NUMBER_FORMS = [
  /^A\d{4}$/,
  /^(?=.*\d)[A-Z][A-Z0-9]{1,5}-[A-Z0-9]{2,8}$/,
  /^[A-Z]{1,3}\d{4}[A-Z]{0,2}$/,
  /^(?:[A-Z]{2,3}\d{3}[A-Z]?|M\d{3}[A-Z])$/,
  /^(?:M\d{4}|\d{5,})[A-Z][A-Z0-9]*$/,
]

const isNumber = (word: string): boolean => NUMBER_FORMS.some((form) => form.test(word.toUpperCase()))
/** An Apple part number, also as its bar code has it: it names one SKU and no model. */
const isPart = (word: string): boolean => /^(?:1P)?[A-Z0-9]{5}[A-Z]{1,2}\/[A-Z]$/i.test(word)
/** Longer digits are a phone's own code. */
const isCode = (word: string): boolean => /^\d{8,}$/.test(word)

/** Series by which a brand is known; they stay a part of the name. */
const SERIES: ReadonlySet<string> = new Set(['iphone', 'galaxy', 'xperia', 'pixel', 'rog', '红魔', '坚果', 'hinova'])

interface Branded {
  readonly brand: string
  readonly name: string
}

/** The brand with which a text begins, by its longest name, and what follows. */
function brandedOf(text: string, brands: readonly string[]): Branded {
  const plain = text.toLowerCase()
  const named = brands.flatMap((brand) => brandNames(brand).own.map((word) => ({ brand, word })))
  const [found] = named
    // a short Latin name ends where a word does: mi is no part of mix
    .filter(({ word }) => plain.startsWith(word) && !(/[a-z]$/.test(word) && /^[a-z]/.test(plain.slice(word.length))))
    .toSorted((one, other) => other.word.length - one.word.length)
  if (!found) return { brand: '', name: text }
  const name = SERIES.has(found.word) ? text : text.slice(found.word.length).trim()
  return { brand: found.brand, name }
}

const colourOf = (word: string): string => (/^[黑白红蓝绿紫金银灰粉黄橙青棕]$/.test(word) ? `${word}色` : word)

/** What a dialog begins with, and what the text says of the phone at hand. */
export interface ModelStart {
  readonly values: ModelValues
  readonly sku: Partial<Sku>
}

/** What a text says of a model that was missed: numbers, brand, capacity and colour are told apart, the rest is its name. */
export function valuesOfText(text: string, brands: readonly string[]): ModelStart {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const numbers = words.filter(isNumber).map((word) => word.toUpperCase())
  const others = words.filter((word) => !isNumber(word) && !isPart(word) && !isCode(word))
  const written = readWrittenPhone(others.join(' '))
  const rest = written.rest.split(' ')
  const last = rest.length > 1 ? (rest.at(-1) ?? '') : ''
  const colours = COLOUR_SIGNS.test(last) ? [colourOf(last)] : []
  const named = brandedOf((colours.length > 0 ? rest.slice(0, -1) : rest).join(' '), brands)
  const brand = named.brand || (words.some(isPart) ? APPLE : '')
  const { ram, storage } = written
  const isWhole = storage !== '' && (isApple(brand) || ram !== '')
  const storages = isWhole ? [isApple(brand) ? storage : `${ram}+${storage}`] : []
  const values = { brand, name: named.name, numbers, storages, colours, likeModelId: usualLike(brand) }
  return { values, sku: storage === '' ? {} : isApple(brand) || ram === '' ? { storage } : { ram, storage } }
}

const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name)

/** What is sent to change a model: what the call takes, and nothing else that the row says. */
export function valuesOf(row: OwnModel): ModelValues {
  const { modelId, version, brand, name, numbers, storages, colours, likeModelId } = row
  const lists = { numbers: namesOf(numbers), storages: namesOf(storages), colours: namesOf(colours) }
  return { modelId, version, brand, name, ...lists, likeModelId }
}

const only = (list: readonly string[]): string => (list.length === 1 ? (list[0] ?? '') : '')

/** What is certain of the phone for which a model was written down. */
export function skuOf({ numbers, storages, colours }: ModelFacts, typed: Partial<Sku>): Partial<Sku> {
  const [storage, ram] = only(storages).split('+').toReversed()
  const said = storages.length === 0 ? typed : { ram: ram ?? '', storage: storage ?? '' }
  const sku = { ...said, colour: only(colours), regulatoryNo: only(numbers) }
  return Object.fromEntries(Object.entries(sku).filter(([, value]) => value !== ''))
}
