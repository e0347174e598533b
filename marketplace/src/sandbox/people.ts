import { createHash } from 'node:crypto'
import { randomOf } from './random.ts'

/** A buyer who does not exist: invented name, a number from the range kept for examples, an address without a real door. */
export interface SimulatedBuyer {
  eid: string
  nick: string
  /** How other people see the buyer: `张**`. */
  masked: string
  name: string
  mobile: string
  province: string
  city: string
  area: string
  town: string
  address: string
}

export const BUYER_COUNT = 200

const SURNAMES = [
  '张',
  '王',
  '李',
  '赵',
  '陈',
  '杨',
  '周',
  '吴',
  '徐',
  '孙',
  '马',
  '朱',
  '胡',
  '林',
  '郭',
  '何',
] as const
const GIVEN_NAMES = ['示例甲', '示例乙', '示例丙', '示例丁', '样本一', '样本二', '样本三', '样本四'] as const
const NICKS = ['数码小栈', '换机达人', '二手优选', '极客收机', '城南数码', '旧机新缘', '好机速配', '掌上淘'] as const
const PLACES = [
  ['浙江省', '杭州市', '西湖区', '文新街道'],
  ['广东省', '深圳市', '福田区', '华强北街道'],
  ['广东省', '广州市', '天河区', '石牌街道'],
  ['四川省', '成都市', '武侯区', '浆洗街街道'],
  ['湖北省', '武汉市', '洪山区', '珞南街道'],
  ['江苏省', '南京市', '鼓楼区', '中央门街道'],
  ['陕西省', '西安市', '雁塔区', '电子城街道'],
  ['山东省', '济南市', '历下区', '大明湖街道'],
  ['福建省', '厦门市', '思明区', '莲前街道'],
  ['湖南省', '长沙市', '岳麓区', '麓谷街道'],
] as const

/** The simulated buyer of a number from 0 to `BUYER_COUNT` − 1; the same seed gives the same people. */
export function simulatedBuyer(seed: number, number: number): SimulatedBuyer {
  const random = randomOf(seed, `buyer:${number}`)
  const surname = random.pick(SURNAMES)
  const [province, city, area, town] = random.pick(PLACES)
  const serial = String(number).padStart(4, '0')
  return {
    eid: createHash('md5').update(`${seed}:${number}`).digest('base64'),
    nick: `${random.pick(NICKS)}${serial}`,
    masked: `${surname}**`,
    name: `${surname}${random.pick(GIVEN_NAMES)}`,
    mobile: `1380013${serial}`,
    province,
    city,
    area,
    town,
    address: `示例路${random.whole(1, 299)}号${random.whole(1, 20)}幢${random.whole(101, 2806)}室`,
  }
}
