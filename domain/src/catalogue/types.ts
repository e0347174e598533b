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

export interface CatalogueModel {
  /** A stable slug such as `apple-iphone-13`. */
  readonly id: string
  readonly brand: string
  readonly name: string
  readonly year: number
  readonly platform: Platform
  readonly regulatoryNos: readonly string[]
  /** From the smallest to the largest; launch prices rise along the list. */
  readonly storages: readonly ModelStorage[]
  readonly colours: readonly string[]
  readonly launchPriceLowFen: Fen
  readonly launchPriceHighFen: Fen
  readonly features: readonly Feature[]
  /** Known type allocation codes (first 8 digits of an IMEI); empty where none is certain. */
  readonly tacs: readonly string[]
  /** How far prices and colours may be trusted: A sure, B probably right, C check before showing as fact. */
  readonly confidence: 'A' | 'B' | 'C'
}
