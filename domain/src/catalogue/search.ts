import { normaliseCode } from '../codes/normalise.ts'
import { brandNames } from './brands.ts'
import { MODELS, modelTitle } from './models.ts'
import type { CatalogueModel } from './types.ts'

/** Words people leave out or put in place of the brand when they name a model. */
const BRAND_WORDS_IN_NAME = /^(iphone|xiaomi|redmi|iqoo|galaxy|moto|荣耀|一加|真我|红魔)/

function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-_/（）()]/g, '')
}

/** What sellers write for "Pro Max" and the like: `13pm`, `s24u`. */
function shortForms(key: string): string[] {
  const short = key.replace('promax', 'pm').replace('ultra', 'u')
  return short === key ? [key] : [key, short]
}

function keysOf(model: CatalogueModel): string[] {
  const name = squeeze(model.name)
  const bare = name.replace(BRAND_WORDS_IN_NAME, '')
  const { own, under } = brandNames(model.brand)
  const brands = [squeeze(model.brand), ...own, ...under]
  const keys = [squeeze(modelTitle(model)), name, bare]
  for (const brand of brands) keys.push(brand + name, brand + bare)
  return [...new Set(keys.flatMap(shortForms))]
}

interface Entry {
  readonly model: CatalogueModel
  readonly keys: readonly string[]
  readonly words: string
  readonly numbers: readonly string[]
}

function indexOf(models: readonly CatalogueModel[]): Entry[] {
  return models.map((model) => {
    const keys = keysOf(model)
    return { model, keys, words: keys.join(' '), numbers: model.regulatoryNos.map(squeeze) }
  })
}

const CATALOGUE_INDEX = indexOf(MODELS)

function scoreText(entry: Entry, wanted: string, words: readonly string[]): number {
  if (entry.numbers.includes(wanted) || entry.keys.includes(wanted)) return 100
  if (entry.keys.some((key) => key.startsWith(wanted))) return 60
  if (wanted.length >= 3 && entry.numbers.some((number) => number.startsWith(wanted))) return 50
  if (entry.keys.some((key) => key.includes(wanted))) return 40
  return words.length > 1 && words.every((word) => entry.words.includes(word)) ? 20 : 0
}

/** The eight digits that name the type of phone, when the text is a TAC or a whole IMEI. */
function tacIn(query: string): string | null {
  const code = normaliseCode(query)
  return /^\d{8}$|^\d{15}$/.test(code) ? code.slice(0, 8) : null
}

function namesOf(entries: readonly Entry[]): ReadonlyMap<string, readonly CatalogueModel[]> {
  const models = new Map<string, CatalogueModel[]>()
  for (const { model, keys, numbers } of entries) {
    for (const name of new Set([...keys, ...numbers])) models.set(name, [...(models.get(name) ?? []), model])
  }
  return models
}

/** The models of each of their names and numbers. */
const MODELS_BY_NAME = namesOf(CATALOGUE_INDEX)

/** No name and no number of a model has more characters. */
const LONGEST_NAME = Math.max(...[...MODELS_BY_NAME.keys()].map((name) => name.length))

/** The models that a text names outright, by any of their names; mostly one or none. */
export const modelsNamed = (text: string): readonly CatalogueModel[] => MODELS_BY_NAME.get(squeeze(text)) ?? []

/**
 * The models that the first words name outright, as many of the words as do, and how many these are; null where no number
 * of them names any. However many words there are, no more are looked at than a name can have characters.
 */
export function modelsNamedFirst(
  words: readonly string[],
): { readonly models: readonly CatalogueModel[]; readonly count: number } | null {
  let named: { models: readonly CatalogueModel[]; count: number } | null = null
  let name = ''
  for (const [at, word] of words.entries()) {
    name += squeeze(word)
    if (name.length > LONGEST_NAME) break
    const models = MODELS_BY_NAME.get(name)
    if (models !== undefined) named = { models, count: at + 1 }
  }
  return named
}

/**
 * The models a text may mean, best first: Chinese or Latin brand names, with or without spaces, a regulatory model
 * number (`A2634`, `ALN-AL00`), a TAC or a whole IMEI. Equal matches come newest first. Empty text finds nothing.
 * @param limit how many models at most
 * @param models searched instead of the catalogue
 */
export function searchModels(query: string, limit: number, models?: readonly CatalogueModel[]): CatalogueModel[] {
  const wanted = squeeze(query)
  if (wanted === '') return []
  const entries = models ? indexOf(models) : CATALOGUE_INDEX
  const tac = tacIn(query)
  const words = query.trim().split(/\s+/).map(squeeze)
  const found: { model: CatalogueModel; score: number }[] = []
  for (const entry of entries) {
    const score = tac !== null && entry.model.tacs.includes(tac) ? 100 : scoreText(entry, wanted, words)
    if (score > 0) found.push({ model: entry.model, score })
  }
  found.sort((a, b) => b.score - a.score || b.model.year - a.model.year || a.model.name.length - b.model.name.length)
  return found.slice(0, Math.max(0, limit)).map((entry) => entry.model)
}
