import { chosenOptions } from '../checklist/checklist.ts'
import type { Answer, Answers, Template } from '../inspection/types.ts'

/** A phone's whole answers: the batch's with its own in their place. */
export const wholeAnswers = (common: Answers, own: Answers): Answers => ({ ...common, ...own })

function isSame(one: Answer | undefined, other: Answer | undefined): boolean {
  if (!one || !other) return one === other
  const [options, others] = [[...one.options].sort(), [...other.options].sort()]
  return (
    (one.value ?? '') === (other.value ?? '') &&
    options.length === others.length &&
    options.every((code, index) => code === others[index])
  )
}

/** What of a phone's whole answers is its own. An answer that was taken away is the batch's again. */
export function ownAnswers(common: Answers, whole: Answers): Answers {
  return Object.fromEntries(Object.entries(whole).filter(([code, answer]) => !isSame(common[code], answer)))
}

/** A phone's own answers as a person reads them, in the template's order: `屏幕划痕：明显划痕`. */
export function ownWords(template: Template | undefined, own: Answers): { itemCode: string; text: string }[] {
  const items = template?.groups.flatMap((group) => group.items) ?? []
  return items.flatMap((item) => {
    const answer = own[item.code]
    if (!answer) return []
    const names = chosenOptions(item, answer).map((option) => option.name)
    const said = [...names, answer.value ?? ''].filter((part) => part !== '').join('、')
    return [{ itemCode: item.code, text: `${item.name}：${said}` }]
  })
}
