import type { CatalogueModel, ModelStorage } from './types.ts'

export type { CatalogueModel, Feature, ModelStorage, Platform } from './types.ts'

/** What a person reads: brand and name, without saying the brand twice (`苹果 iPhone 13`, `一加 12`). */
export function modelTitle(model: Pick<CatalogueModel, 'brand' | 'name'>): string {
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
