import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { PHONE_CATEGORY_ID, type Property, SP_BIZ_TYPES } from '@huanji/marketplace/protocol/categories'
import { ITEM_BIZ_TYPES } from '@huanji/marketplace/protocol/products'
import type { Clock } from '../../platform/clock.ts'
import { holdsQuery, isSameModel, likeness, mayListBrand, squeezed } from './model-names.ts'

/** One value of a property as a product carries it (docs/open-platform.md §3.3). */
export interface ChannelProperty {
  readonly property_id: string
  readonly property_name: string
  readonly value_id: string
  readonly value_name: string
}

/** A model of the marketplace. */
export interface Spu {
  readonly spuId: string
  readonly name: string
  readonly brand: string
  /** Its brand and itself, as a product of it says. */
  readonly properties: readonly ChannelProperty[]
}

/** Whose dictionary is asked, and when. */
export interface DictionaryAccess {
  readonly marketplace: MarketplaceClient
  readonly clock: Clock
  /** The merchant's number at the marketplace. */
  readonly sellerId: number
}

const KEPT_MS = 60 * 60 * 1000
const CANDIDATES = 20
const BRAND_PROPERTY = '品牌'

interface Kept {
  readonly untilMs: number
  readonly properties: Promise<Property[]>
}

/** What each connection was answered, by the level that was asked for; the dictionary is the same for all merchants. */
const kept = new WeakMap<MarketplaceClient, Map<string, Kept>>()

/** One level of the properties of phones: the brands, or what stands below a value. Kept for an hour; a failure is not. */
function levelOf({ marketplace, clock, sellerId }: DictionaryAccess, below: string): Promise<Property[]> {
  const levels = kept.get(marketplace) ?? new Map<string, Kept>()
  kept.set(marketplace, levels)
  const known = levels.get(below)
  const nowMs = clock.now().getTime()
  if (known && known.untilMs > nowMs) return known.properties
  const phones = {
    item_biz_type: ITEM_BIZ_TYPES.plain,
    sp_biz_type: SP_BIZ_TYPES.phone,
    channel_cat_id: PHONE_CATEGORY_ID,
  }
  const properties = marketplace
    .listProperties(sellerId, below === '' ? phones : { ...phones, sub_property_id: below })
    .then(({ list }) => list)
  const level = { untilMs: nowMs + KEPT_MS, properties }
  levels.set(below, level)
  properties.catch(() => {
    if (levels.get(below) === level) levels.delete(below)
  })
  return properties
}

interface Brand {
  readonly name: string
  readonly below: string
  readonly property: ChannelProperty
}

const channelProperty = (
  { property_id, property_name }: Property,
  { value_id, value_name }: Property['items'][number],
): ChannelProperty => ({ property_id, property_name, value_id, value_name })

async function brandsOf(access: DictionaryAccess): Promise<Brand[]> {
  const properties = await levelOf(access, '')
  const brands = properties.find(({ property_name: name }) => name.includes(BRAND_PROPERTY))
  return (brands?.items ?? []).flatMap((item) =>
    brands && item.sub_property_id
      ? [{ name: item.value_name, below: item.sub_property_id, property: channelProperty(brands, item) }]
      : [],
  )
}

/** The models of some brands; the first property below a brand holds them. */
async function spusOf(access: DictionaryAccess, brands: readonly Brand[]): Promise<Spu[]> {
  const spus: Spu[] = []
  for (const brand of brands) {
    const [models] = await levelOf(access, brand.below)
    for (const item of models?.items ?? []) {
      const property = channelProperty(models as Property, item)
      const properties = [brand.property, property]
      spus.push({ spuId: item.value_id, name: item.value_name, brand: brand.name, properties })
    }
  }
  return spus
}

const ofModel = (brands: readonly Brand[], { brand }: CatalogueModel) =>
  brands.filter(({ name }) => mayListBrand(name, brand))

/** The brands that a text names. */
function namedIn(brands: readonly Brand[], query: string): Brand[] {
  const wanted = squeezed(query)
  return brands.filter(({ name }) => name.split('/').some((part) => wanted.includes(squeezed(part))))
}

/** What the marketplace has for a model of the catalogue. */
export interface Found {
  /** The one with its name, or null. */
  readonly named: Spu | null
  /** The likeliest ones, most likely first, at most 20. */
  readonly candidates: readonly Spu[]
}

/** The one of its name among these; of several the shortest name, which says nothing beside. */
const namedAs = (spus: readonly Spu[], model: CatalogueModel): Spu | null =>
  spus.filter((spu) => isSameModel(spu, model)).sort((a, b) => a.name.length - b.name.length)[0] ?? null

/**
 * The marketplace's models that may be this one: those of its brand, and with a `query` first those whose name holds it,
 * also of brands that it names, or of all brands where the marketplace does not have ours.
 * @throws the client's errors
 */
export async function findSpus(access: DictionaryAccess, model: CatalogueModel, query: string): Promise<Found> {
  const brands = await brandsOf(access)
  const own = ofModel(brands, model)
  const looked = query === '' ? own : [...new Set([...own, ...(own.length === 0 ? brands : namedIn(brands, query))])]
  const spus = await spusOf(access, looked)
  const ranked = spus
    .map((spu) => ({ spu, isAsked: holdsQuery(spu, query), likeness: likeness(spu, model) }))
    .filter(({ spu, isAsked }) => isAsked || own.some(({ name }) => name === spu.brand))
    .sort((a, b) => Number(b.isAsked) - Number(a.isAsked) || b.likeness - a.likeness)
  return { named: namedAs(spus, model), candidates: ranked.slice(0, CANDIDATES).map(({ spu }) => spu) }
}

/**
 * The model of the marketplace with this id, or null. It is looked for among the brands that may have the catalogue's
 * model first, then among all.
 * @throws the client's errors
 */
export async function findSpu(access: DictionaryAccess, model: CatalogueModel, spuId: string): Promise<Spu | null> {
  const brands = await brandsOf(access)
  const near = await spusOf(access, ofModel(brands, model))
  const found = near.find((spu) => spu.spuId === spuId)
  return found ?? (await spusOf(access, brands)).find((spu) => spu.spuId === spuId) ?? null
}

/**
 * True for a model of the marketplace that belongs to another brand than the catalogue's model, where the marketplace has that
 * brand: a phone would be published as somebody else's.
 * @throws the client's errors
 */
export async function isOfOtherBrand(access: DictionaryAccess, model: CatalogueModel, spu: Spu): Promise<boolean> {
  const own = ofModel(await brandsOf(access), model)
  return own.length > 0 && !mayListBrand(spu.brand, model.brand)
}

/**
 * What a model is published as: the one a person chose while the marketplace has it, or the one with its name, or null.
 * @throws the client's errors
 */
export async function publishedAs(
  access: DictionaryAccess,
  model: CatalogueModel,
  chosenId: string | null,
): Promise<Spu | null> {
  const chosen = chosenId === null ? null : await findSpu(access, model, chosenId)
  return chosen ?? (await findSpus(access, model, '')).named
}
