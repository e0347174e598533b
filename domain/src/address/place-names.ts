import { formerNamesOf, REGIONS, type Region } from '../regions.ts'

/** One way to write a region's name. */
export interface PlaceName {
  readonly region: Region
  readonly text: string
  /** False for a name without its ending, which a road or a building may have as well: 南山, 朝阳. */
  readonly isFull: boolean
}

/** Names by their first character, the quickest way to those that may stand at a place. */
type NameIndex = ReadonlyMap<string, readonly PlaceName[]>

const PEOPLES =
  '蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|高山|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|阿昌|普米|塔吉克|怒|乌孜别克|俄罗斯|鄂温克|德昂|保安|裕固|京|塔塔尔|独龙|鄂伦春|赫哲|门巴|珞巴|基诺|各'
/** A people's name at the end; without 族 only where the official names leave it out. */
const PEOPLE_AT_END = new RegExp(`(?:(?:${PEOPLES})族|蒙古|哈萨克|维吾尔|柯尔克孜|塔吉克|锡伯)$`)
const SELF_GOVERNED = /自治([区州县旗])$/
const PEOPLES_DISTRICT = /族区$/
const ENDING = /(?:特别行政区|街道办事处|街道|地区|林区|新区|[省市区县旗盟州镇乡])$/
/** Zones have no short name that would be theirs alone. */
const ZONE = /开发|园|示范|实验|管委会|委员会/
/** Stand in the table of divisions to fill a level, and are nobody's address. */
const FILLER_REGION = /^(?:县|省直辖县|自治区直辖县级行政区划|市辖区|其它区)$/

const MIN_SHORT_LENGTH = 2

function withoutPeoples(name: string): string {
  let rest = name
  for (;;) {
    const shorter = rest.replace(PEOPLE_AT_END, '')
    if (shorter === rest || shorter.length < MIN_SHORT_LENGTH) return rest.length > 2 ? rest.replace(/族$/, '') : rest
    rest = shorter
  }
}

/** The name without its ending and the peoples in it; empty when nothing that could stand alone is left. */
function stemOf(name: string): string {
  if (ZONE.test(name)) return ''
  const kind = SELF_GOVERNED.test(name) ? SELF_GOVERNED : PEOPLES_DISTRICT.test(name) ? /区$/ : ENDING
  const stem = name.replace(kind, '')
  const short = kind === ENDING ? stem : withoutPeoples(stem)
  return short.length >= MIN_SHORT_LENGTH ? short : ''
}

/** How a region is written, by the names too of what it took the place of. */
const allNamesOf = (region: Region): PlaceName[] => [
  ...namesOf(region),
  ...formerNamesOf(region.code).flatMap((name) =>
    namesOf({ ...region, name }).map(({ text, isFull }) => ({ region, text, isFull })),
  ),
]

function namesOf(region: Region): PlaceName[] {
  if (FILLER_REGION.test(region.name)) return []
  const stem = stemOf(region.name)
  const governed = SELF_GOVERNED.exec(region.name)?.[1] ?? (PEOPLES_DISTRICT.test(region.name) ? '区' : '')
  const names = [{ region, text: region.name, isFull: true }]
  if (stem && governed && governed !== '区') names.push({ region, text: stem + governed, isFull: true })
  if (stem && PEOPLES_DISTRICT.test(region.name)) names.push({ region, text: `${stem}区`, isFull: true })
  if (stem && stem !== region.name) names.push({ region, text: stem, isFull: false })
  return names
}

function indexOf(regions: readonly Region[]): NameIndex {
  const index = new Map<string, PlaceName[]>()
  for (const name of regions.flatMap(allNamesOf)) {
    const group = index.get(name.text.charAt(0))
    if (group) group.push(name)
    else index.set(name.text.charAt(0), [name])
  }
  return index
}

/** Gives `build`'s answer for a region, worked out once. */
function once<Answer>(build: (region: Region) => Answer): (region: Region) => Answer {
  const known = new Map<string, Answer>()
  return (region) => {
    const answer = known.get(region.code) ?? build(region)
    known.set(region.code, answer)
    return answer
  }
}

/** Names of all provinces. */
export const PROVINCE_NAMES = indexOf(REGIONS)
/** Names of all cities. */
export const CITY_NAMES = indexOf(REGIONS.flatMap((province) => province.children))
/** Names of all counties. */
export const COUNTY_NAMES = indexOf(REGIONS.flatMap((province) => province.children.flatMap((city) => city.children)))
/** Names of what lies directly below a province or a city. */
export const namesBelow = once((region) => indexOf(region.children))
/** Names of a province's counties, whichever city they belong to. */
export const countyNamesIn = once((province) => indexOf(province.children.flatMap((city) => city.children)))

/** The names that the text has at this place. */
export function namesAt(index: NameIndex, text: string, at: number): PlaceName[] {
  return (index.get(text.charAt(at)) ?? []).filter((name) => text.startsWith(name.text, at))
}
