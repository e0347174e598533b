import { BRANDS, type CatalogueModel, MODELS } from '@huanji/domain/catalogue/models'
import { dictionary } from '@huanji/domain/dictionary'

/** A model as the platform's dictionary spells it; `model` is the catalogue's where the sandbox knows its capacities. */
export interface MarketModel {
  readonly brand: string
  readonly name: string
  readonly model: CatalogueModel | null
}

/** How the dictionary names the brands: in both languages, and not always where the maker would stand. */
const MARKET_BRANDS: Readonly<Record<string, string>> = dictionary({
  苹果: 'Apple/苹果',
  华为: 'Huawei/华为',
  荣耀: 'honor/荣耀',
  小米: 'Xiaomi/小米',
  红米: 'Xiaomi/小米',
  vivo: 'vivo',
  iQOO: 'vivo',
  OPPO: 'OPPO',
  一加: 'OnePlus/一加',
  三星: 'Samsung/三星',
  真我: 'realme/真我',
  '努比亚/红魔': 'nubia/努比亚',
  摩托罗拉: 'Motorola/摩托罗拉',
})

/** Spellings of the dictionary, brand by brand: with and without spaces, in Chinese or in Latin, with a word too many. */
const SPELLINGS: Readonly<Record<string, (name: string) => string>> = dictionary({
  苹果: (name) => name.replace('iPhone ', 'iPhone'),
  华为: (name) => `华为${name.replaceAll(' ', '')}`,
  荣耀: (name) => `荣耀${name.replace(/^荣耀/, '').replaceAll(' ', '')}`,
  小米: (name) => name.replace('Xiaomi ', '小米'),
  红米: (name) => name.replace(/^redmi /i, '红米 '),
  vivo: (name) => `vivo ${name}（5G）`,
  iQOO: (name) => `vivo ${name}`,
  OPPO: (name) => `OPPO ${name.replaceAll(' ', '')}`,
  一加: (name) => name.replace('一加 ', 'OnePlus '),
  三星: (name) => name.replace('Galaxy', 'GALAXY').concat(' 5G'),
  真我: (name) => name.replace('真我 ', 'realme真我'),
  摩托罗拉: (name) => name.replace('moto ', 'Moto '),
})

/** Models of the catalogue that the dictionary does not have, or that it has under a name nobody would guess. */
const UNKNOWN: Readonly<Record<string, string | null>> = dictionary({
  'huawei-mate-x6': 'HUAWEI Mate X6 典藏版',
  'xiaomi-17-pro-max': null,
  'redmagic-10-pro': 'NX789J',
})

/** What the dictionary has beside: the near relations that must not be taken for one of ours. */
const OTHERS: Readonly<Record<string, readonly string[]>> = dictionary({
  苹果: ['iPhone13 mini', 'iPhone12 Pro', 'iPhone SE（第三代）', 'iPhone XS'],
  华为: ['华为Mate60RS非凡大师', '华为Pura70Ultra', '华为Pura80'],
  荣耀: ['荣耀Magic6', '荣耀200Pro'],
  小米: ['小米13 Pro', '小米14 Pro', '小米17', '红米 13', '红米 Note 13 Pro'],
  vivo: ['vivo X100 Pro', 'vivo X200 Pro'],
  一加: ['OnePlus 12R', 'OnePlus Ace 5 Pro'],
  三星: ['GALAXY S24+ 5G', 'GALAXY S25 Ultra 5G'],
  '努比亚/红魔': ['nubia Z70 Ultra'],
})

const marketBrand = (brand: string): string => MARKET_BRANDS[brand] ?? brand

function spelled(model: CatalogueModel): MarketModel[] {
  const brand = marketBrand(model.brand)
  const other = UNKNOWN[model.id]
  if (other === null) return []
  return [{ brand, name: other ?? (SPELLINGS[model.brand] ?? String)(model.name), model }]
}

/** All models of the platform's dictionary, brand by brand. */
export const MARKET_MODELS: readonly MarketModel[] = [
  ...MODELS.flatMap(spelled),
  ...Object.entries(OTHERS).flatMap(([brand, names]) =>
    names.map((name) => ({ brand: marketBrand(brand), name, model: null })),
  ),
]

/** The brands of the dictionary, each once. */
export const MARKET_BRAND_NAMES: readonly string[] = [...new Set(BRANDS.map(marketBrand))]
