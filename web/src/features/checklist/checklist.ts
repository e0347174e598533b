import { isShownByShot } from '@huanji/domain/photos/shots'
import { RULE_OPTIONS } from '@huanji/domain/template/codes'
import { findingsText, isJudged } from '@huanji/domain/template/exceptions'
import { itemKeys } from '@huanji/domain/template/item-keys'
import { batteryOption, readCount, readPercent, toggleOption } from '@huanji/domain/template/resolve'
import type { Item } from '@huanji/domain/template/types'
import type { Answer, Answers, Shot, Sku, Template, TemplateItem, TemplateOption } from '../inspection/types.ts'

/** What an item takes beside options: whole percents, a whole number, a text, or nothing. */
type TypedValue = 'percent' | 'count' | 'text' | 'none'

/** How an item stands: nobody has said anything yet, fine, worth knowing, lowering the grade, or not to be looked at. */
type ItemStanding = 'open' | 'unasked' | 'normal' | 'info' | 'exception' | 'uninspectable'

/** One item as the checklist shows it. */
export interface ChecklistItem {
  readonly item: TemplateItem
  readonly answer: Answer | undefined
  readonly standing: ItemStanding
  /** The chosen options' names and the typed value, as a person reads them; empty when there is none. */
  readonly text: string
  /** The two keys that lead here, one after the other. */
  readonly keys: string
}

export interface ChecklistGroup {
  readonly code: string
  readonly name: string
  readonly items: readonly ChecklistItem[]
  /** How many further items apply to the model and are not shown until asked for. */
  readonly hiddenCount: number
  /** `2项异常`, `1项待选`, `全部正常`, `已检5项正常，其余6项未检`: what the head line of the group says. */
  readonly summary: string
  readonly exceptionCount: number
}

/** An exception that must be photographed, one an item, with what was ticked in it. */
export interface DefectToShoot {
  readonly itemCode: string
  readonly itemName: string
  readonly optionCode: string
  readonly text: string
}

/** Category, brand and model follow from the model picked, and the SKU is picked before: none of them is asked again. */
const SETTLED_BEFORE: ReadonlySet<string> = new Set(['A01', 'A02', 'A03', 'A04', 'A05', 'A06', 'A07'])

/** What an item takes beside its options. Only input items take anything; the battery takes percents, the cycles a count. */
export function typedValueOf(item: Pick<TemplateItem, 'code' | 'mode'>): TypedValue {
  if (item.mode !== 'input') return 'none'
  if (item.code === RULE_OPTIONS.batteryFull.item) return 'percent'
  return item.code === RULE_OPTIONS.cycleCount.item ? 'count' : 'text'
}

/** True for an option that lowers the grade or stops the listing. */
const isException = (option: TemplateOption): boolean => option.cap !== null

/** The options of an item that an answer has chosen, in the item's order. */
export function chosenOptions(item: TemplateItem, answer: Answer | undefined): TemplateOption[] {
  return item.options.filter((option) => answer?.options.includes(option.code))
}

/** The rules of choosing are the domain's; it asks for more of an item than travels, none of which they look at. */
function asDomainItem(item: TemplateItem): Item {
  return { ...item, appliesTo: { when: 'all' }, quick: true, valueKind: 'none' }
}

/** The answer after one option was tapped or its key pressed: exceptions and the normal answer exclude each other. */
export function answerByOption(item: TemplateItem, answer: Answer | undefined, optionCode: string): Answer {
  return { options: toggleOption(asDomainItem(item), answer?.options ?? [], optionCode) }
}

/** True when what was typed is of the kind that the item takes; an empty text always is. */
export function isReadable(item: TemplateItem, typed: string): boolean {
  const kind = typedValueOf(item)
  if (typed.trim() === '' || kind === 'text') return true
  return kind === 'percent' ? readPercent(typed) !== null : kind === 'count' && readCount(typed) !== null
}

/**
 * The answer of an input item after something readable was typed. A number brings the option it stands for; an emptied
 * box goes back to the normal answer, or to none where that is a claim.
 */
export function answerByValue(item: TemplateItem, answer: Answer | undefined, typed: string): Answer | null {
  const value = typed.trim().slice(0, 40)
  if (value === '') return normalAnswer(item)
  const kind = typedValueOf(item)
  const percent = kind === 'percent' ? readPercent(value) : null
  if (percent !== null) return { options: [batteryOption(percent)], value: String(percent) }
  return { options: kind === 'text' ? (answer?.options ?? []) : [], value }
}

/** An item's normal answer; null when it has none, or when it is a claim that somebody has to make. */
function normalAnswer(item: TemplateItem): Answer | null {
  const normal = item.options.find((option) => option.isDefault)
  return normal && !item.askActively ? { options: [normal.code] } : null
}

function standingOf(item: TemplateItem, answer: Answer | undefined, facts: ChecklistFacts): ItemStanding {
  if (facts.uninspectable.has(item.code)) return 'uninspectable'
  const chosen = chosenOptions(item, answer)
  if (chosen.some(isException)) return 'exception'
  if (answer && (chosen.length > 0 || answer.value)) {
    return chosen.some((option) => option.effect === 'info') ? 'info' : 'normal'
  }
  return item.required && facts.isAsked ? 'open' : 'unasked'
}

function textOf(item: TemplateItem, answer: Answer | undefined): string {
  const value = answer?.value ?? ''
  if (value !== '' && typedValueOf(item) === 'percent') return `${value}%`
  if (value !== '' && typedValueOf(item) === 'count') return `${value}次`
  const names = chosenOptions(item, answer).map((option) => option.name)
  return [...names, value].filter((part) => part !== '').join('、')
}

interface ChecklistFacts {
  readonly uninspectable: ReadonlySet<string>
  readonly isAsked: boolean
}

export interface ChecklistInput {
  /** What the channel asks by default. */
  readonly quick: Template
  /** Everything that applies to the model. */
  readonly full: Template
  readonly answers: Answers
  /** From the server's last check: what cannot be inspected, and what must be answered and is not. */
  readonly uninspectable: readonly string[]
  readonly missing: readonly string[]
  /** Groups whose further items were asked for. */
  readonly opened: ReadonlySet<string>
}

function summaryOf(items: readonly ChecklistItem[], hidden: readonly TemplateItem[]): string {
  const count = (standing: ItemStanding) => items.filter((entry) => entry.standing === standing).length
  const parts: string[] = []
  if (count('exception') > 0) parts.push(`${count('exception')}项异常`)
  if (count('open') > 0) parts.push(`${count('open')}项待选`)
  if (count('uninspectable') > 0) parts.push(`${count('uninspectable')}项无法检测`)
  if (parts.length > 0) return parts.join('，')
  const judged = items.filter(({ item }) => isJudged(item))
  const unasked = judged.filter(({ standing }) => standing === 'unasked').length
  return findingsText({
    normalCount: judged.length - unasked,
    exceptionCount: 0,
    unreadCount: 0,
    uncheckedCount: unasked + hidden.filter(isJudged).length,
  })
}

/**
 * The inspection checklist of one phone: the quick items, and of the others those that were answered, are missing, or
 * stand in a group whose further items were asked for. Items settled by model and SKU are left out.
 */
export function checklistOf(input: ChecklistInput): ChecklistGroup[] {
  const quick = new Set(input.quick.groups.flatMap((group) => group.items.map((item) => item.code)))
  const missing = new Set(input.missing)
  const uninspectable = new Set(input.uninspectable)
  const shown = input.full.groups.map((group) => {
    const items = group.items.filter((item) => !SETTLED_BEFORE.has(item.code))
    const isShown = (item: TemplateItem): boolean =>
      quick.has(item.code) || missing.has(item.code) || item.code in input.answers || input.opened.has(group.code)
    return { code: group.code, name: group.name, all: items, items: items.filter(isShown) }
  })
  const keys = itemKeys(shown.flatMap((group) => group.all))
  return shown
    .filter((group) => group.all.length > 0)
    .map(({ code, name, all, items }) => {
      const entries = items.map((item): ChecklistItem => {
        const answer = input.answers[item.code]
        const isAsked = quick.has(item.code) || missing.has(item.code)
        const standing = standingOf(item, answer, { uninspectable, isAsked })
        return { item, answer, standing, text: textOf(item, answer), keys: keys.get(item.code) ?? '' }
      })
      return {
        code,
        name,
        items: entries,
        hiddenCount: all.length - items.length,
        summary: summaryOf(
          entries,
          all.filter((item) => !items.includes(item)),
        ),
        exceptionCount: entries.filter((entry) => entry.standing === 'exception').length,
      }
    })
}

/** An item that keys lead to, shown or not. */
export interface KeyedItem {
  readonly code: string
  readonly name: string
  readonly keys: string
}

/** What keys lead to: every item that applies to the model and is not settled before, in the template's order. */
export function keyedItems(full: Template): KeyedItem[] {
  const items = full.groups.flatMap((group) => group.items).filter((item) => !SETTLED_BEFORE.has(item.code))
  const keys = itemKeys(items)
  return items.map(({ code, name }) => ({ code, name, keys: keys.get(code) ?? '' }))
}

/** Every item on the checklist, group by group. */
export const checklistItems = (groups: readonly ChecklistGroup[]): ChecklistItem[] =>
  groups.flatMap((group) => group.items)

/** The items that somebody has to answer actively and nobody has yet, in the order in which they are walked. */
export function openItems(groups: readonly ChecklistGroup[]): ChecklistItem[] {
  return checklistItems(groups).filter((entry) => entry.standing === 'open')
}

/** The answers with another one for an item; null takes it away. */
export function withAnswer(answers: Answers, itemCode: string, answer: Answer | null): Answers {
  const { [itemCode]: _old, ...others } = answers
  return answer === null ? others : { ...others, [itemCode]: answer }
}

/** The answers after 都正常 for one group, or for all: exceptions go back to normal, claims stay as they were made. */
export function withNormal(groups: readonly ChecklistGroup[], answers: Answers, groupCode?: string): Answers {
  const changed: Answers = { ...answers }
  for (const group of groups) {
    if (groupCode !== undefined && group.code !== groupCode) continue
    for (const { item, standing } of group.items) {
      const normal = normalAnswer(item)
      if (normal && standing !== 'unasked') changed[item.code] = normal
    }
  }
  return changed
}

/** What of a record's photographs there is: the shots that it must have, and those that were taken. */
export interface ShotsOfPhone {
  readonly shots: readonly Pick<Shot, 'code' | 'rule'>[]
  readonly real: readonly { readonly position: string | null }[]
}

/**
 * The exceptions of which a defect photo is compulsory (docs/domain.md §4.1): one an item, in the checklist's order. An
 * item that a shot shows anyway is left out.
 */
export function defectsToShoot(groups: readonly ChecklistGroup[], { shots, real }: ShotsOfPhone): DefectToShoot[] {
  const taken = real.map(({ position }) => position)
  return checklistItems(groups).flatMap(({ item, answer, standing }) => {
    const [first, ...others] = chosenOptions(item, answer).filter(isException)
    if (item.photo === 'none' || standing !== 'exception' || !first) return []
    if (isShownByShot(item.code, shots, taken)) return []
    const text = [first, ...others].map((option) => option.name).join('、')
    return [{ itemCode: item.code, itemName: item.name, optionCode: first.code, text }]
  })
}

/** The items with a word of a name or a code in them, best first, for jumping there. */
export function findItems(template: Template, query: string): TemplateItem[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return []
  const rank = (item: TemplateItem): number => {
    const name = item.name.toLowerCase()
    if (item.code.toLowerCase() === wanted || name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    if (name.includes(wanted)) return 2
    return item.options.some((option) => option.name.toLowerCase().includes(wanted)) ? 3 : 9
  }
  return template.groups
    .flatMap((group) => group.items)
    .filter((item) => !SETTLED_BEFORE.has(item.code) && rank(item) < 9)
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, 8)
}

/** The answers with the SKU's own items filled from the SKU, so that a check knows everything that was picked. */
export function withSkuAnswers(template: Template, answers: Answers, sku: Sku): Answers {
  const filled: Answers = { ...answers }
  const values = { A04: sku.regulatoryNo, A05: sku.ram, A06: sku.storage, A07: sku.colour }
  const items = new Map(template.groups.flatMap((group) => group.items.map((item) => [item.code, item])))
  for (const [code, value] of Object.entries(values)) {
    const item = items.get(code)
    if (!item || value === '') continue
    const option = item.options.find((one) => one.name === value)
    filled[code] = option ? { options: [option.code] } : { options: [], value }
  }
  return filled
}
