import { brandNames } from './brands.ts'
import type { CatalogueModel } from './types.ts'

/**
 * A text as names are compared: half width, small letters, no blanks and signs, `+` as plus, no 版, generations in digits
 * (`SE（第三代）` is `se3`).
 */
export function plainName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*1\s*(?:\+|加)(?=\D|\d)/, '一加')
    .replace(/(?<=[a-z][\s(（]*)第?([一二三四五六])代/g, (_all, numeral: string) =>
      String('一二三四五六'.indexOf(numeral) + 1),
    )
    .replace(/(?<=[a-z][\s(（]*)第?\s*(\d)\s*(?:代|st gen|nd gen|rd gen)/g, '$1')
    .replaceAll('+', 'plus')
    .replace(/[\s\-_/.·•'"()（）[\]【】《》]/g, '')
    .replaceAll('版', '')
}

/** The same without 5G, which says something only where there is a twin with 4G. */
export const withoutNetwork = (name: string): string => name.replace(/5g(?![a-z0-9])/g, '')

/** How dealers write a series: by its initial, or without the word that all of its models share. */
const SERIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^mate(?=\d)/, ['m', 'mt']],
  [/^mate(?=x|rs)/, ['m']],
  [/^pura(?=\d)/, ['p', 'pu']],
  [/^pura(?=x)/, ['p']],
  [/^nova(?=\d)/, ['n']],
  [/^findx(?=\d|$)/, ['fx', 'x']],
  [/^findn(?=\d|$)/, ['fn', 'n']],
  [/^reno(?=\d)/, ['r']],
  [/^note(?=\d)/, ['n']],
  [/^turbo(?=\d)/, ['t']],
  [/^magicvflip/, ['mvflip', 'vflip']],
  [/^magicvs(?=\d|$)/, ['mvs', 'vs']],
  [/^magicv(?=\d|$)/, ['mv', 'v']],
  [/^magic(?=\d)/, ['m', 'mg']],
  [/^neo(?=\d)/, ['n']],
  [/^gtneo(?=\d)/, ['gtn', 'neo']],
  [/^ace(?=\d)/, ['a']],
  [/^zfold(?=\d)/, ['fold', 'zf']],
  [/^zflip(?=\d)/, ['flip', 'zf']],
  [/^xfold(?=\d|$|plus)/, ['xf', 'fold']],
  [/^xflip/, ['flip']],
  [/^mixfold(?=\d|$)/, ['mf', 'fold']],
  [/^mixflip(?=\d|$)/, ['flip']],
  [/^civi(?=\d)/, ['c']],
  [/^畅享(?=\d)/, ['畅', 'enjoy', 'cx', 'changxiang']],
  [/^畅玩(?=\d)/, ['play', 'cw', 'changwan']],
  [/^play(?=\d)/, ['畅玩']],
  [/^galaxy/, ['']],
  [/^legion/, ['拯救者']],
  [/^拯救者/, ['legion']],
]

/** Endings of a name, each with what is written for it. `hot` ones are certain, the others may mean another model as well. */
const ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/promax$/, ['pm', 'pmax', 'prom']],
  [/proplus$/, ['pplus', 'pp']],
  [/pro$/, ['p']],
  [/ultra$/, ['u']],
  [/至尊$/, ['u', 'ultra', 'zz']],
  [/(?<=rs)非凡大师$/, ['']],
  [/rs非凡大师$/, ['rs', '非凡大师']],
  [/青春$/, ['lite']],
  [/(?<=^\d{2})mini$/, ['mn']],
]

/** `7 Plus` is 7p; from the 14 on the Plus shares its letter with the Pro, which is meant first. */
const APPLE_ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?=[678])(.*?)plus$/, ['$1p']],
  [/^(xs)max$/, ['$1m']],
  [/^(1[23])mini$/, ['$1m']],
  [/^se(?=\d)/, ['iphonese', 'se']],
]
const APPLE_WEAK: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(1[456])plus$/, ['$1p']],
  [/^air$/, ['17air']],
]

const unique = (keys: readonly string[]): string[] => [...new Set(keys)].filter((key) => key !== '')

function variants(
  keys: readonly string[],
  rules: readonly (readonly [RegExp, readonly string[]])[],
): readonly string[] {
  const made = keys.flatMap((key) =>
    rules.flatMap(([pattern, others]) => (pattern.test(key) ? others.map((other) => key.replace(pattern, other)) : [])),
  )
  return unique([...keys, ...made])
}

/** What a model answers to, all as `plainName` writes it and without its brand. */
export interface ModelNames {
  /** Its name and the short forms that mean it. */
  readonly strong: readonly string[]
  /** Short forms that mean another model first. */
  readonly weak: readonly string[]
}

/** Two letters name a brand only where a number follows: 米 is no part of mix. */
const beginsWithBrand = (name: string, word: string): boolean =>
  name.startsWith(word) &&
  name.length > word.length &&
  (!/^[a-z]{1,2}$/.test(word) || /^\d/.test(name.slice(word.length)))

/** A name without the names of its brand before it. */
export function withoutBrand(name: string, brand: string): string {
  const { own, under } = brandNames(brand)
  const words = [...own, ...under, plainName(brand)]
  let rest = name
  for (let word = words.find((one) => beginsWithBrand(rest, one)); word !== undefined; ) {
    rest = rest.slice(word.length)
    word = words.find((one) => beginsWithBrand(rest, one))
  }
  return rest
}

/** The names of a model, by rules and never by a list of single phones. */
export function modelNames({ name, brand, aliases }: Pick<CatalogueModel, 'name' | 'brand' | 'aliases'>): ModelNames {
  const whole = unique([name, ...aliases].map((one) => withoutBrand(plainName(one), brand)))
  // a name that was given twice stands with its year, and is asked for without
  const bare = unique(
    [name, ...aliases]
      .flatMap((one) => [one, one.replace(/[(（]20\d\d[)）]/, '')])
      .map((one) => withoutNetwork(withoutBrand(plainName(one), brand))),
  )
  const [own = ''] = whole
  const series = variants(bare, SERIES)
  const isApple = brand === '苹果'
  if (own !== withoutNetwork(own)) {
    // its name without the network may be its twin's, which is meant first
    const strong = variants(variants(whole, SERIES), ENDINGS)
    return { strong, weak: variants(series, ENDINGS).filter((key) => !strong.includes(key)) }
  }
  const short = variants(variants(series, ENDINGS), isApple ? APPLE_ENDINGS : [])
  // a number with an abbreviated ending is Apple's where no brand stands before it
  const strong = isApple ? short : short.filter((key) => series.includes(key) || !/^\d/.test(key))
  const others = isApple ? variants(bare, APPLE_WEAK) : short
  return { strong, weak: others.filter((key) => !strong.includes(key)) }
}
