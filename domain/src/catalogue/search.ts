import { brandNames } from './brands.ts'
import { type Catalogue, type IndexedModel, plainNumber } from './catalogue.ts'
import { plainName, withoutBrand, withoutNetwork } from './model-names.ts'
import type { CatalogueModel } from './types.ts'
import { COLOUR_SIGNS, readWrittenPhone } from './written-phone.ts'

/** A model that a text may mean. */
export interface FoundModel {
  readonly model: CatalogueModel
  /** True where the text names it, by name, short form or number; false for one that is only like it. */
  readonly isNamed: boolean
}

/** The models that are searched: the catalogue, and those that a merchant wrote down. */
export interface Searched {
  readonly catalogues: readonly Catalogue[]
  /** How often this merchant has seen a model; of several that a text names the one seen more often comes first. */
  readonly seen?: (modelId: string) => number
}

/** What is looked at of a text: no name and no number has more characters. */
const CHARACTERS_MAX = 80

/** What is read of a text: the words beside a name are put aside first, however many there are. */
const READ_MAX = 500

/** What of a text may be a name. */
const restOf = (text: string): string => readWrittenPhone(text.slice(0, READ_MAX)).rest.slice(0, CHARACTERS_MAX).trim()

/** The brands whose models a text asks for, and what is left of it without their names. */
interface Asked {
  readonly name: string
  readonly isOfBrand: (brand: string) => boolean
  /** True where nothing but a brand is written. */
  readonly isBrandAlone: boolean
}

interface BrandWord {
  readonly word: string
  readonly brand: string
}

/** The words of all brands, the longest first, so that `xiaomi` is not read as `mi`. */
function brandWords(brands: readonly string[]): BrandWord[] {
  const words = brands.flatMap((brand) =>
    [...new Set([plainName(brand), ...brandNames(brand).own])].map((word) => ({ word, brand })),
  )
  return words.sort((one, other) => other.word.length - one.word.length)
}

const WORDS = new WeakMap<Catalogue, readonly BrandWord[]>()

function wordsOf(catalogues: readonly Catalogue[]): readonly BrandWord[] {
  const [first, ...others] = catalogues
  if (first === undefined) return []
  const known = WORDS.get(first) ?? brandWords(first.brands)
  WORDS.set(first, known)
  const further = others.flatMap(({ brands }) => brands.filter((brand) => !first.brands.includes(brand)))
  return further.length === 0 ? known : [...known, ...brandWords([...new Set(further)])]
}

/** Two letters name a brand only where a number follows: 米 is no part of mix. */
const standsFor = (text: string, { word }: BrandWord): boolean =>
  text.startsWith(word) && (word.length > 2 || !/^[a-z]/.test(word) || /^\d|^$/.test(text.slice(word.length)))

/** Whether a brand's models are meant by a word of a brand: its own, or one under which others list it. */
const isMeantBy = (brand: string, words: readonly BrandWord[]): boolean =>
  words.every(({ word, brand: named }) => named === brand || brandNames(brand).under.includes(word))

/** What a text asks for: the words of brands are taken off its beginning and, standing alone, from anywhere in it. */
function askedFor(text: string, words: readonly BrandWord[]): Asked {
  const named: BrandWord[] = []
  const tokens = text.split(' ').filter((token) => token !== '')
  const others = tokens.filter((token) => {
    const word = words.find((one) => one.word === plainName(token))
    if (word) named.push(word)
    return !word
  })
  let name = plainName(others.join(' '))
  for (let word = words.find((one) => standsFor(name, one)); word !== undefined && name !== word.word; ) {
    named.push(word)
    name = name.slice(word.word.length)
    word = words.find((one) => standsFor(name, one))
  }
  const whole = words.find(({ word }) => word === name)
  if (whole) {
    named.push(whole)
    name = ''
  }
  // two brands that are not one under the other: the last is the maker, the first a place where it is listed
  const last = named.at(-1)
  const isOfBrand = (brand: string): boolean =>
    named.length === 0 || isMeantBy(brand, named) || (named.length > 1 && last?.brand === brand)
  return { name, isOfBrand, isBrandAlone: name === '' && named.length > 0 }
}

const NAMED = 100
/** Named, with a colour behind it that its own are not known to be. */
const NAMED_BESIDE = 95
const WEAKLY_NAMED = 90
const BEGINS = 60
const BEGINS_NUMBER = 50
const HOLDS = 40
const HOLDS_WORDS = 20

interface Scored {
  readonly model: CatalogueModel
  readonly score: number
}

const isOwnColour = (model: CatalogueModel, rest: string): boolean =>
  model.colours.some((colour) => plainName(colour).includes(rest.replace(/色$/, '')))

const isBesideColour = (model: CatalogueModel, rest: string): boolean =>
  COLOUR_SIGNS.test(rest) || isOwnColour(model, rest)

/** The models that a name means, with a colour behind it or without. */
function namedBy(catalogues: readonly Catalogue[], { name, isOfBrand }: Asked): Scored[] {
  for (let length = name.length; length > 0; length -= 1) {
    const rest = name.slice(length)
    // what is left must be a colour: `13pro` is no 13
    if (rest !== '' && !/^[\u4e00-\u9fff]+$/.test(rest)) break
    const found = catalogues
      .flatMap((catalogue) => catalogue.withName(name.slice(0, length)))
      .filter(({ model }) => isOfBrand(model.brand) && (rest === '' || isBesideColour(model, rest)))
    if (found.length > 0) {
      return found.map(({ model, isWeak }) => {
        const isBeside = rest !== '' && !isOwnColour(model, rest)
        return { model, score: isWeak ? WEAKLY_NAMED : isBeside ? NAMED_BESIDE : NAMED }
      })
    }
  }
  return []
}

/** What is looked for in names and numbers. */
interface Wanted {
  readonly name: string
  readonly number: string
  readonly tokens: readonly string[]
}

/** So many characters of a number tell it from a name. */
const NUMBER_BEGINS = 3

function likeScore({ words, numbers }: IndexedModel, { name, number, tokens }: Wanted): number {
  if (words.includes(`|${name}`)) return BEGINS
  if (number.length >= NUMBER_BEGINS && numbers.includes(`|${number}`)) return BEGINS_NUMBER
  if (words.includes(name)) return HOLDS
  return tokens.length > 1 && tokens.every((token) => words.includes(token)) ? HOLDS_WORDS : 0
}

/** Models that are like a name: it begins theirs, stands in it, or all its words do. */
function likeBy(catalogues: readonly Catalogue[], { name, isOfBrand, isBrandAlone }: Asked, text: string): Scored[] {
  const tokens = text.split(' ').map(plainName)
  const wanted = { name, tokens, number: plainNumber(tokens.join('')) }
  return catalogues.flatMap(({ entries }) =>
    entries.flatMap((entry) => {
      if (!isOfBrand(entry.model.brand)) return []
      const score = isBrandAlone ? BEGINS : likeScore(entry, wanted)
      return score === 0 ? [] : [{ model: entry.model, score }]
    }),
  )
}

/** The models that a text names outright, with its brand or without; several where it names several. */
export function modelsNamed(text: string, { catalogues }: Searched): readonly CatalogueModel[] {
  const named = scoredNames(text, catalogues)
  const best = Math.max(0, ...named.map(({ score }) => score))
  const first = named.filter(({ score }) => score === best).map(({ model }) => model)
  // 15p is the Pro first and may be the Plus: two models of one brand are told apart by a person alone
  const others = named.filter(({ model, score }) => score < best && first.some(({ brand }) => brand === model.brand))
  return [...first, ...others.map(({ model }) => model)]
}

function scoredNames(text: string, catalogues: readonly Catalogue[]): Scored[] {
  const short = text.normalize('NFKC').trim().slice(0, CHARACTERS_MAX)
  if (short === '') return []
  const byNumber = catalogues.flatMap((catalogue) => catalogue.withNumber(short))
  if (byNumber.length > 0) return byNumber.map((model) => ({ model, score: NAMED }))
  const byPart = catalogues.flatMap((catalogue) =>
    (catalogue.partOf(short)?.parts ?? []).flatMap(({ modelId }) => catalogue.find(modelId) ?? []),
  )
  if (byPart.length > 0) return [...new Set(byPart)].map((model) => ({ model, score: NAMED }))
  const words = wordsOf(catalogues)
  for (const name of [short.replace(/\s+/g, ' '), restOf(text)]) {
    const asked = askedFor(name, words)
    for (const one of [asked, { ...asked, name: withoutNetwork(asked.name) }]) {
      const found = namedBy(catalogues, one)
      if (found.length > 0) return found
    }
  }
  return []
}

/**
 * The models a text may mean, best first: names and the short forms of dealers, with or without the brand, what stands
 * beside a model put aside; a number of any kind, or Apple's part number. A number names all models that have it, and is
 * never completed to another one. Of equals those come first that the merchant has seen more often, then the newest.
 * @param limit how many models at most
 */
export function searchModels(text: string, limit: number, searched: Searched): FoundModel[] {
  const { catalogues, seen = () => 0 } = searched
  const named = scoredNames(text, catalogues)
  const rest = restOf(text)
  const like = named.length >= limit || rest === '' ? [] : likeBy(catalogues, askedFor(rest, wordsOf(catalogues)), rest)
  const best = new Map<CatalogueModel, number>()
  for (const { model, score } of [...named, ...like]) best.set(model, Math.max(score, best.get(model) ?? 0))
  const found = [...best].map(([model, score]) => ({ model, score, seen: seen(model.id) }))
  found.sort(
    (a, b) =>
      b.score - a.score ||
      b.seen - a.seen ||
      (a.model.released < b.model.released ? 1 : a.model.released > b.model.released ? -1 : 0) ||
      a.model.name.length - b.model.name.length,
  )
  return found.slice(0, Math.max(0, limit)).map(({ model, score }) => ({ model, isNamed: score >= WEAKLY_NAMED }))
}

/** A model's name without its brand, as people look for it. */
export const bareName = (model: CatalogueModel): string => withoutBrand(plainName(model.name), model.brand)
