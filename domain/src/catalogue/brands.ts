import { dictionary } from '../dictionary.ts'

/** What a brand is called, in Latin, in Chinese and in pinyin. */
export interface BrandNames {
  /** Its own names and the names of its series that stand for it, all in lower case. */
  readonly own: readonly string[]
  /** Brands that it belongs to or came from, under which others may list it. */
  readonly under: readonly string[]
}

const NAMES: Readonly<Record<string, BrandNames>> = dictionary({
  苹果: { own: ['苹果', 'apple', 'iphone', 'pingguo'], under: [] },
  华为: { own: ['华为', 'huawei'], under: [] },
  荣耀: { own: ['荣耀', 'honor', 'rongyao'], under: ['华为', 'huawei'] },
  小米: { own: ['小米', 'xiaomi', 'mi'], under: [] },
  红米: { own: ['红米', 'redmi', 'hongmi'], under: ['小米', 'xiaomi'] },
  vivo: { own: ['vivo', '维沃'], under: [] },
  iQOO: { own: ['iqoo', '爱酷'], under: ['vivo'] },
  OPPO: { own: ['oppo', '欧珀'], under: [] },
  一加: { own: ['一加', 'oneplus', 'yijia'], under: ['oppo'] },
  三星: { own: ['三星', 'samsung', 'galaxy', 'sanxing'], under: [] },
  真我: { own: ['真我', 'realme', 'zhenwo'], under: ['oppo'] },
  '努比亚/红魔': { own: ['努比亚', '红魔', 'redmagic', 'nubia', 'nubiya', 'hongmo'], under: ['中兴', 'zte'] },
  摩托罗拉: { own: ['摩托罗拉', 'motorola', 'moto', '摩托'], under: ['联想', 'lenovo'] },
  魅族: { own: ['魅族', 'meizu'], under: [] },
  联想: { own: ['联想', 'lenovo', 'lianxiang'], under: [] },
  中兴: { own: ['中兴', 'zte', 'zhongxing'], under: [] },
  黑鲨: { own: ['黑鲨', 'blackshark', 'heisha'], under: ['小米', 'xiaomi'] },
  锤子: { own: ['锤子', 'smartisan', '坚果', 'chuizi', 'jianguo'], under: [] },
  '360': { own: ['360'], under: [] },
  海信: { own: ['海信', 'hisense'], under: [] },
  诺基亚: { own: ['诺基亚', 'nokia'], under: [] },
  索尼: { own: ['索尼', 'sony', 'xperia'], under: [] },
  华硕: { own: ['华硕', 'asus', 'rog'], under: [] },
  酷派: { own: ['酷派', 'coolpad'], under: [] },
  乐视: { own: ['乐视', 'letv', 'leeco', '乐'], under: [] },
  谷歌: { own: ['谷歌', 'google', 'pixel'], under: [] },
  Nothing: { own: ['nothing'], under: [] },
  多亲: { own: ['多亲', 'qin', 'duoqin'], under: [] },
  华为智选: { own: ['华为智选', '智选', 'hinova'], under: ['华为', 'huawei'] },
})

/** The names of a brand; of one that nobody wrote down only the name that was given. */
export const brandNames = (brand: string): BrandNames => NAMES[brand] ?? { own: [brand.toLowerCase()], under: [] }
