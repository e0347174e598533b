/** What a spreadsheet makes of a code in a column of numbers: `3.5E+14`, of LibreOffice `3.5E+014`. */
const EXPONENT = /^\d(?:[.,]\d+)?E\s*\+?\s*\d{1,3}$/i
/** What is left of such a number once it is written out: the first digits, and zeros. A star hides a digit. */
const ROUNDED = /^(?=.{14,})\d{3,}0{9,}$/
/** What it makes of a code with a slash or a dash in it. */
const DATE = /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[-/]\d{1,2}[-/]\d{2,4})(?:[ T].*)?$/

/** What to tell of a code that a spreadsheet has spoilt. */
export const SPOILT_CODE_MESSAGE = 'Excel 已将编码变成数字或日期，请把该列设为“文本”格式并重新填写，再导入'

/** True for what a spreadsheet has made a number or a date of: the code that was there is lost. */
export const isSpoiltCode = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim()
  return EXPONENT.test(plain) || ROUNDED.test(plain.replace(/\*$/, '0')) || DATE.test(plain)
}

/** What a spreadsheet has made of a paper's number, such as 3.80E+18, with what to do. */
const spoiltNumber = (what: string, text: string): string =>
  `${what}被表格软件改成了${text.trim().slice(0, 40)}，末尾几位已丢失`

/** What to tell of a number of a settlement file that a spreadsheet has spoilt. */
export const spoiltStatementMessage = (what: '订单号' | '结算单号', text: string): string =>
  `${spoiltNumber(what, text)}：请在闲鱼后台重新下载结算单，直接导入，不要用Excel另存`

/** What to tell of such a number in a table that somebody keeps. */
export const spoiltOrderMessage = (what: '订单号或条码' | '运单号', text: string): string =>
  `${spoiltNumber(what, text)}：请重新下载，不要用Excel另存；自己填的表，请把这一列设为“文本”格式再填`

/**
 * True for a long number that looks as if it had been kept with fifteen digits: zeros behind them. One in a thousand
 * numbers of eighteen digits looks so by chance, which a list of them does not.
 */
export const hasLostDigits = (text: string): boolean => /^\d{15}0{3,}$/.test(text.trim())

/** So many zeros at the end of an IMEI are more likely a spreadsheet's than the phone's. */
const DOUBTFUL_ZEROS = /0{6,}$/

/** What to look at before a phone is taken in under this IMEI; empty for nothing. */
export function imeiDoubt(imei: string): string {
  const zeros = DOUBTFUL_ZEROS.exec(imei)?.[0].length ?? 0
  return zeros === 0 ? '' : `IMEI末尾有${zeros}个0，像是被表格软件改过，请对照手机核对`
}
