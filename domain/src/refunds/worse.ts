import { severityOf } from '../template/resolve.ts'
import type { Answer, Item, Option } from '../template/types.ts'

/** What is looked at of an item; whoever has a template by a call has as much. */
type Asked = Pick<Item, 'mode' | 'options'>
type Chosen = Pick<Answer, 'options'> | null

/** The options that an answer has chosen, in the answer's order; those that the item does not have are left out. */
export const chosenOptions = ({ options }: Asked, answer: Chosen): Option[] =>
  (answer?.options ?? []).flatMap((code) => options.find((option) => option.code === code) ?? [])

/** A worse option than any before, or where an item takes several, one more defect beside those that were known. */
export function isWorse(item: Asked, sold: Chosen, now: Chosen): boolean {
  const known = chosenOptions(item, sold)
  const worst = Math.max(0, ...known.map((option) => severityOf(option)))
  const isNew = ({ code }: Option) => item.mode === 'multi' && !known.some((one) => one.code === code)
  return chosenOptions(item, now).some((option) => option.cap !== null && (severityOf(option) > worst || isNew(option)))
}
