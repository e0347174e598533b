import { formerNamesOf, REGIONS, type Region } from '../regions.ts'

/** One way to write a region's name. */
export interface PlaceName {
  readonly region: Region
  readonly text: string
  /** False for a name without its ending, which a road or a building may have as well: 南山, 朝阳. */
  readonly isFull: boolean
}

/** Names by their first character, the quickest way to those that may stand at a place. */
export type NameIndex = ReadonlyMap<string, readonly PlaceName[]>

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

function indexOf(regions: readonly Region[], others: readonly PlaceName[] = []): NameIndex {
  const index = new Map<string, PlaceName[]>()
  for (const name of [...regions.flatMap(allNamesOf), ...others]) {
    const group = index.get(name.text.charAt(0))
    if (group) group.push(name)
    else index.set(name.text.charAt(0), [name])
  }
  return index
}

/** The endings that people say in short, and what they say instead: 浦东新区 is 浦东区, 石岐街道 is 石岐区. */
const SHORT_ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?:[新林矿]|特|族)?区$/, '区'],
  [/(?:自治)?县$/, '县'],
  [/(?:自治)?旗$/, '旗'],
  [/(?:街道办事处|街道)$/, '区'],
]

interface ShortName extends PlaceName {
  /** What no other name may begin with. */
  readonly begin: string
}

/** How a county's name may be cut short before its ending: 和林县 is 和林格尔县, 雨花区 in 南京 is 雨花台区. */
function shortNamesOf(region: Region): ShortName[] {
  const ending = SHORT_ENDINGS.find(([pattern]) => pattern.test(region.name))
  if (!ending || FILLER_REGION.test(region.name)) return []
  const [pattern, short] = ending
  const bare = region.name.replace(pattern, '')
  // 东区街道 and 火炬开发区街道办事处 are districts in what people write.
  if (/区$/.test(bare)) return [{ region, text: bare, isFull: true, begin: bare }]
  const stem = ZONE.test(region.name) ? '' : withoutPeoples(bare)
  const lengths = /街道/.test(region.name) ? [stem.length] : [...stem].map((_, at) => at + 1)
  const cut = lengths
    .map((length) => stem.slice(0, length))
    .filter((begin) => begin.length >= MIN_SHORT_LENGTH)
    .map((begin) => ({ region, text: begin + short, isFull: true, begin }))
  // 龙华新区 was what 龙华区 is now; where no town follows it may be a zone of another size.
  const earlier = { region, text: `${stem}新区`, isFull: false, begin: stem }
  return /[^新林矿特族]区$/.test(region.name) && stem.length >= MIN_SHORT_LENGTH ? [...cut, earlier] : cut
}

/**
 * The short forms of the counties that only one of them can mean: no other county's name begins so, nor does that of a
 * city or province above them.
 */
function shortenedNames(counties: readonly Region[], above: readonly Region[]): PlaceName[] {
  const others = [...above, ...counties]
  const isOnly = ({ region, begin }: ShortName) =>
    others.every((other) => other.code === region.code || !other.name.startsWith(begin))
  return counties.flatMap(shortNamesOf).filter(isOnly)
}

const countiesIn = (province: Region): Region[] => province.children.flatMap((city) => [...city.children])
const COUNTY_FULL_NAMES = new Set(REGIONS.flatMap(countiesIn).map(({ name }) => name))

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
export const COUNTY_NAMES = indexOf(REGIONS.flatMap(countiesIn))
/** Names of a province's cities. */
export const cityNamesIn = once((province) => indexOf(province.children))
/** Names of a city's counties, the short forms among them that one alone can mean. */
export const countyNamesOf = once((city) => indexOf(city.children, shortenedNames(city.children, [city])))
/** Names of a province's counties, whichever city they belong to; a short form that is another county elsewhere is none. */
export const countyNamesIn = once((province) => {
  const counties = countiesIn(province)
  const short = shortenedNames(counties, [province, ...province.children])
  return indexOf(
    counties,
    short.filter(({ text }) => !COUNTY_FULL_NAMES.has(text)),
  )
})

/** The counties that have a short name nobody else has, and are written alone by it: 恭城, 昆山. */
export const soleShortNames = (names: readonly PlaceName[]): PlaceName[] =>
  names.filter(({ region, text, isFull }) => !isFull && /[县市旗]$/.test(region.name) && SOLE_NAMES.has(text))

const SOLE_NAMES: ReadonlySet<string> = new Set(
  [
    ...Map.groupBy(
      REGIONS.flatMap((province) => [province, ...province.children, ...countiesIn(province)]).flatMap(allNamesOf),
      ({ text }) => text,
    ),
  ]
    .filter(([, names]) => names.length === 1)
    .map(([text]) => text),
)

/** The names that the text has at this place. */
export function namesAt(index: NameIndex, text: string, at: number): PlaceName[] {
  return (index.get(text.charAt(at)) ?? []).filter((name) => text.startsWith(name.text, at))
}
