import { REGIONS, type Region } from '../regions.ts'
import { isWordEnd, isWordStart, type Span } from './pasted-text.ts'
import {
  CITY_NAMES,
  COUNTY_NAMES,
  countyNamesIn,
  namesAt,
  namesBelow,
  type PlaceName,
  PROVINCE_NAMES,
} from './place-names.ts'

interface RegionMatch extends Span {
  readonly code: string
  /** False when only the county is named, which another text may contradict. */
  readonly hasParent: boolean
  readonly isFull: boolean
}

/** What people and programs put between the levels, and the levels that exist in tables only. */
const SIGNS = String.raw`[\s,;|/>·\-\ue001]*`
const FILLERS = String.raw`市辖区|省?直辖县级行政(?:区划|单位)|省?直辖县(?!级)|自治区直辖县级行政(?:区划|单位)|县(?=${SIGNS}[\u4e00-\u9fff]{1,14}县)`
const BETWEEN = new RegExp(`${SIGNS}(?:(?:${FILLERS})${SIGNS})?`, 'y')

function skipBetween(text: string, at: number): number {
  BETWEEN.lastIndex = at
  return at + (BETWEEN.exec(text)?.[0].length ?? 0)
}

/** 文昌市场 is a market and 临平区域 an area: the ending belongs to another word. */
const OTHER_WORD = /^(?:市场|区域)/

const isOtherWord = (text: string, end: number): boolean => OTHER_WORD.test(text.slice(end - 1, end + 1))

/** A short name runs into a town: 南山 + 粤海街道. A road or a building after it would prove nothing: 朝阳门外大街. */
const TOWN_FOLLOWS = /[\u4e00-\u9fff]{2,4}?(?:街道|镇|乡)/y
const ROAD_WORD = /[路街道巷]/

function isFollowedByTown(text: string, at: number): boolean {
  TOWN_FOLLOWS.lastIndex = at
  const town = TOWN_FOLLOWS.exec(text)?.[0]
  return town !== undefined && !ROAD_WORD.test(town.replace(/街道$/, ''))
}

/** The last level of an address must be beyond doubt. */
function isSure(name: PlaceName, text: string, at: number): boolean {
  const end = at + name.text.length
  if (name.isFull) return !isOtherWord(text, end)
  return isWordEnd(text, end) || isFollowedByTown(text, end)
}

function leaves(names: readonly PlaceName[], text: string, start: number, at: number): RegionMatch[] {
  return names
    .filter((name) => name.region.children.length === 0 && isSure(name, text, at))
    .map((name) => ({
      start,
      end: at + name.text.length,
      code: name.region.code,
      hasParent: start !== at,
      isFull: name.isFull,
    }))
}

function belowCity(city: Region, text: string, start: number, end: number): RegionMatch[] {
  const at = skipBetween(text, end)
  return leaves(namesAt(namesBelow(city), text, at), text, start, at)
}

function belowProvince(province: Region, text: string, start: number, end: number): RegionMatch[] {
  const at = skipBetween(text, end)
  const cities = namesAt(namesBelow(province), text, at)
  const counties = namesAt(countyNamesIn(province), text, at)
    // 辽宁 朝阳 is the city before it is the county inside it.
    .filter((county) => county.isFull || !cities.some((city) => city.text === county.text))
  return [
    ...cities.flatMap((city) => belowCity(city.region, text, start, at + city.text.length)),
    ...leaves(counties, text, start, at),
  ]
}

/** Said of districts everywhere, by people who do not mean the one that is named so. */
const EVERYWHERE =
  /^(?:高新|经济|工业|开发|老城|古城|新城|山城|长城|城关|城中|市中|新市|园林|林园|港口|北门|.)[区县]$|开发区$|新区$/

function countiesAlone(text: string, at: number): RegionMatch[] {
  const names = namesAt(COUNTY_NAMES, text, at).filter(
    (name) => name.isFull && /[区县市旗]$/.test(name.text) && !EVERYWHERE.test(name.text),
  )
  return leaves(names, text, at, at)
}

/** The longest reading, unless two regions share it. */
function longest(matches: readonly RegionMatch[]): RegionMatch | null {
  const end = Math.max(...matches.map((match) => match.end))
  const best = matches.filter((match) => match.end === end)
  const [first] = best
  return first && best.every(({ code }) => code === first.code) ? first : null
}

const COUNTRY_NAME = '中国'

/** The region whose name begins at this place of the text, with as many levels as are needed to tell it. */
function matchAt(text: string, start: number): RegionMatch | null {
  const at = text.startsWith(COUNTRY_NAME, start) ? skipBetween(text, start + COUNTRY_NAME.length) : start
  const below = [
    ...namesAt(PROVINCE_NAMES, text, at).flatMap(({ region, text: name }) =>
      belowProvince(region, text, start, at + name.length),
    ),
    ...namesAt(CITY_NAMES, text, at).flatMap(({ region, text: name }) =>
      belowCity(region, text, start, at + name.length),
    ),
  ]
  return longest(below.length > 0 ? below : countiesAlone(text, at))
}

/** The provinces and cities named at this place. */
export const higherNamesAt = (text: string, at: number): PlaceName[] => [
  ...namesAt(PROVINCE_NAMES, text, at),
  ...namesAt(CITY_NAMES, text, at),
]

/** True when the whole text is the name of a province, city or county, with or without its ending. */
export const isPlaceName = (text: string): boolean =>
  [...higherNamesAt(text, 0), ...namesAt(COUNTY_NAMES, text, 0)].some((name) => name.text === text)

/** After the county, 北京路 is a road; before it, 北京 would be where the county should be. */
const isStray = (text: string, at: number, isAfterMatch: boolean): boolean =>
  higherNamesAt(text, at).some(({ isFull }) => isFull || !isAfterMatch)

interface Reading {
  readonly matches: readonly RegionMatch[]
  /** A province or city is named that no county belongs to. */
  readonly hasStray: boolean
}

function readWords(text: string): Reading {
  const matches: RegionMatch[] = []
  let hasStray = false
  let at = 0
  while (at < text.length) {
    const match = isWordStart(text, at) ? matchAt(text, at) : null
    if (match) matches.push(match)
    else if (isWordStart(text, at) && isStray(text, at, matches.length > 0)) hasStray = true
    at = match ? match.end : at + 1
  }
  return { matches, hasStray }
}

/** A region in the middle of a word: 张三广东省深圳市南山区. Only full names can be told from what stands before them. */
function readInside(text: string): RegionMatch[] {
  return REGIONS.flatMap(({ name }) => {
    const at = text.indexOf(name, 1)
    const match = at < 0 ? null : matchAt(text, at)
    return match?.hasParent && match.isFull ? [match] : []
  })
}

/** The region that an address names, with every stretch of the text that says it. */
export interface FoundRegion {
  readonly code: string
  readonly spans: readonly Span[]
}

function agreed(matches: readonly RegionMatch[]): FoundRegion | null {
  const [first] = matches
  if (!first || matches.some(({ code }) => code !== first.code)) return null
  return { code: first.code, spans: matches }
}

/**
 * The county that a text names, by the six-digit code of a region with nothing below it. The text went through `plain`
 * and may have stretches cut out.
 * @returns null when no county is named, when its name is one of several, or when two are named
 */
export function findRegionIn(text: string): FoundRegion | null {
  const { matches, hasStray } = readWords(text)
  const strong = matches.filter(({ hasParent }) => hasParent)
  if (strong.length > 0) return agreed(strong)
  const inside = readInside(text)
  if (inside.length > 0) return agreed(inside)
  return hasStray ? null : agreed(matches)
}
