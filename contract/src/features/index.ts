import type { FeatureSpec, Merged } from '../feature.ts'
import { addressFeature } from './address/feature.ts'
import { apiKeyFeature } from './api-key/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { authFeature } from './auth/feature.ts'
import { billFeature } from './bill/feature.ts'
import { catalogueFeature } from './catalogue/feature.ts'
import { demoFeature } from './demo/feature.ts'
import { exportFeature } from './export/feature.ts'
import { homeFeature } from './home/feature.ts'
import { inspectionFeature } from './inspection/feature.ts'
import { listingFeature } from './listing/feature.ts'
import { merchantFeature } from './merchant/feature.ts'
import { modelMappingFeature } from './model-mapping/feature.ts'
import { noticeFeature } from './notice/feature.ts'
import { orderFeature } from './order/feature.ts'
import { peopleFeature } from './people/feature.ts'
import { phoneFeature } from './phone/feature.ts'
import { reconciliationFeature } from './reconciliation/feature.ts'
import { refundFeature } from './refund/feature.ts'
import { savedViewFeature } from './saved-view/feature.ts'
import { searchFeature } from './search/feature.ts'
import { shopFeature } from './shop/feature.ts'
import { stockImportFeature } from './stock-import/feature.ts'
import { taskFeature } from './task/feature.ts'
import { webhookFeature } from './webhook/feature.ts'

/** Every feature there is: its folder and its line here are all that the contract knows of it. */
export const FEATURES = {
  auth: authFeature,
  merchant: merchantFeature,
  people: peopleFeature,
  audit: auditFeature,
  apiKey: apiKeyFeature,
  address: addressFeature,
  shop: shopFeature,
  inspection: inspectionFeature,
  catalogue: catalogueFeature,
  modelMapping: modelMappingFeature,
  listing: listingFeature,
  home: homeFeature,
  order: orderFeature,
  refund: refundFeature,
  bill: billFeature,
  reconciliation: reconciliationFeature,
  search: searchFeature,
  phone: phoneFeature,
  stockImport: stockImportFeature,
  savedView: savedViewFeature,
  task: taskFeature,
  export: exportFeature,
  notice: noticeFeature,
  webhook: webhookFeature,
  demo: demoFeature,
} as const

export type Features = typeof FEATURES

/** What features say of themselves under one heading, such as their pages, as one type. */
export type Declared<Heading extends string> = Merged<
  { [F in keyof Features]: Features[F] extends { readonly [H in Heading]: infer Said } ? Said : never }[keyof Features]
>

/** What all features say under one heading, in their order. @throws Error where two say the same name */
export function declared<Heading extends keyof FeatureSpec>(heading: Heading): Declared<Heading> {
  const all: Record<string, unknown> = {}
  for (const feature of Object.values<FeatureSpec>(FEATURES))
    for (const [name, said] of Object.entries(feature[heading] ?? {})) {
      if (name in all) throw new Error(`two features declare ${heading} ${name}`)
      all[name] = said
    }
  return all as Declared<Heading>
}
