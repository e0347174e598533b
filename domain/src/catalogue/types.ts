import type { Fen } from '../money.ts'

/** Hardware a phone may or may not have, as far as the inspection template asks about it. */
export const FEATURES = [
  'faceId',
  'fingerprint',
  'simTray',
  'dualSim',
  'foldable',
  'wirelessCharging',
  'nfc',
  'homeButton',
  'trueTone',
  'lidar',
  'muteSwitch',
  'actionButton',
  'cameraControl',
  'infrared',
  'stylus',
] as const
export type Feature = (typeof FEATURES)[number]

export type Platform = 'apple' | 'android'

/** One capacity variant: RAM is null where it is no part of the specification shown to buyers (iPhone). */
export interface ModelStorage {
  readonly ram: string | null
  readonly storage: string
}

/** The carriers that had versions of their own made. */
export const NETWORKS = ['移动', '联通', '电信'] as const

/** Where phones of a number were sold. */
export const REGIONS = [
  ...['国行', '港版', '澳门', '台版', '美版', '加版', '日版', '韩版', '欧版', '英版', '国际版'],
  ...['印度', '俄版', '中东', '澳洲', '新加坡', '东南亚', '拉美', '墨西哥'],
] as const

/** One number that stands on phones of a model: the regulatory one, a vendor's, or the one that its system goes by. */
export interface ModelNumber {
  readonly no: string
  /** Where phones with it were sold, likeliest first; empty where nothing is told, which on the mainland means 国行. */
  readonly regions: readonly string[]
  /** The carrier whose version it is, or null. */
  readonly network: string | null
  /** The capacity that alone has this number, such as `16GB+1TB`, or null. */
  readonly storage: string | null
  /** What else tells phones with this number from those with another one, such as 卫星. */
  readonly others: readonly string[]
  /** Goes by what the system calls itself (`iPhone14,5`), and stands on no phone. */
  readonly isInternal: boolean
  /** Other models have it as well: it names all of them, and never one. */
  readonly isShared: boolean
  /** False for one that the source is not sure of. */
  readonly isSure: boolean
}

/** What says a fact of a row, and how sure it is: 1 looked up or certain, 2 probable, 3 unsure. */
export interface FactSource {
  readonly source: string
  readonly level: 1 | 2 | 3
}

export interface CatalogueModel {
  /** A stable slug such as `apple-iphone-13`. */
  readonly id: string
  readonly brand: string
  readonly name: string
  /** When it came out on the mainland, as precisely as that is known: `2023`, `2023-08` or `2023-08-29`. */
  readonly released: string
  readonly year: number
  readonly platform: Platform
  /** Everything that stands on phones of this model, mainland first. */
  readonly numbers: readonly ModelNumber[]
  /** The numbers that stand on the phone, in the same order. */
  readonly regulatoryNos: readonly string[]
  /** From the smallest to the largest; launch prices rise along the list. Empty where they are not known. */
  readonly storages: readonly ModelStorage[]
  /** Empty where they are not known. */
  readonly colours: readonly string[]
  readonly features: readonly Feature[]
  /** What it surely has not; of what stands in neither list nothing is known. */
  readonly lacks: readonly Feature[]
  /** What people call it beside its name and the short forms of it. */
  readonly aliases: readonly string[]
  /** Launch prices on the mainland of the smallest and the largest variant; null where they are not known. */
  readonly launchPriceLowFen: Fen | null
  readonly launchPriceHighFen: Fen | null
  /** By the kind of fact: numbers, released, storages, colours, features, price. */
  readonly sources: Readonly<Record<string, FactSource>>
  /** What is unsure about the row, in a sentence; mostly empty. */
  readonly note: string
  /** True where another model differs from it by its network alone (4G and 5G): there the word tells them apart. */
  readonly hasTwin: boolean
  /** True for a model that a merchant wrote down: only that merchant knows it. */
  readonly isOwn: boolean
}

/** An Apple part number without its region: one SKU of a model. */
export interface CataloguePart {
  /** The five signs of a phone sold new, such as `MLPF3`. */
  readonly part: string
  readonly modelId: string
  readonly storage: string
  readonly colour: string
  /** The letters behind it where a source says which (`CH`); null where none does. */
  readonly region: string | null
  readonly level: 1 | 2 | 3
}
