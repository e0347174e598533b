import { dictionary } from '../dictionary.ts'

/** What a brand is called, in Latin and in Chinese. */
export interface BrandNames {
  /** Its own names and the names of its series that stand for it, all in lower case. */
  readonly own: readonly string[]
  /** Brands that it belongs to or came from, under which others may list it. */
  readonly under: readonly string[]
}

const NAMES: Readonly<Record<string, BrandNames>> = dictionary({
  苹果: { own: ['苹果', 'apple', 'iphone'], under: [] },
  华为: { own: ['华为', 'huawei'], under: [] },
  荣耀: { own: ['荣耀', 'honor'], under: ['华为', 'huawei'] },
  小米: { own: ['小米', 'xiaomi', 'mi'], under: [] },
  红米: { own: ['红米', 'redmi'], under: ['小米', 'xiaomi'] },
  vivo: { own: ['vivo'], under: [] },
  iQOO: { own: ['iqoo'], under: ['vivo'] },
  OPPO: { own: ['oppo'], under: [] },
  一加: { own: ['一加', 'oneplus'], under: ['oppo'] },
  三星: { own: ['三星', 'samsung', 'galaxy'], under: [] },
  真我: { own: ['真我', 'realme'], under: ['oppo'] },
  '努比亚/红魔': { own: ['努比亚', '红魔', 'redmagic', 'nubia'], under: [] },
  摩托罗拉: { own: ['摩托罗拉', 'motorola', 'moto'], under: [] },
})

/** The names of a brand of the catalogue; of another one only the name that was given. */
export const brandNames = (brand: string): BrandNames => NAMES[brand] ?? { own: [brand.toLowerCase()], under: [] }
