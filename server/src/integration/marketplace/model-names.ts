import { type BrandNames, brandNames } from '@huanji/domain/catalogue/brands'

/** A model as the marketplace lists it. */
export interface NamedSpu {
  readonly name: string
  readonly brand: string
}

/** A word that says nothing of the model, where it stands by itself. */
const NOISE = /(^|[\s(（])(全网通|国行|手机)(?=$|[\s)）])/g
/** Nor does this one, but for a model that has a twin with 4G. */
const NETWORK = /(^|[\s(（])5g(?=$|[\s)）])/g

/** A name without what people write one way or another: capitals, spaces, dashes, brackets, the width of characters. */
export function squeezed(name: string, keepsNetwork = false): string {
  const plain = name.normalize('NFKC').toLowerCase().replace(NOISE, ' ')
  return (keepsNetwork ? plain : plain.replace(NETWORK, ' ')).replaceAll('+', 'plus').replace(/[\s\-_/.·()（）]/g, '')
}

/** Two letters are only a name where a number follows: 米 is no part of mix. */
const beginsWith = (text: string, word: string): boolean =>
  text.startsWith(word) && text.length > word.length && (word !== 'mi' || /\d/.test(text.charAt(word.length)))

/** What is left of a model's name without the names of its brand: `Xiaomi 14`, `小米14` and `小米 Xiaomi 14` are all `14`. */
function bareName(name: string, { own, under }: BrandNames, keepsNetwork = false): string {
  const words = [...own, ...under]
  let rest = squeezed(name, keepsNetwork)
  for (let word = wordAt(rest, words); word !== undefined; word = wordAt(rest, words)) rest = rest.slice(word.length)
  return rest
}

const wordAt = (text: string, words: readonly string[]) => words.find((word) => beginsWith(text, word))

const holdsAny = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(word))

/** Whether a brand of the marketplace may list models of a brand of the catalogue. */
export function mayListBrand(marketBrand: string, brand: string): boolean {
  const { own, under } = brandNames(brand)
  const parts = marketBrand.split('/').map((part) => squeezed(part))
  return parts.some((part) => own.includes(part) || under.includes(part))
}

/**
 * Whether a model of the marketplace is the model of the catalogue, by its name. A model listed under the brand that ours
 * belongs to has to say which one it is: Xiaomi's 13 is not Redmi's.
 */
export function isSameModel(spu: NamedSpu, model: NamedSpu & { readonly hasTwin?: boolean }): boolean {
  const names = brandNames(model.brand)
  if (!mayListBrand(spu.brand, model.brand)) return false
  const isOwn = holdsAny(squeezed(spu.brand), names.own) || holdsAny(squeezed(spu.name), names.own)
  const bare = ({ name }: NamedSpu) => bareName(name, names, model.hasTwin)
  return isOwn && bare(spu) === bare(model)
}

function pairsOf(text: string): Set<string> {
  const letters = [...text]
  return new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))
}

/** How alike two names of a brand are, from 0 to 1: by the pairs of letters that they share. */
export function likeness(spu: NamedSpu, model: NamedSpu): number {
  const names = brandNames(model.brand)
  const [one, other] = [pairsOf(bareName(spu.name, names)), pairsOf(bareName(model.name, names))]
  const shared = [...one].filter((pair) => other.has(pair)).length
  return one.size + other.size === 0 ? 0 : (2 * shared) / (one.size + other.size)
}

/** Whether the name, with or without its brand before it, holds what somebody looks for. */
export function holdsQuery(spu: NamedSpu, query: string): boolean {
  const wanted = squeezed(query)
  return wanted !== '' && squeezed(`${spu.brand} ${spu.name}`).includes(wanted)
}
