import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'

/** What the demo's shops trade in, in an order that never changes: phones follow from their places in it. */
const IDS = [
  'apple-iphone-xr',
  'apple-iphone-11',
  'apple-iphone-12',
  'apple-iphone-12-pro-max',
  'apple-iphone-13',
  'apple-iphone-13-pro',
  'apple-iphone-13-pro-max',
  'apple-iphone-14',
  'apple-iphone-14-plus',
  'apple-iphone-14-pro',
  'apple-iphone-14-pro-max',
  'apple-iphone-15',
  'apple-iphone-15-plus',
  'apple-iphone-15-pro',
  'apple-iphone-15-pro-max',
  'apple-iphone-16',
  'apple-iphone-16-plus',
  'apple-iphone-16-pro',
  'apple-iphone-16-pro-max',
  'apple-iphone-16e',
  'apple-iphone-17',
  'apple-iphone-air',
  'apple-iphone-17-pro',
  'apple-iphone-17-pro-max',
  'huawei-mate-40-pro',
  'huawei-mate-50',
  'huawei-p60-pro',
  'huawei-mate-60',
  'huawei-mate-60-pro',
  'huawei-pura-70',
  'huawei-pura-70-pro',
  'huawei-mate-70',
  'huawei-mate-70-pro',
  'huawei-mate-x6',
  'huawei-pura-80-pro',
  'honor-magic6-pro',
  'honor-magic7',
  'honor-200',
  'xiaomi-13',
  'xiaomi-14',
  'xiaomi-14-ultra',
  'xiaomi-15',
  'xiaomi-17-pro-max',
  'redmi-k70',
  'redmi-k80',
  'vivo-x100',
  'vivo-x200',
  'iqoo-13',
  'oppo-find-x7',
  'oppo-find-x8',
  'oppo-reno13',
  'oneplus-12',
  'oneplus-13',
  'oneplus-ace-5',
  'samsung-galaxy-s24-ultra',
  'samsung-galaxy-s25',
  'samsung-galaxy-z-flip6',
  'realme-gt7-pro',
  'redmagic-10-pro',
  'motorola-razr-50',
] as const

/** The models of the demo's phones. @throws Error for one that the catalogue lacks */
export const DEMO_MODELS: readonly CatalogueModel[] = IDS.map((id) => demoModel(id))

/** A model of the catalogue. @throws Error where there is none */
export function demoModel(id: string): CatalogueModel {
  const model = releasedCatalogue().catalogue.find(id)
  if (model === null) throw new Error(`the catalogue has no ${id}`)
  return model
}
