import type { CatalogueModel, Feature, ModelStorage } from '../types.ts'

/** What every catalogued iPhone has, beside the keys of its year; the mainland versions take two physical SIM cards. */
export const IPHONE: readonly Feature[] = ['faceId', 'simTray', 'dualSim', 'wirelessCharging', 'nfc', 'trueTone']

/** The Pro line adds the lidar scanner. */
export const IPHONE_PRO: readonly Feature[] = [...IPHONE, 'lidar']

/** iPhone Air has no SIM tray: both lines are eSIM. */
export const IPHONE_AIR: readonly Feature[] = IPHONE.filter((feature) => feature !== 'simTray')

/** What every catalogued Android phone has. */
export const ANDROID_PHONE: readonly Feature[] = ['fingerprint', 'simTray', 'dualSim', 'nfc']

type ModelRow = Omit<
  CatalogueModel,
  'id' | 'platform' | 'tacs' | 'launchPriceLowFen' | 'launchPriceHighFen' | 'storages'
> & {
  readonly storages: readonly ModelStorage[]
  /** Mainland launch price of the smallest and the largest variant, in yuan. */
  readonly launchPriceYuan: readonly [number, number]
}

/** Capacity variants from their labels: `256GB` or `12GB+256GB`. */
export function storages(...labels: readonly string[]): ModelStorage[] {
  return labels.map((label) => {
    const [first = '', second] = label.split('+')
    return second === undefined ? { ram: null, storage: first } : { ram: first, storage: second }
  })
}

/** One model of the catalogue. Type allocation codes stay empty: no row is certain enough to open a record by IMEI. */
export function model(id: string, row: ModelRow): CatalogueModel {
  const { launchPriceYuan, ...facts } = row
  return {
    id,
    ...facts,
    platform: row.brand === '苹果' ? 'apple' : 'android',
    launchPriceLowFen: launchPriceYuan[0] * 100,
    launchPriceHighFen: launchPriceYuan[1] * 100,
    tacs: [],
  }
}
