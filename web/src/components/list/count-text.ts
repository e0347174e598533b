import { COUNT_CAP, TAB_COUNT_CAP } from '@huanji/contract/constants'

/** A count as it reads: the server stops counting at the cap, which reads as one less and a plus. */
export const countText = (count: number): string => (count >= TAB_COUNT_CAP ? `${TAB_COUNT_CAP - 1}+` : String(count))

/** How many rows there are as it reads: `75`, `10000+`. */
export const totalText = ({
  total,
  totalIsCapped,
}: {
  readonly total: number
  readonly totalIsCapped: boolean
}): string => (totalIsCapped ? `${COUNT_CAP}+` : String(total))
