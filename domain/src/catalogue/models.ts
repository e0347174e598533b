import { APPLE_MODELS } from './data/apple.ts'
import { HUAWEI_AND_HONOR_MODELS } from './data/huawei-honor.ts'
import { OTHER_ANDROID_MODELS } from './data/other-android.ts'
import { XIAOMI_AND_REDMI_MODELS } from './data/xiaomi-redmi.ts'
import type { CatalogueModel, ModelStorage } from './types.ts'

export type { CatalogueModel, Feature, ModelStorage, Platform } from './types.ts'

/** Version of the catalogue data: changes whenever a row does, so that clients may cache it. */
export const CATALOGUE_VERSION = '2026002'

/** The 60 models of the starting catalogue (docs/domain.md §11.1), brand by brand. */
export const MODELS: readonly CatalogueModel[] = [
  ...APPLE_MODELS,
  ...HUAWEI_AND_HONOR_MODELS,
  ...XIAOMI_AND_REDMI_MODELS,
  ...OTHER_ANDROID_MODELS,
]

/** The brands that have a model, in catalogue order. */
export const BRANDS: readonly string[] = [...new Set(MODELS.map((model) => model.brand))]

const MODELS_BY_ID = new Map(MODELS.map((model) => [model.id, model]))

/** The model with this id, or null. */
export function findModel(id: string): CatalogueModel | null {
  return MODELS_BY_ID.get(id) ?? null
}

/** What a person reads: brand and name, without saying the brand twice (`苹果 iPhone 13`, `一加 12`). */
export function modelTitle(model: CatalogueModel): string {
  const brands = model.brand.split('/')
  const namesItsBrand = brands.some((brand) => model.name.toLowerCase().startsWith(brand.toLowerCase()))
  return namesItsBrand ? model.name : `${model.brand} ${model.name}`
}

/** A capacity variant as buyers read it: `12GB+256GB`, or `256GB` where RAM is no part of the specification. */
export function storageLabel(variant: ModelStorage): string {
  return variant.ram === null ? variant.storage : `${variant.ram}+${variant.storage}`
}

/**
 * The variant of a model named by its full label, or by its storage alone (then the smallest RAM), or null.
 * @param label `12GB+256GB` or `256GB`
 */
export function findStorage(model: CatalogueModel, label: string): ModelStorage | null {
  const exact = model.storages.find((variant) => storageLabel(variant) === label)
  return exact ?? model.storages.find((variant) => variant.storage === label) ?? null
}

function faultOf(model: CatalogueModel): string | null {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(model.id)) return 'its id is not a slug'
  if (model.storages.length === 0) return 'it has no storage variant'
  if (model.colours.length === 0) return 'it has no colour'
  if (new Set(model.colours).size !== model.colours.length) return 'a colour stands twice'
  if (new Set(model.storages.map(storageLabel)).size !== model.storages.length) return 'a storage variant stands twice'
  if (model.storages.some((variant) => (variant.ram === null) !== (model.platform === 'apple'))) {
    return 'RAM belongs to Android variants, and to no other'
  }
  if (model.launchPriceLowFen <= 0 || model.launchPriceHighFen < model.launchPriceLowFen)
    return 'its prices are upside down'
  if (model.tacs.some((tac) => !/^\d{8}$/.test(tac))) return 'a type allocation code is not 8 digits'
  return null
}

/**
 * Refuses a catalogue that cannot be right: repeated ids, a model without variants or colours, prices upside down.
 * @throws Error naming the model and the fault
 */
export function verifyCatalogue(models: readonly CatalogueModel[] = MODELS): void {
  const seen = new Set<string>()
  for (const model of models) {
    if (seen.has(model.id)) throw new Error(`catalogue: ${model.id} stands twice`)
    seen.add(model.id)
    const fault = faultOf(model)
    if (fault) throw new Error(`catalogue: ${model.id}: ${fault}`)
  }
}
