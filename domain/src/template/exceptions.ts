import type { CatalogueModel, Platform } from '../catalogue/types.ts'
import type { Channel } from '../channel.ts'
import { isNoFaultOn, resolveAnswer } from './resolve.ts'
import { applicableItems, findOption, itemsOf } from './template.ts'
import type { Answers, Grade, Group, GroupCode, Item, Option, Template } from './types.ts'
import { uninspectableItems } from './uninspectable.ts'

/** A chosen option that is neither the normal answer nor mere information. */
export interface Exception {
  readonly itemCode: string
  readonly optionCode: string
  readonly itemName: string
  readonly optionName: string
  /** A defect photo of this item is compulsory. */
  readonly photoRequired: boolean
  /** The unit must not be listed. */
  readonly stop: boolean
}

/** An exception with the grade it still allows. */
export interface Cause {
  readonly itemCode: string
  readonly optionCode: string
  readonly itemName: string
  readonly optionName: string
  readonly cap: Grade
}

function chosenOptions(item: Item, answers: Answers, platform?: Platform): Option[] {
  const answer = resolveAnswer(item, answers[item.code], platform)
  return (answer?.options ?? []).map((code) => findOption(item, code)).filter((option) => option !== null)
}

/**
 * Every chosen option that lowers the grade or stops the listing, in the template's order (docs/domain.md §2.3).
 * A defect photo is required where the item's photo rule asks for one at all.
 */
export function exceptionsOf(template: Template, answers: Answers): Exception[] {
  return itemsOf(template).flatMap((item) =>
    chosenOptions(item, answers)
      .filter((option) => option.cap !== null)
      .map((option) => ({
        itemCode: item.code,
        optionCode: option.code,
        itemName: item.name,
        optionName: option.name,
        photoRequired: item.photo !== 'none',
        stop: option.effect === 'stop',
      })),
  )
}

/**
 * The exceptions that bind the grade (docs/domain.md §2.3): an origin is only a label on the auction
 * market unless it stops the listing, and a battery that cannot be read is no fault of an Android phone.
 */
export function bindingCauses(
  template: Template,
  answers: Answers,
  sale: { readonly channel: Channel; readonly platform: Platform },
): Cause[] {
  const binds = (item: Item, option: Option): boolean => {
    if (item.code === 'A09' && sale.channel === 'auction') return option.effect === 'stop'
    return !isNoFaultOn(sale.platform, option)
  }
  return itemsOf(template).flatMap((item) =>
    chosenOptions(item, answers, sale.platform).flatMap((option) =>
      option.cap !== null && binds(item, option)
        ? [
            {
              itemCode: item.code,
              optionCode: option.code,
              itemName: item.name,
              optionName: option.name,
              cap: option.cap,
            },
          ]
        : [],
    ),
  )
}

export interface GroupSummary {
  readonly group: GroupCode
  readonly name: string
  /** `2项异常`, `全部正常`, `已检5项正常，其余6项未检`, `无法检测` …: one phrase of the report's summary line. */
  readonly text: string
  /** How many items of the group have an exception. */
  readonly exceptionCount: number
}

/** True for an item that can be found normal or not: one whose options all inform or name the variant says neither. */
export const isJudged = ({ options }: { readonly options: readonly Pick<Option, 'cap'>[] }): boolean =>
  options.some((option) => option.cap !== null)

/** What was found of the items that stand for one thing, such as a group of the report. */
export interface Findings {
  readonly normalCount: number
  readonly exceptionCount: number
  /** Items that could not be inspected because of another answer. */
  readonly unreadCount: number
  /** Items that apply to the phone and that nobody was asked. */
  readonly uncheckedCount: number
}

/**
 * The findings in words: `全部正常` is said only where everything that applies was looked at, and what was not is said
 * beside what was found (docs/domain.md §1.6).
 */
export function findingsText({ normalCount, exceptionCount, unreadCount, uncheckedCount }: Findings): string {
  if (normalCount + exceptionCount + unreadCount === 0) return '未检测'
  if (exceptionCount + unreadCount === 0) {
    return uncheckedCount === 0 ? '全部正常' : `已检${normalCount}项正常，其余${uncheckedCount}项未检`
  }
  const parts: string[] = []
  if (exceptionCount > 0) parts.push(`${exceptionCount}项异常`)
  if (unreadCount > 0) parts.push(normalCount + exceptionCount === 0 ? '无法检测' : `${unreadCount}项无法检测`)
  if (uncheckedCount > 0) parts.push(`${uncheckedCount}项未检`)
  return parts.join('，')
}

function summariseGroup(
  group: Group,
  judged: ReadonlySet<string>,
  exceptional: ReadonlySet<string>,
  unread: ReadonlySet<string>,
  answers: Answers,
): GroupSummary {
  const items = group.items.filter((item) => judged.has(item.code))
  const exceptionCount = items.filter((item) => exceptional.has(item.code)).length
  const unreadCount = items.filter((item) => unread.has(item.code)).length
  const answered = items.filter((item) => answers[item.code] !== undefined && !unread.has(item.code))
  const findings = {
    normalCount: answered.filter((item) => !exceptional.has(item.code)).length,
    exceptionCount,
    unreadCount,
    uncheckedCount: items.length - unreadCount - answered.length,
  }
  return { group: group.code, name: group.name, text: findingsText(findings), exceptionCount }
}

/**
 * One summary per group, in the template's order, generated from the chosen answers alone (docs/domain.md §1.6). It counts
 * the items of `template` that apply to the model, so that a quick check says how much of them it left out.
 */
export function summarise(template: Template, model: CatalogueModel, answers: Answers): GroupSummary[] {
  const items = applicableItems(template, model, answers).filter(isJudged)
  const judged = new Set(items.map((item) => item.code))
  const exceptional = new Set(exceptionsOf(template, answers).map((exception) => exception.itemCode))
  const unread = uninspectableItems(template, answers)
  return template.groups.map((group) => summariseGroup(group, judged, exceptional, unread, answers))
}

/** The report's summary line: `机身外观 2项异常 / 功能检测 全部正常`. Groups that were not asked are left out. */
export function summaryLine(summaries: readonly GroupSummary[]): string {
  return summaries
    .filter((summary) => summary.text !== '未检测')
    .map((summary) => `${summary.name} ${summary.text}`)
    .join(' / ')
}
