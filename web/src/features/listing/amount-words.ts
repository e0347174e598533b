import type { Fen } from '@huanji/domain/money'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟'] as const
const GROUPS = ['', '万', '亿'] as const

/** Four digits in words, without leading zeroes; empty for none. */
function groupWords(group: number): string {
  let words = ''
  let hasGap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(group / 10 ** place) % 10
    if (digit === 0) {
      hasGap = words !== ''
      continue
    }
    words += `${hasGap ? '零' : ''}${DIGITS[digit]}${PLACES[place]}`
    hasGap = false
  }
  return words
}

function yuanWords(yuan: number): string {
  let words = ''
  for (let index = GROUPS.length - 1; index >= 0; index--) {
    const group = Math.floor(yuan / 10_000 ** index) % 10_000
    if (group === 0) continue
    const needsZero = words !== '' && group < 1000
    words += `${needsZero ? '零' : ''}${groupWords(group)}${GROUPS[index]}`
  }
  return words
}

/**
 * An amount in the capital digits of a cheque: `肆仟贰佰元整`, so that a digit too few or too many is seen at once.
 * @param amountFen not negative, below a trillion yuan
 */
export function amountInWords(amountFen: Fen): string {
  const yuan = Math.floor(amountFen / 100)
  const jiao = Math.floor(amountFen / 10) % 10
  const fen = amountFen % 10
  const whole = yuan === 0 ? '' : `${yuanWords(yuan)}元`
  if (jiao === 0 && fen === 0) return `${whole || '零元'}整`
  const gap = whole !== '' && jiao === 0 ? '零' : ''
  return `${whole}${jiao === 0 ? gap : `${DIGITS[jiao]}角`}${fen === 0 ? '' : `${DIGITS[fen]}分`}`
}
