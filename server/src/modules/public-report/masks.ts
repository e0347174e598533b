/** How a report names its inspector: by the family name. */
const INSPECTOR_TITLE = '师傅'
const TWO_SIGN_SURNAMES =
  /^(欧阳|司马|上官|诸葛|尉迟|皇甫|司徒|东方|夏侯|慕容|令狐|宇文|长孙|公孙|端木|南宫|独孤|轩辕|申屠|闻人)(?=.)/u
const HAN = /^\p{Script=Han}/u

/** A person's name as strangers may read it: 王小明 is 王师傅, and who has no Chinese name is 质检师傅. */
export function inspectorTitle(name: string | null): string {
  const surname = TWO_SIGN_SURNAMES.exec(name ?? '')?.[1] ?? HAN.exec(name ?? '')?.[0] ?? '质检'
  return surname + INSPECTOR_TITLE
}

/** Fewer signs would leave little of a code to guess. */
const WHOLE_MASK_MIN = 12

/** A phone's code as strangers may read it: three signs, dots, and the last four, which a buyer can compare with the phone. */
export function maskCode(code: string): string {
  const start = code.length < WHOLE_MASK_MIN ? 0 : 3
  const end = Math.min(4, Math.floor(code.length / 2))
  return code.slice(0, start) + '•'.repeat(code.length - start - end) + code.slice(code.length - end)
}
