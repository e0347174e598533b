import { expect, test } from 'vitest'
import { REGIONS, type Region, regionName } from '../regions.ts'
import { parseAddress } from './parse.ts'
import { findRegionIn } from './region-match.ts'

/** The county that an address names, in words, and what is left of the address. */
function told(text: string): readonly [region: string | null, detail: string | null] {
  const { regionCode, detail } = parseAddress(text)
  return [regionCode && regionName(regionCode), detail]
}

test.each([
  ['河北省雄安新区容城县容城镇1号', '河北省保定市容城县', '雄安新区 容城镇1号'],
  ['河北 雄安新区 安新县 安新镇1号', '河北省保定市安新县', '雄安新区 安新镇1号'],
  ['河北省保定市雄安新区雄县雄州镇1号', '河北省保定市雄县', '雄安新区 雄州镇1号'],
  ['雄安新区容城县金台路1号', '河北省保定市容城县', '雄安新区 金台路1号'],
  ['河南省郑州市郑东新区金水区商务内环1号', '河南省郑州市金水区', '郑东新区 商务内环1号'],
  ['陕西省西咸新区秦汉新城渭城区正阳街道1号', '陕西省咸阳市渭城区', '西咸新区秦汉新城 正阳街道1号'],
  ['四川天府新区双流区华阳街道1号', '四川省成都市双流区', '天府新区 华阳街道1号'],
  ['新疆生产建设兵团第八师石河子市北三路1号', '新疆维吾尔自治区石河子市', '生产建设兵团第八师 北三路1号'],
])('defect: a step that the data does not know hid the county behind it: %s', (text, region, detail) => {
  expect(told(text)).toEqual([region, detail])
})

test.each([
  ['上海市浦东区张江路1号', '上海市浦东新区', '张江路1号'],
  ['南京市雨花区软件大道1号', '江苏省南京市雨花台区', '软件大道1号'],
  ['内蒙古呼和浩特市和林县城关镇1号', '内蒙古自治区呼和浩特市和林格尔县', '城关镇1号'],
  ['内蒙古和林县城关镇1号', '内蒙古自治区呼和浩特市和林格尔县', '城关镇1号'],
  ['成都市青白区大弯街道1号', '四川省成都市青白江区', '大弯街道1号'],
  ['广东省中山市石岐区民生路1号', '广东省中山市石岐街道', '民生路1号'],
  ['广东省中山市东区中山四路1号', '广东省中山市东区街道', '中山四路1号'],
  ['广东省东莞市南城区鸿福路1号', '广东省东莞市南城街道', '鸿福路1号'],
  ['湖北神农架太阳村1号', '湖北省神农架林区', '太阳村1号'],
  ['上海浦东张江路1号', '上海市浦东新区', '张江路1号'],
  ['北京通州梨园1号', '北京市通州区', '梨园1号'],
  ['深圳市龙华新区民治街道1号', '广东省深圳市龙华区', '民治街道1号'],
  ['恭城 恭城镇1号', '广西壮族自治区桂林市恭城瑶族自治县', '恭城镇1号'],
])('defect: a county that people write shorter was not told: %s', (text, region, detail) => {
  expect(told(text)).toEqual([region, detail])
})

test.each([
  // no county stands there
  '河北雄安新区容东片区金湖街1号',
  '河南省郑州市郑东新区商务内环1号',
  '陕西省西咸新区沣东新城1号',
  // 新城区 is a county of 西安, and not the one that is meant
  '陕西省西安市沣东新城区1号',
  // the county is of another city or province
  '广东省高新区临平区1号',
  '江苏省南京市高新区姑苏区1号',
  '河北省北京市雄县1号',
  '广东省浦东新区南山区1号',
  // several counties are called so
  '江苏省某某新区鼓楼区1号',
  // two counties of 岳阳 begin so
  '湖南省岳阳市岳阳区1号',
  // the branch of a bank, a university, a district's name as a road's or a park's
  '上海浦东发展银行徐汇支行',
  '武汉江汉大学路1号',
  '沈阳市浑南新区科技路1号',
  '南京雨花软件大道1号',
  '江西井冈山大学1号',
  '杭州西湖文化村1号',
  '永安 北路1号',
  '光明 马田街道1号',
])('what names no county for certain gives none: %s', (text) => {
  expect(told(text)[0]).toBeNull()
})

interface County {
  readonly code: string
  readonly province: Region
  readonly city: Region
  readonly name: string
}

const COUNTIES: readonly County[] = REGIONS.flatMap((province) =>
  province.children.flatMap((city) =>
    city.children
      .filter(({ name }) => !/^(?:其它区|市辖区)$/.test(name))
      .map(({ code, name }) => ({ code, province, city, name })),
  ),
)

const shortOf = (name: string): string => {
  const short = name.replace(/(?:特别行政区|(?:壮族|回族|维吾尔)?自治区|[省市县区盟])$/, '')
  return short.length < 2 ? name : short
}

/** The ways to write the levels above a county. */
const above = ({ province, city }: County): string[] => [
  province.name + city.name,
  shortOf(province.name) + shortOf(city.name),
  `${shortOf(province.name)} ${shortOf(city.name)} `,
  province.name,
  city.name,
  '',
]

/** Whole names are told behind a step that the data does not know as well. */
const aboveStep = ({ province, city, name }: County): string[] => [
  `${province.name}${city.name}某某新区${name}`,
  `${province.name}某某新区${name}`,
]

const bareOf = (name: string): string => name.replace(/(?:自治[县旗]|[新林矿]区|管理区|街道|[区县旗市镇乡])$/, '')

/** Who writes a whole name means the county that has it. */
const WHOLE_NAMES = new Set(COUNTIES.map(({ name }) => name))

/** The ways to write a county: whole, with its ending and short of it, and cut before its ending. */
function written({ name, code, city }: County): string[] {
  const ending = /[区县旗市]$/.exec(name)?.[0] ?? ''
  const bare = bareOf(name)
  const cuts = [2, 3].filter((length) => length < bare.length).map((length) => bare.slice(0, length) + ending)
  const isOthers = (text: string) =>
    WHOLE_NAMES.has(text) ||
    city.children.some((other) => other.code !== code && bareOf(other.name) === text.replace(city.name, ''))
  return [name, ...[bare + ending, bare, ...cuts].filter((text) => text.length >= 2 && !isOthers(text))]
}

/** Rows of the data that are one place: 苏州工业园区 is 工业园区 of 苏州. */
const isTwice = ({ name, code, city }: County): boolean =>
  city.children.some((other) => other.code !== code && name.endsWith(other.name))

test('every county, however it is written, is told as itself or not at all', { timeout: 120_000 }, () => {
  const wrong: string[] = []
  let right = 0
  for (const county of COUNTIES.filter((one) => !isTwice(one))) {
    const plainly = above(county).flatMap((place) => written(county).map((name) => `${place}${name}`))
    for (const text of [...plainly, ...aboveStep(county)]) {
      for (const address of [`${text}和风路8号`, `${text} 和风路8号`, `${text}和风镇8号`]) {
        const code = findRegionIn(address)?.code
        if (code === county.code) right += 1
        else if (code !== undefined) wrong.push(`${address} → ${regionName(code)} (${county.code})`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect(right).toBeGreaterThan(100_000)
})
