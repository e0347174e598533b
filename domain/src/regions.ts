import { areaList } from '@vant/area-data'
import { NEW_COUNTIES } from './region-corrections.ts'

/** A province, city or county with its six-digit division code. */
export interface Region {
  readonly code: string
  readonly name: string
  readonly children: readonly Region[]
}

/** Children by their parent's code: the first two digits name the province, the first four the city. */
function byParent(list: Readonly<Record<string, string>>, prefixLength: 2 | 4): Map<string, [string, string][]> {
  const groups = new Map<string, [string, string][]>()
  for (const [code, name] of Object.entries(list)) {
    const parent = code.slice(0, prefixLength).padEnd(6, '0')
    const group = groups.get(parent)
    if (group) group.push([code, name])
    else groups.set(parent, [[code, name]])
  }
  return groups
}

const REPLACED = new Map(
  NEW_COUNTIES.flatMap(({ replaces }) => replaces.map(({ code, name }) => [code, name] as const)),
)

/** The package's counties as they are by now. */
function countyList(): Record<string, string> {
  const kept = Object.entries(areaList.county_list).filter(([code]) => !REPLACED.has(code))
  const added = NEW_COUNTIES.map(({ code, name }) => [code, name] as const)
  return Object.fromEntries([...kept, ...added])
}

function buildRegions(): Region[] {
  const cities = byParent(areaList.city_list, 2)
  const counties = byParent(countyList(), 4)
  return Object.entries(areaList.province_list).map(([code, name]) => ({
    code,
    name,
    children: (cities.get(code) ?? []).map(([cityCode, cityName]) => ({
      code: cityCode,
      name: cityName,
      children: (counties.get(cityCode) ?? []).map(([countyCode, countyName]) => ({
        code: countyCode,
        name: countyName,
        children: [],
      })),
    })),
  }))
}

/** All provinces with their cities and counties, as of the end of 2024, with what is known to have changed since. */
export const REGIONS: readonly Region[] = buildRegions()

interface Place {
  readonly region: Region
  readonly path: readonly Region[]
}

function indexPlaces(
  regions: readonly Region[],
  above: readonly Region[],
  index: Map<string, Place>,
): Map<string, Place> {
  for (const region of regions) {
    const path = [...above, region]
    index.set(region.code, { region, path })
    indexPlaces(region.children, path, index)
  }
  return index
}

const PLACES = indexPlaces(REGIONS, [], new Map<string, Place>())

/** Counties that are no more, by their codes: what was written with one is read as before. */
const FORMER_PLACES = new Map(
  [...REPLACED].map(([code, name]) => {
    const above = PLACES.get(code.slice(0, 4).padEnd(6, '0'))?.path ?? []
    const region: Region = { code, name, children: [] }
    return [code, { region, path: [...above, region] }] as const
  }),
)

const placeOf = (code: string): Place | undefined => PLACES.get(code) ?? FORMER_PLACES.get(code)

/** What the counties were called that this one took the place of: people go on writing it. */
export const formerNamesOf = (code: string): readonly string[] =>
  NEW_COUNTIES.find((county) => county.code === code)?.replaces.map(({ name }) => name) ?? []

/** The region with this six-digit code, one that is no more among them, or null. */
export function findRegion(code: string): Region | null {
  return placeOf(code)?.region ?? null
}

/** Province, city and county down to this code, outermost first; empty for an unknown code. */
export function regionPath(code: string): readonly Region[] {
  return placeOf(code)?.path ?? []
}

/** Second levels that only hold counties together and stand on no parcel. */
const GROUPINGS = new Set(['县', '省直辖县', '自治区直辖县级行政区划'])

/**
 * Province, city and county as they stand on a parcel: 浙江省杭州市西湖区, 北京市朝阳区, 湖北省仙桃市. Levels that repeat the
 * one above or only group counties are left out; empty for an unknown code.
 */
export function regionName(code: string): string {
  return regionPath(code)
    .map(({ name }) => name)
    .filter((name, level, names) => name !== names[level - 1] && !GROUPINGS.has(name))
    .join('')
}

/** True for a known region with nothing below it: the level an address has to name. */
export function isLeaf(code: string): boolean {
  return PLACES.get(code)?.region.children.length === 0
}
