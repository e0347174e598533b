import { normaliseCode } from '../codes/normalise.ts'
import { modelNames, plainName } from './model-names.ts'
import type { CatalogueModel, CataloguePart, ModelNumber } from './types.ts'

/** A model with what it is found by. */
export interface IndexedModel {
  readonly model: CatalogueModel
  /** Its names and short forms without the brand, as `plainName` writes them. */
  readonly strong: readonly string[]
  readonly weak: readonly string[]
  /** Its brand and its names in one text, each behind a bar: for what begins one or stands in its middle. */
  readonly words: string
  /** Its numbers likewise. */
  readonly numbers: string
}

/** A number as codes are compared. */
export const plainNumber = (no: string): string => normaliseCode(no).replace(/[\s-]/g, '')

/** What an Apple part number says: a SKU of a model. */
export interface NamedPart {
  readonly parts: readonly CataloguePart[]
  /** The letters of its region (`CH`), as they were read. */
  readonly region: string
  /** How Apple sold it by the first letter: M new, F refurbished, N in exchange, P engraved, 3 for show. */
  readonly sold: string
}

/** `MWN72CH/A`, `1PMWN72CH/A`, `MWN72CH`. */
const PART = /^(?:1P)?([MFNP3])([A-Z0-9]{3,4})([A-Z]{1,2})(?:\/[A-Z])?$/

/** The models that are known, with what they are found by. It never changes: a further version is another one. */
export class Catalogue {
  readonly version: string
  readonly models: readonly CatalogueModel[]
  readonly parts: readonly CataloguePart[]
  /** The brands that have a model, in the order of the rows. */
  readonly brands: readonly string[]
  readonly entries: readonly IndexedModel[]
  readonly #byId: ReadonlyMap<string, CatalogueModel>
  readonly #byNumber: ReadonlyMap<string, readonly CatalogueModel[]>
  readonly #byName: ReadonlyMap<string, readonly { model: CatalogueModel; isWeak: boolean }[]>
  readonly #byPart: ReadonlyMap<string, readonly CataloguePart[]>

  constructor(version: string, models: readonly CatalogueModel[], parts: readonly CataloguePart[] = []) {
    this.version = version
    const twins = networkTwins(models)
    this.models = models.map((model) => (twins.has(model) ? { ...model, hasTwin: true } : model))
    this.parts = parts
    this.brands = [...new Set(this.models.map(({ brand }) => brand))]
    this.entries = this.models.map((model) => {
      const { strong, weak } = modelNames(model)
      const words = `|${[...strong, plainName(model.brand)].join('|')}`
      return { model, strong, weak, words, numbers: `|${model.numbers.map(({ no }) => plainNumber(no)).join('|')}` }
    })
    this.#byId = new Map(this.models.map((model) => [model.id, model]))
    const byNumber = new Map<string, CatalogueModel[]>()
    for (const model of this.models) {
      for (const { no } of model.numbers) grouped(byNumber, plainNumber(no)).push(model)
    }
    this.#byNumber = byNumber
    const byName = new Map<string, { model: CatalogueModel; isWeak: boolean }[]>()
    for (const { model, strong, weak } of this.entries) {
      for (const name of strong) grouped(byName, name).push({ model, isWeak: false })
      for (const name of weak) grouped(byName, name).push({ model, isWeak: true })
    }
    this.#byName = byName
    this.#byPart = Map.groupBy(parts, ({ part }) => part)
  }

  /** The model with this id, or null. */
  find(id: string): CatalogueModel | null {
    return this.#byId.get(id) ?? null
  }

  /** All models that have a number, however it was written; several where it is shared. */
  withNumber(no: string): readonly CatalogueModel[] {
    return this.#byNumber.get(plainNumber(no)) ?? []
  }

  /** The models of a name without its brand, as `plainName` writes it. */
  withName(name: string): readonly { readonly model: CatalogueModel; readonly isWeak: boolean }[] {
    return this.#byName.get(name) ?? []
  }

  /**
   * What an Apple part number as it stands on a box or in 关于本机 says, or null for any other text. The signs of a phone sold
   * new also name one that Apple refurbished or gave in exchange.
   */
  partOf(code: string): NamedPart | null {
    const text = normaliseCode(code)
    for (const signs of [4, 3]) {
      const [, sold = '', four = '', region = ''] = PART.exec(text) ?? []
      if (sold === '' || four.length < signs) return null
      const parts = this.#byPart.get(sold + four.slice(0, signs)) ?? this.#byPart.get(`M${four.slice(0, signs)}`)
      if (parts) return { parts, region: four.slice(signs) + region, sold }
    }
    return null
  }
}

/** The models that differ from another one by 4G or 5G in their name alone. */
function networkTwins(models: readonly CatalogueModel[]): ReadonlySet<CatalogueModel> {
  const byName = Map.groupBy(
    models,
    ({ brand, name }) => `${brand} ${plainName(name).replace(/[45]g(?![a-z0-9])/g, '')}`,
  )
  return new Set([...byName.values()].filter((same) => same.length > 1).flat())
}

function grouped<T>(groups: Map<string, T[]>, key: string): T[] {
  const known = groups.get(key)
  if (known) return known
  const made: T[] = []
  groups.set(key, made)
  return made
}

/** The number of a model that a text is, or null. */
export const numberOf = (model: CatalogueModel, text: string): ModelNumber | null =>
  model.numbers.find(({ no }) => plainNumber(no) === plainNumber(text)) ?? null
