import { RULE_OPTIONS, UNREADABLE_WITHOUT_BOOT, UNTESTABLE_WITHOUT_DISPLAY } from './codes.ts'
import { failsToBoot, findOption, isChosen, itemsOf } from './template.ts'
import type { Answers, Item, Template } from './types.ts'

function holdsStop(item: Item, answers: Answers): boolean {
  return answers[item.code]?.options.some((code) => findOption(item, code)?.effect === 'stop') ?? false
}

/**
 * The items that cannot be inspected because of another answer (docs/domain.md §1.3): a phone that does not start hides
 * account, battery, display and functions; a dead display hides touch, cameras and True Tone. A hard stop already
 * found in such an item stays: a lock known from elsewhere still counts for a phone that does not start.
 */
export function uninspectableItems(template: Template, answers: Answers): ReadonlySet<string> {
  const noBoot = failsToBoot(answers)
  const noDisplay = isChosen(answers, RULE_OPTIONS.displayDead)
  const hidden = (item: Item): boolean => {
    if (noBoot && item.code !== RULE_OPTIONS.bootsNormally.item) {
      if (/^[DF]/.test(item.code) || UNREADABLE_WITHOUT_BOOT.includes(item.code)) return true
    }
    return noDisplay && UNTESTABLE_WITHOUT_DISPLAY.includes(item.code)
  }
  return new Set(
    itemsOf(template)
      .filter((item) => hidden(item) && !holdsStop(item, answers))
      .map((item) => item.code),
  )
}
