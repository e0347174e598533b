import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLeaf, REGIONS, regionPath } from '../regions.ts'
import { CONTACT_PHONE_PATTERN } from '../validation.ts'
import { parseAddress } from './parse.ts'
import { plain } from './pasted-text.ts'

const NANSHAN = '440305'
const CHAOYANG = '110105'
const PUDONG = '310115'

type Line = readonly [
  text: string,
  contactName: string | null,
  contactPhone: string | null,
  regionCode: string | null,
  detail: string | null,
]

const ORDERS: readonly Line[] = [
  ['收货人：张三 手机 138 0013 8000 广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['张三，13800138000，广东 深圳 南山 科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['张三,13800138000,广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['13800138000 张三 广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['广东省深圳市南山区科技园路1号 张三 13800138000', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['广东省深圳市南山区科技园路1号 13800138000 张三', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['张三13800138000广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['张三广东省深圳市南山区科技园路1号13800138000', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['广东省/深圳市/南山区/科技园路1号', null, null, NANSHAN, '科技园路1号'],
  ['广东-深圳-南山-科技园路1号', null, null, NANSHAN, '科技园路1号'],
  ['张三\n13800138000\n广东省\n深圳市\n南山区\n科技园路1号\nA座', '张三', '13800138000', NANSHAN, '科技园路1号 A座'],
  ['中国广东省深圳市南山区科技园路1号', null, null, NANSHAN, '科技园路1号'],
  ['张三 13800138000 1栋1502 广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '1栋1502 科技园路1号'],
]

const NAMES: readonly Line[] = [
  ['张三（13800138000）广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['广东省深圳市南山区科技园路1号，13800138000（张三）', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['陈先生 13800138000 广东省深圳市南山区科技园路1号', '陈先生', '13800138000', NANSHAN, '科技园路1号'],
  ['小王，13800138000，广东省深圳市南山区科技园路1号', '小王', '13800138000', NANSHAN, '科技园路1号'],
  ['唐小明收 13800138000 广东省深圳市南山区科技园路1号', '唐小明', '13800138000', NANSHAN, '科技园路1号'],
  ['唐小明（收） 13800138000 广东省深圳市南山区科技园路1号', '唐小明', '13800138000', NANSHAN, '科技园路1号'],
  ['唐小明 收 13800138000 广东省深圳市南山区科技园路1号', '唐小明', '13800138000', NANSHAN, '科技园路1号'],
  ['收：唐小明 13800138000 广东省深圳市南山区科技园路1号', '唐小明', '13800138000', NANSHAN, '科技园路1号'],
  ['广东省深圳市南山区科技园路1号 张三收 13800138000', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['王丰收 13800138000 广东省深圳市南山区科技园路1号', '王丰收', '13800138000', NANSHAN, '科技园路1号'],
  ['阿依古丽·买买提，13800138000', '阿依古丽·买买提', '13800138000', null, null],
  ['欧阳小娜 13800138000', '欧阳小娜', '13800138000', null, null],
  ['广东省深圳市南山区科技园路1号\n13800138000\n张三', '张三', '13800138000', NANSHAN, '科技园路1号'],
]

const LABELS: readonly Line[] = [
  [
    '收货人: 张三\n手机号码: 13800138000\n所在地区: 广东省深圳市南山区粤海街道\n详细地址: 科技园路1号',
    '张三',
    '13800138000',
    NANSHAN,
    '粤海街道 科技园路1号',
  ],
  ['姓名：李四\n电话：+86 138-0013-8001\n地址：北京市朝阳区建国路88号', '李四', '13800138001', CHAOYANG, '建国路88号'],
  ['姓名张三电话13800138000地址广东省深圳市南山区科技园路1号', '张三', '13800138000', NANSHAN, '科技园路1号'],
  [
    '【收货人】张三【手机】13800138000【地址】广东省深圳市南山区科技园路1号',
    '张三',
    '13800138000',
    NANSHAN,
    '科技园路1号',
  ],
  [
    '收货地址：广东省 深圳市 南山区 科技园路1号 收货人：钱多多 联系电话：13800138005',
    '钱多多',
    '13800138005',
    NANSHAN,
    '科技园路1号',
  ],
  ['收件人：Li Lei\n13800138000\n广东省深圳市南山区科技园路1号', 'Li Lei', '13800138000', NANSHAN, '科技园路1号'],
  ['收件人 王 小明 13800138000 广东省深圳市南山区科技园路1号', '王小明', '13800138000', NANSHAN, '科技园路1号'],
  [
    '收货人：焕新数码仓库，13800138000，广东省深圳市南山区科技园路1号',
    '焕新数码仓库',
    '13800138000',
    NANSHAN,
    '科技园路1号',
  ],
  ['所在地区：广东省深圳市南山区\n详细地址：广东省深圳市南山区科技园路1号', null, null, NANSHAN, '科技园路1号'],
  ['张三，13800138000，广东省深圳市南山区科技园路1号 邮编：518000', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['张三，13800138000，广东省深圳市南山区科技园路1号，000000', '张三', '13800138000', NANSHAN, '科技园路1号'],
  ['收货人：13800138000', null, '13800138000', null, null],
  ['收件人：张三 寄件人：李四', null, null, null, '收件人：张三 寄件人：李四'],
]

const NUMBERS: readonly Line[] = [
  ['李四 +8613800138001 北京朝阳区建国路88号', '李四', '13800138001', CHAOYANG, '建国路88号'],
  ['李四 8613800138001 北京市北京市朝阳区建国路88号', '李四', '13800138001', CHAOYANG, '建国路88号'],
  ['赵六　１３８００１３８００２　北京市朝阳区建国路１０１号', '赵六', '13800138002', CHAOYANG, '建国路101号'],
  ['王师傅 0755-12345678 广东省深圳市南山区科技园路1号', '王师傅', '0755-12345678', NANSHAN, '科技园路1号'],
  ['王师傅（0755）12345678 广东省深圳市南山区科技园路1号', '王师傅', '0755-12345678', NANSHAN, '科技园路1号'],
  ['王师傅 010—12345678 北京市朝阳区建国路88号', '王师傅', '010-12345678', CHAOYANG, '建国路88号'],
  ['王师傅 +86 755 12345678 广东省深圳市南山区科技园路1号', '王师傅', '0755-12345678', NANSHAN, '科技园路1号'],
  ['王师傅 400-123-4567 上海市浦东新区张江路1号', '王师傅', '4001234567', PUDONG, '张江路1号'],
  [
    '张三 13800138000 0755-12345678 深圳市南山区科技园路1号',
    '张三',
    '13800138000',
    NANSHAN,
    '0755-12345678 科技园路1号',
  ],
  ['电话：13800138000 张三 13800138000', '张三', '13800138000', null, null],
  ['深圳市南山区科技园路1号1502 138 0013 8000 张三', '张三', '13800138000', NANSHAN, '科技园路1号1502'],
  ['13800138000 13800138001', null, null, null, '13800138000 13800138001'],
  ['张三 138001380001', null, null, null, '张三 138001380001'],
  ['张三 010-1234567', null, null, null, '张三 010-1234567'],
]

const REGION_NAMES: readonly Line[] = [
  ['北京市市辖区朝阳区建国路88号', null, null, CHAOYANG, '建国路88号'],
  ['上海浦东新区张江路1号', null, null, PUDONG, '张江路1号'],
  ['东莞市长安镇振安路1号', null, null, '441904', '振安路1号'],
  ['东莞市振安路1号', null, null, null, '东莞市振安路1号'],
  ['湖北省仙桃市干河街道1号', null, null, '429004', '干河街道1号'],
  ['湖北省省直辖县级行政区划仙桃市干河街道1号', null, null, '429004', '干河街道1号'],
  ['湖北 仙桃 干河街道1号', null, null, '429004', '干河街道1号'],
  ['新疆石河子市北三路1号', null, null, '659001', '北三路1号'],
  ['昆山市花桥镇绿地大道1号', null, null, '320583', '花桥镇绿地大道1号'],
  ['昆山市 北京路1号', null, null, '320583', '北京路1号'],
  ['重庆市酉阳县桃花源街道1号', null, null, '500242', '桃花源街道1号'],
  ['广西南宁青秀区民族大道1号', null, null, '450103', '民族大道1号'],
  ['吉林省吉林市昌邑区解放路1号', null, null, '220202', '解放路1号'],
  ['深圳南山粤海街道科技园路1号', null, null, NANSHAN, '粤海街道科技园路1号'],
]

/** Every one of these could be read in a way that is wrong. */
const UNTOLD: readonly Line[] = [
  ['朝阳区建国路1号', null, null, null, '朝阳区建国路1号'],
  ['南山区科技园路1号', null, null, null, '南山区科技园路1号'],
  ['江苏省鼓楼区中山北路1号', null, null, null, '江苏省鼓楼区中山北路1号'],
  ['北京朝阳门外大街1号', null, null, null, '北京朝阳门外大街1号'],
  ['深圳南山大道1号', null, null, null, '深圳南山大道1号'],
  ['杭州西湖文化广场1号', null, null, null, '杭州西湖文化广场1号'],
  ['辽宁 朝阳 中山大街1号', null, null, null, '辽宁 朝阳 中山大街1号'],
  ['广东省临平区1号', null, null, null, '广东省临平区1号'],
  ['文昌市场1号', null, null, null, '文昌市场1号'],
  ['高新区科技路1号', null, null, null, '高新区科技路1号'],
  ['广东省深圳市科技园路1号', null, null, null, '广东省深圳市科技园路1号'],
  ['深圳市南山区1号 上海市浦东新区1号', null, null, null, '深圳市南山区1号 上海市浦东新区1号'],
  ['深圳市南山区 方正', null, null, NANSHAN, '方正'],
  ['深圳市南山区科技园路1号 万科 13800138000', null, '13800138000', NANSHAN, '科技园路1号 万科'],
  ['张三，李四，13800138000', null, '13800138000', null, '张三，李四'],
  ['王府井 13800138000', null, '13800138000', null, '王府井'],
  ['石景山 13800138000', null, '13800138000', null, '石景山'],
  ['深圳市南山区粤海 街道 1号', null, null, NANSHAN, '粤海 街道 1号'],
  ['张三 138****8000', null, null, null, '张三 138****8000'],
  ['电话：1234 深圳市南山区科技园路1号', null, null, NANSHAN, '电话：1234 科技园路1号'],
  ['你好', null, null, null, '你好'],
  ['', null, null, null, null],
  [' \n，：', null, null, null, null],
]

test.each([...ORDERS, ...NAMES, ...LABELS, ...NUMBERS, ...REGION_NAMES, ...UNTOLD])(
  '%j',
  (text, contactName, contactPhone, regionCode, detail) => {
    expect(parseAddress(text)).toEqual({ contactName, contactPhone, phoneExtension: null, regionCode, detail })
  },
)

const AT_WENSAN = ['王小明', '18400000000', '8431', '330106', '文三路1号[8431]'] as const

test.each([
  ['王小明[8431] 18400000000-8431 浙江省杭州市西湖区文三路1号[8431]', ...AT_WENSAN],
  ['王小明 18400000000转8431 浙江省杭州市西湖区文三路1号', ...AT_WENSAN],
  ['王小明，18400000000 转 8431，浙江省杭州市西湖区文三路1号', ...AT_WENSAN],
  ['王小明 18400000000#8431 浙江省杭州市西湖区文三路1号', ...AT_WENSAN],
  ['王小明【8431】 18400000000 浙江省杭州市西湖区文三路1号【8431】', ...AT_WENSAN],
  ['收货人：王小明[8431]\n电话：184 0000 0000分机8431\n地址：浙江省杭州市西湖区文三路1号', ...AT_WENSAN],
  ['王小明 18400000000[8431] 浙江省杭州市西湖区文三路1号', ...AT_WENSAN],
  [
    '王师傅 0755-12345678转801 广东省深圳市南山区科技园路1号',
    '王师傅',
    '0755-12345678',
    '801',
    NANSHAN,
    '科技园路1号[801]',
  ],
  ['王师傅 400-123-4567-801 广东省深圳市南山区科技园路1号', '王师傅', '4001234567', '801', NANSHAN, '科技园路1号[801]'],
  ['张三 13800138000转1234', '张三', '13800138000', '1234', null, '[1234]'],
  ['张三 13800138000-1栋1502', null, null, null, null, '张三 13800138000-1栋1502'],
  ['张三 13800138000转1234 13800138000转1235', null, null, null, null, '张三 13800138000转1234 13800138000转1235'],
  ['张三 13800138000 科技园路1号[1502]', '张三', '13800138000', null, null, '科技园路1号[1502]'],
])(
  'defect: an extension cost the number and the name: %j',
  (text, contactName, contactPhone, phoneExtension, regionCode, detail) => {
    expect(parseAddress(text)).toEqual({ contactName, contactPhone, phoneExtension, regionCode, detail })
  },
)

test.each([
  ['浙江省宁波市慈溪市浒山街道1号306室,315200', '浒山街道1号306室'],
  ['张三，13800138000，浙江省杭州市西湖区文三路306室，310012', '文三路306室'],
  ['310012 浙江省杭州市西湖区文三路306室', '文三路306室'],
  ['浙江省杭州市西湖区文三路306室 310012 张三 13800138000', '文三路306室'],
  // another province's post code, and six digits amid the address, are none
  ['浙江省杭州市西湖区文三路306室 518000', '文三路306室 518000'],
  ['浙江省杭州市西湖区 310012 号楼2单元', '310012 号楼2单元'],
  ['浙江省杭州市西湖区文三路310012', '文三路310012'],
])('defect: a post code without a label stayed in the address: %j', (text, detail) => {
  expect(parseAddress(text).detail).toBe(detail)
})

/** How often each character is there; a half-width sign counts with its full-width twin. */
function tally(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const unit of plain(text).replace(/\s/g, '')) counts.set(unit, (counts.get(unit) ?? 0) + 1)
  return counts
}

const LEAVES = REGIONS.flatMap((province) => province.children.flatMap((city) => city.children))
const pieces = fc.oneof(
  fc.constantFrom(
    '张三',
    '王小明',
    '收货人：',
    '姓名 ',
    '电话：',
    '手机',
    '【地址】',
    '详细地址:',
    '邮编：518000',
    '000000',
  ),
  fc.constantFrom('13800138000', '+86 138-0013-8001', '0755-12345678', '400 123 4567', '138 0013 8002', '转1234'),
  fc.constantFrom('，', ' ', '\n', '；', '（', '）', '-', '/', '\ue000', '\ue001', '\u200b', ''),
  fc.constantFrom('广东省', '深圳', '南山区', '北京市', '朝阳', '市辖区', '科技园路1号', '中国', '粤海街道'),
  fc.constantFrom(...LEAVES.map(({ name }) => name)),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const pasted = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

test('whatever is pasted, each field holds only what is there, no sign serves twice, and nothing invalid comes out', () => {
  fc.assert(
    fc.property(pasted, (text) => {
      const { contactName, contactPhone, phoneExtension, regionCode, detail } = parseAddress(text)
      const filled = [contactName, contactPhone?.replace('-', ''), detail].filter((field) => field != null).join('')
      for (const field of [contactName, contactPhone, detail])
        expect((field ?? '').length).toBeLessThanOrEqual(text.length + (phoneExtension === null ? 0 : 2))
      const given = tally(text)
      for (const [unit, count] of tally(filled)) {
        // An extension is put in brackets.
        if (phoneExtension !== null && /[[\]]/.test(unit)) continue
        // The zero before an area code is left out where the country's number stands.
        if (unit !== '0' || !/86/.test(plain(text))) expect(given.get(unit) ?? 0, unit).toBeGreaterThanOrEqual(count)
      }
      if (contactPhone !== null) expect(contactPhone).toMatch(CONTACT_PHONE_PATTERN)
      if (regionCode !== null) expect(isLeaf(regionCode)).toBe(true)
      for (const field of [contactName, detail]) expect(field === null || field.trim() === field).toBe(true)
      expect([contactName, contactPhone, detail]).not.toContain('')
    }),
    { numRuns: 1500 },
  )
})

/** Without those that fill a level only, and those that read like a neighbour once city and county are run together. */
const named = REGIONS.flatMap((province) => province.children).flatMap(({ name: cityName, children }) =>
  children.filter(
    ({ name }) => !/^(?:其它区|市辖区)$/.test(name) && !children.some((other) => other.name === cityName + name),
  ),
)

test('every county is found by its whole name, and never taken for another', () => {
  fc.assert(
    fc.property(fc.constantFrom(...named), fc.constantFrom('', ' ', '，', '\n'), ({ code }, sign) => {
      const path = regionPath(code).map(({ name }) => name)
      const text = `陈小明${sign || ' '}13800138000 ${path.join(sign)}${sign}和风路8号`
      const { contactName, contactPhone, regionCode, detail } = parseAddress(text)
      expect([contactName, contactPhone, regionCode, detail]).toEqual(['陈小明', '13800138000', code, '和风路8号'])
    }),
    { numRuns: 2000 },
  )
})

test('a long text takes no longer than its length', { timeout: 2000 }, () => {
  const text = '广东省 深圳 收货人 13800138000 朝阳 '.repeat(400)
  expect(parseAddress(text)).toMatchObject({ contactPhone: '13800138000', regionCode: null })
})

test.each(['重庆市两江新区人和街道1号', '重庆市渝北区人和街道1号', '重庆 江北区 人和街道1号'])(
  '%s is in the county of today',
  (text) => {
    expect(parseAddress(text)).toMatchObject({ regionCode: '500157', detail: '人和街道1号' })
  },
)
