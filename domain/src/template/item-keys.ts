import { dictionary } from '../dictionary.ts'

/**
 * The two keys of each item of the phone template: the initials of two characters of its name in pinyin (屏幕划痕 `ph`,
 * 电池健康度 `dc`), or two letters of a name that is not Chinese. What model and SKU settle has none.
 */
const INITIALS: Readonly<Record<string, string>> = dictionary({
  A08: 'wl',
  A09: 'gm',
  A10: 'kl',
  A11: 'qx',
  A12: 'bx',
  A13: 'xt',
  A14: 'dc',
  A15: 'xh',
  A16: 'zs',
  A17: 'hf',
  A18: 'sm',
  A19: 'pj',
  A20: 'sh',
  B01: 'hh',
  B02: 'bk',
  B03: 'kp',
  B04: 'yz',
  B05: 'kz',
  B06: 'wq',
  B07: 'fx',
  B08: 'hp',
  B09: 'zk',
  B10: 'jp',
  B11: 'kt',
  B12: 'zz',
  C01: 'ph',
  C02: 'ps',
  C03: 'pq',
  C04: 'pz',
  C05: 'bh',
  C06: 'zh',
  C07: 'fw',
  D01: 'ld',
  D02: 'lb',
  D03: 'sc',
  D04: 'tz',
  D05: 'sb',
  D06: 'jh',
  D07: 'lo',
  D08: 'xs',
  D09: 'bg',
  D10: 'fp',
  E01: 'pw',
  E02: 'dw',
  E03: 'zb',
  E04: 'sw',
  E05: 'hg',
  E06: 'qt',
  E07: 'qj',
  E08: 'fc',
  E09: 'js',
  E10: 'lj',
  E11: 'ts',
  F01: 'kj',
  F02: 'cm',
  F03: 'fi',
  F04: 'zw',
  F05: 'rl',
  F06: 'hz',
  F07: 'qz',
  F08: 'sg',
  F09: 'ys',
  F10: 'tt',
  F11: 'mk',
  F12: 'wf',
  F13: 'ly',
  F14: 'ky',
  F15: 'ke',
  F16: 'th',
  F17: 'jd',
  F18: 'yx',
  F19: 'wx',
  F20: 'us',
  F21: 'zd',
  F22: 'nf',
  F23: 'gp',
  F24: 'jl',
  F25: 'gx',
  F26: 'zn',
  F27: 'tl',
  F28: 'dy',
  F29: 'jy',
  F30: 'ho',
  F31: 'yc',
  F32: 'jg',
  F33: 'hw',
  F34: 'sx',
})

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * The keys that lead to each item, by item code: two lower-case letters each, so that none begins another. An item of
 * the phone template has its initials whatever else is asked; any other begins with the letter of its group.
 * @throws RangeError for more items than there are pairs of letters
 */
export function itemKeys(items: readonly { readonly code: string }[]): Map<string, string> {
  const taken = new Set(Object.values(INITIALS))
  const free = (first: string): string | undefined => {
    const second = LETTERS.find((letter) => !taken.has(first + letter))
    return second === undefined ? undefined : first + second
  }
  const keyOf = ({ code }: { readonly code: string }): string => {
    const group = code.slice(0, 1).toLowerCase()
    const keys = INITIALS[code] ?? [group, ...LETTERS].map(free).find((pair) => pair !== undefined)
    if (keys === undefined) throw new RangeError('there are more items than pairs of letters')
    taken.add(keys)
    return keys
  }
  return new Map(items.map((item) => [item.code, keyOf(item)]))
}
