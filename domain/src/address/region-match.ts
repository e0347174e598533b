import { REGIONS, type Region } from '../regions.ts'
import { isWordEnd, isWordStart, type Span } from './pasted-text.ts'
import {
  CITY_NAMES,
  COUNTY_NAMES,
  cityNamesIn,
  countyNamesIn,
  countyNamesOf,
  type NameIndex,
  namesAt,
  type PlaceName,
  PROVINCE_NAMES,
  soleShortNames,
} from './place-names.ts'

interface RegionMatch extends Span {
  readonly code: string
  /** False when only the county is named, which another text may contradict. */
  readonly hasParent: boolean
  readonly isFull: boolean
  /** A stretch within that names no region of the data and so stays in the address: 雄安新区. */
  readonly unknown?: Span
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
  return town !== undefined && !OTHER_COUNTY.test(town) && !ROAD_WORD.test(town.replace(/街道$/, ''))
}

/** 井陉区 + 贾庄镇 is not 井陉 + 区贾庄镇. */
const OTHER_COUNTY = /^市|[区县旗]/

const VILLAGE_FOLLOWS = /[\u4e00-\u9fff]{2,4}?村/y
const LONG_NAME = 3

/** 神农架 + 太阳村: a long name is no road's or estate's beginning. */
function isFollowedByVillage(name: PlaceName, text: string, at: number): boolean {
  VILLAGE_FOLLOWS.lastIndex = at
  const village = name.text.length >= LONG_NAME ? VILLAGE_FOLLOWS.exec(text)?.[0] : undefined
  return village !== undefined && !ROAD_WORD.test(village)
}

/** What may follow the short names that begin nothing outside their county: 上海 浦东 is in no road of 浦西. */
const ALWAYS_MEANT: ReadonlyMap<string, RegExp> = new Map([
  // A bank with branches everywhere is called 上海浦东发展银行.
  ['310115', /(?!发展|银行)/y],
  ['110112', /(?!发展|银行)/y],
])

function isAlwaysMeant({ region }: PlaceName, text: string, at: number): boolean {
  const follows = ALWAYS_MEANT.get(region.code)
  if (follows) follows.lastIndex = at
  return follows?.test(text) ?? false
}

/** The last level of an address must be beyond doubt. */
function isSure(name: PlaceName, text: string, at: number): boolean {
  const end = at + name.text.length
  if (name.isFull) return !isOtherWord(text, end)
  return isWordEnd(text, end) || isFollowedByTown(text, end) || isFollowedByVillage(name, text, end)
}

function leaves(names: readonly PlaceName[], text: string, start: number, at: number): RegionMatch[] {
  const hasParent = start !== at
  return names
    .filter(
      (name) =>
        name.region.children.length === 0 &&
        (isSure(name, text, at) || (hasParent && isAlwaysMeant(name, text, at + name.text.length))),
    )
    .map((name) => ({
      start,
      end: at + name.text.length,
      code: name.region.code,
      hasParent,
      isFull: name.isFull,
    }))
}

/** What many cities call one of their districts: 高新区 says no more than that there is one. */
const IN_MANY_CITIES =
  /^(?:老城|古城|新城|山城|长城|城关|城中|市中|新市|园林|林园|港口|北门|.)[区县]$|^(?:高新|经济|工业|技术|产业|开发)+[区县]$/
/** Said of districts everywhere, by people who do not mean the one that is named so. */
const EVERYWHERE = new RegExp(`${IN_MANY_CITIES.source}|开发区$|新区$`)

/** A step that the data does not know, and a county right behind it: 雄安新区 容城县. */
const STEP = /[\u4e00-\u9fff]{1,12}?(?:区|新城|片区|师|局|兵团|农场|油田|(?=[\s,;|/>·-]))/y
/** A road or a house, or the ending of a name that was read short: 省南京市高新区 behind 江苏. */
const NO_STEP = /[路街道巷弄号楼栋幢]|^(?:[省市县州盟旗]|自治|特别)/
const STEPS_MAX = 2

/** Where the county may begin behind one unknown step, or two. */
function behindSteps(text: string, from: number): number[] {
  const places: number[] = []
  let at = from
  while (places.length < STEPS_MAX) {
    STEP.lastIndex = at
    const step = STEP.exec(text)?.[0] ?? ''
    if (step === '' || NO_STEP.test(step) || isKnownAt(text, at, step)) break
    at = skipBetween(text, at + step.length)
    places.push(at)
  }
  return places
}

/** True when the step begins with a place of the data: a county behind it would contradict it. */
const isKnownAt = (text: string, at: number, step: string): boolean =>
  higherNamesAt(text, at).length > 0 ||
  namesAt(COUNTY_NAMES, text, at).some((name) =>
    name.isFull ? !IN_MANY_CITIES.test(name.text) : name.text.length === step.length,
  )

const isWholeCounty = ({ isFull, text }: PlaceName): boolean =>
  isFull && /[区县市旗]$/.test(text) && !EVERYWHERE.test(text)

/** The county that is named in full behind what the data does not know. */
function behindUnknown(index: NameIndex, text: string, start: number, from: number): RegionMatch[] {
  for (const at of behindSteps(text, from)) {
    // 雄县 below its province is the one; 城区 is in every city.
    const names = namesAt(index, text, at).filter((name) => isWholeCounty(name) || /^.县$/.test(name.text))
    const found = leaves(names, text, start, at)
    if (found.length > 0) return found.map((match) => ({ ...match, unknown: { start: from, end: at } }))
  }
  return []
}

function belowCity(city: Region, text: string, start: number, end: number): RegionMatch[] {
  const at = skipBetween(text, end)
  const counties = countyNamesOf(city)
  const found = leaves(namesAt(counties, text, at), text, start, at)
  return found.length > 0 ? found : behindUnknown(counties, text, start, at)
}

function belowProvince(province: Region, text: string, start: number, end: number): RegionMatch[] {
  const at = skipBetween(text, end)
  const cities = namesAt(cityNamesIn(province), text, at)
  const counties = namesAt(countyNamesIn(province), text, at)
    // 辽宁 朝阳 is the city before it is the county inside it, and so is 台湾省桃园市.
    .filter((county) => !cities.some((city) => city.text === county.text))
  const found = [
    ...cities.flatMap((city) => belowCity(city.region, text, start, at + city.text.length)),
    ...leaves(counties, text, start, at),
  ]
  return found.length > 0 ? found : behindUnknown(countyNamesIn(province), text, start, at)
}

const TOWN_ALONE = /[ ,/]+[\u4e00-\u9fff]{1,4}(?:街道|镇|乡)/y

/** 恭城 恭城镇: of counties that are no districts, the short name alone, with a town of its own behind it. */
function isAboveTown({ text: name }: PlaceName, text: string, at: number): boolean {
  TOWN_ALONE.lastIndex = at + name.length
  return TOWN_ALONE.test(text) || text.startsWith(`${name}镇`, at + name.length)
}

/** 金门县金沙镇: the county of 福建 has the name of one of 台湾 that has towns of its own. */
const isAboveCounty = (text: string, at: number, name: PlaceName): boolean =>
  namesAt(CITY_NAMES, text, at).some(
    (city) => city.text === name.text && namesAt(countyNamesOf(city.region), text, at + name.text.length).length > 0,
  )

function countiesAlone(text: string, at: number): RegionMatch[] {
  const names = namesAt(COUNTY_NAMES, text, at).filter((name) => !isAboveCounty(text, at, name))
  const whole = leaves(names.filter(isWholeCounty), text, at, at)
  if (whole.length > 0) return whole
  const short = soleShortNames(names).filter((name) => isAboveTown(name, text, at))
  return short.map(({ region, text: name }) => ({
    start: at,
    end: at + name.length,
    code: region.code,
    hasParent: false,
    isFull: false,
  }))
}

/** 雄安新区容城县 without a province. */
function countiesBehindUnknown(text: string, at: number): RegionMatch[] {
  const [place] = behindSteps(text, at)
  return place === undefined ? [] : leaves(namesAt(COUNTY_NAMES, text, place).filter(isWholeCounty), text, place, place)
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
  if (below.length > 0) return longest(below)
  const alone = countiesAlone(text, at)
  return longest(alone.length > 0 ? alone : countiesBehindUnknown(text, at))
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

const spansOf = ({ start, end, unknown }: RegionMatch): Span[] =>
  unknown
    ? [
        { start, end: unknown.start },
        { start: unknown.end, end },
      ]
    : [{ start, end }]

function agreed(matches: readonly RegionMatch[]): FoundRegion | null {
  const [first] = matches
  if (!first || matches.some(({ code }) => code !== first.code)) return null
  return { code: first.code, spans: matches.flatMap(spansOf) }
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
