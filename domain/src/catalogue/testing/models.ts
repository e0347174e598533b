import { releasedCatalogue } from '../released.ts'
import type { CatalogueModel } from '../types.ts'

/** The catalogue of this release. */
export const { catalogue: CATALOGUE } = releasedCatalogue()

/** All of its models. */
export const MODELS: readonly CatalogueModel[] = CATALOGUE.models

/** A model of it, or null. */
export const findModel = (id: string): CatalogueModel | null => CATALOGUE.find(id)

/** A model of it, which a test relies on. @throws Error where there is none */
export function modelOf(id: string): CatalogueModel {
  const model = CATALOGUE.find(id)
  if (model === null) throw new Error(`no model ${id}`)
  return model
}

/** Models of all kinds: straight and folded, with and without each feature, of ten brands; few enough to try everything on each. */
export const SAMPLE: readonly CatalogueModel[] = [
  'apple-iphone-8',
  'apple-iphone-xr',
  'apple-iphone-13',
  'apple-iphone-13-pro-max',
  'apple-iphone-15-pro',
  'apple-iphone-air',
  'apple-iphone-17-pro',
  'huawei-mate-60-pro',
  'huawei-mate-x6',
  'honor-200',
  'xiaomi-14',
  'redmi-k80',
  'vivo-x200',
  'oneplus-12',
  'samsung-galaxy-s24-ultra',
  'samsung-galaxy-z-flip6',
  'redmagic-10-pro',
].map(modelOf)
