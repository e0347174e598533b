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
  /** `2项异常`, `全部正常`, `无法检测` …: one phrase of the report's summary line. */
  readonly text: string
  /** How many items of the group have an exception. */
  readonly exceptionCount: number
}

function summariseGroup(
  group: Group,
  asked: ReadonlySet<string>,
  exceptional: ReadonlySet<string>,
  unread: ReadonlySet<string>,
  answers: Answers,
): GroupSummary {
  const items = group.items.filter((item) => asked.has(item.code))
  const exceptionCount = items.filter((item) => exceptional.has(item.code)).length
  const unreadCount = items.filter((item) => unread.has(item.code)).length
  const answeredCount = items.filter((item) => answers[item.code] !== undefined && !unread.has(item.code)).length
  const parts: string[] = []
  if (exceptionCount > 0) parts.push(`${exceptionCount}项异常`)
  if (unreadCount > 0) parts.push(answeredCount === 0 ? '无法检测' : `${unreadCount}项无法检测`)
  if (parts.length === 0) parts.push(answeredCount === 0 ? '未检测' : '全部正常')
  return { group: group.code, name: group.name, text: parts.join('，'), exceptionCount }
}

/** One summary per group, in the template's order, generated from the chosen answers alone (docs/domain.md §1.6). */
export function summarise(template: Template, model: CatalogueModel, answers: Answers): GroupSummary[] {
  const asked = new Set(applicableItems(template, model, answers).map((item) => item.code))
  const exceptional = new Set(exceptionsOf(template, answers).map((exception) => exception.itemCode))
  const unread = uninspectableItems(template, answers)
  return template.groups.map((group) => summariseGroup(group, asked, exceptional, unread, answers))
}

/** The report's summary line: `机身外观 2项异常 / 功能检测 全部正常`. Groups that were not asked are left out. */
export function summaryLine(summaries: readonly GroupSummary[]): string {
  return summaries
    .filter((summary) => summary.text !== '未检测')
    .map((summary) => `${summary.name} ${summary.text}`)
    .join(' / ')
}
