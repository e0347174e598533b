import { createHash } from 'node:crypto'
import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { releasedCatalogue } from '@huanji/domain/catalogue/released'
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
  魅族: 'Meizu/魅族',
  联想: 'Lenovo/联想',
  中兴: 'ZTE/中兴',
  索尼: 'Sony/索尼',
  诺基亚: 'Nokia/诺基亚',
  谷歌: 'Google/谷歌',
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
  'huawei-mate-x6': 'HUAWEI Mate X6 官方标配',
  'xiaomi-17-pro-max': null,
  'redmagic-10-pro': 'NX789J',
})

/** What the dictionary always has, spelled as above: the models that are traded most, and their near relations. */
const ALWAYS: ReadonlySet<string> = new Set(
  [
    'apple-iphone-xr apple-iphone-11 apple-iphone-12 apple-iphone-12-pro-max apple-iphone-13',
    'apple-iphone-13-pro apple-iphone-13-pro-max apple-iphone-14 apple-iphone-14-plus apple-iphone-14-pro',
    'apple-iphone-14-pro-max apple-iphone-15 apple-iphone-15-plus apple-iphone-15-pro apple-iphone-15-pro-max',
    'apple-iphone-16 apple-iphone-16-plus apple-iphone-16-pro apple-iphone-16-pro-max apple-iphone-16e',
    'apple-iphone-17 apple-iphone-air apple-iphone-17-pro apple-iphone-17-pro-max huawei-mate-40-pro',
    'huawei-mate-50 huawei-p60-pro huawei-mate-60 huawei-mate-60-pro huawei-pura-70 huawei-pura-70-pro',
    'huawei-mate-70 huawei-mate-70-pro huawei-pura-80-pro honor-magic6-pro honor-magic7 honor-200 xiaomi-13',
    'xiaomi-14 xiaomi-14-ultra xiaomi-15 redmi-k70 redmi-k80 vivo-x100 vivo-x200 iqoo-13 oppo-find-x7',
    'oppo-find-x8 oppo-reno13 oneplus-12 oneplus-13 oneplus-ace-5 samsung-galaxy-s24-ultra samsung-galaxy-s25',
    'samsung-galaxy-z-flip6 realme-gt7-pro motorola-razr-50 apple-iphone-13-mini apple-iphone-12-pro',
    'apple-iphone-xs apple-iphone-se-3 huawei-mate-60-rs huawei-pura-70-ultra huawei-pura-80 honor-magic6',
    'honor-200-pro xiaomi-13-pro xiaomi-14-pro xiaomi-17 redmi-note-13-pro vivo-x100-pro vivo-x200-pro',
    'oneplus-ace-5-pro samsung-galaxy-s24-plus samsung-galaxy-s25-ultra nubia-z70-ultra',
  ].flatMap((ids) => ids.split(' ')),
)

/** What the dictionary has beside: phones that are none of the catalogue's. */
const OTHERS: Readonly<Record<string, readonly string[]>> = dictionary({
  苹果: ['iPhone13 mini 定制版'],
  华为: ['华为Mate60RS非凡大师 典藏'],
  小米: ['红米 13 老人机'],
})

const marketBrand = (brand: string): string => MARKET_BRANDS[brand] ?? brand

/** The same number from 0 to 29 for a model every time. */
const lotOf = (id: string): number => createHash('md5').update(`market:${id}`).digest().readUInt32BE(0) % 30

const SPELLED_ALIKE = 17
const SPELLED_OTHERWISE = 10

/** A third has a name by which nobody finds it: its number, or words of the shops around it. A number in words may be another's name. */
function otherName(model: CatalogueModel): string {
  const number = model.regulatoryNos.find((one) => !one.includes(' '))
  return number === undefined || lotOf(`${model.id} name`) % 2 === 0 ? `${model.name} 官方标配` : number
}

/** 5G is a word too many, but where it tells a model from its twin. */
function spelledUsually({ brand, name, hasTwin }: CatalogueModel): string {
  const usual = (SPELLINGS[brand] ?? String)(name)
  return hasTwin && !/5g/i.test(name) ? usual.replace(/（5G）$| 5G$/, '') : usual
}

function spelled(model: CatalogueModel): MarketModel[] {
  const brand = marketBrand(model.brand)
  const usual = spelledUsually(model)
  const other = UNKNOWN[model.id]
  if (other !== undefined) return other === null ? [] : [{ brand, name: other, model }]
  const lot = ALWAYS.has(model.id) ? 0 : lotOf(model.id)
  if (lot < SPELLED_ALIKE) return [{ brand, name: usual, model }]
  // and a tenth it lacks
  return lot < SPELLED_ALIKE + SPELLED_OTHERWISE ? [{ brand, name: otherName(model), model }] : []
}

/** The platform's dictionary of phones. */
interface MarketDictionary {
  /** All models, brand by brand. */
  readonly models: readonly MarketModel[]
  /** The brands, each once. */
  readonly brands: readonly string[]
}

let made: MarketDictionary | null = null

/** The dictionary, which is made at the first look: the trade's models are read for it. */
export function marketDictionary(): MarketDictionary {
  made ??= makeDictionary()
  return made
}

function makeDictionary(): MarketDictionary {
  const { models, brands } = releasedCatalogue().catalogue
  const others = Object.entries(OTHERS).flatMap(([brand, names]) =>
    names.map((name) => ({ brand: marketBrand(brand), name, model: null })),
  )
  return { models: [...models.flatMap(spelled), ...others], brands: [...new Set(brands.map(marketBrand))] }
}
