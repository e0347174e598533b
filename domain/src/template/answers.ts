import type { CatalogueModel } from '../catalogue/types.ts'
import type { Channel } from '../channel.ts'
import { cleanAnswers } from './cleaning.ts'
import { RULE_OPTIONS } from './codes.ts'
import { bindingCauses } from './exceptions.ts'
import { fitted } from './fitting.ts'
import { readCount, readPercent, resolveAnswer } from './resolve.ts'
import { applicableItems, findItem, findOption, isChosen, isNewPhone, itemsOf } from './template.ts'
import type { Answer, Answers, Item, Template } from './types.ts'
import { uninspectableItems } from './uninspectable.ts'

export { defaultAnswers } from './cleaning.ts'
export { toggleOption } from './resolve.ts'

export interface AnswerProblem {
  /** Null when the problem belongs to no single item. */
  readonly itemCode: string | null
  /** `block` must be put right before the record is submitted; `warn` asks for a second look. */
  readonly level: 'block' | 'warn'
  readonly message: string
}

export interface CheckedAnswers {
  /** Cleaned: only items that are asked, defaults filled in, options allowed together, cascades applied. */
  readonly answers: Answers
  /** Codes of the asked items that cannot be inspected. */
  readonly uninspectable: readonly string[]
  readonly problems: readonly AnswerProblem[]
  /** Codes of the items that must be answered and are not. */
  readonly missing: readonly string[]
}

export interface CheckOptions {
  readonly channel: Channel
  /** Ask the smallest sensible set only. The curated channel always asks the full set. */
  readonly quick: boolean
}

function block(itemCode: string | null, message: string): AnswerProblem {
  return { itemCode, level: 'block', message }
}

function warn(itemCode: string, message: string): AnswerProblem {
  return { itemCode, level: 'warn', message }
}

/**
 * Every answer in the form in which it would be stored, whether or not its item is asked. Options that the model cannot
 * have are gone before one of several is kept: they push no finding aside.
 */
function givenAnswers(template: Template, model: CatalogueModel, raw: Answers): Answers {
  const given: Record<string, Answer> = {}
  for (const item of itemsOf(template)) {
    const answer = resolveAnswer(fitted(item, model), raw[item.code], model.platform)
    if (answer) given[item.code] = answer
  }
  return given
}

/**
 * The items asked in this check: everything that applies, or its quick part, always with what was answered anyway and,
 * for a new phone, the three-code check that newness depends on.
 */
function askedItems(template: Template, model: CatalogueModel, given: Answers, options: CheckOptions): Item[] {
  const items = applicableItems(template, model, given)
  if (!options.quick || options.channel === 'curated') return items
  const unread = uninspectableItems(template, given)
  const needsThreeCodes = isNewPhone(given)
  return items.filter(
    (item) =>
      item.quick ||
      (given[item.code] !== undefined && !unread.has(item.code)) ||
      (needsThreeCodes && item.code === RULE_OPTIONS.threeCodesAgree.item),
  )
}

/** What was sent in but cannot stand: codes the template does not know, numbers that are none. */
export function inputProblems(template: Template, raw: Answers): AnswerProblem[] {
  return Object.entries(raw).flatMap(([itemCode, answer]) => {
    const item = findItem(template, itemCode)
    if (!item) return [block(itemCode, `当前模板没有检测项${itemCode}，请刷新页面后重试`)]
    const problems: AnswerProblem[] = []
    if (answer.options.some((code) => findOption(item, code) === null)) {
      problems.push(block(itemCode, `「${item.name}」的选项已失效，请重新选择`))
    }
    const text = answer.value?.trim() ?? ''
    if (item.valueKind === 'percent' && text !== '' && readPercent(text) === null) {
      problems.push(block(itemCode, `「${item.name}」请填写0–100的整数`))
    }
    if (item.valueKind === 'count' && text !== '' && readCount(text) === null) {
      problems.push(block(itemCode, `「${item.name}」请填写0–9999的整数`))
    }
    return problems
  })
}

function variantProblems(template: Template, model: CatalogueModel, answers: Answers): AnswerProblem[] {
  const nameOf = (itemCode: string): string | null => {
    const item = findItem(template, itemCode)
    const chosen = answers[itemCode]?.options[0]
    return item && chosen ? (findOption(item, chosen)?.name ?? null) : null
  }
  const ram = nameOf('A05')
  const storage = nameOf('A06')
  // of a model whose variants nobody knows any may be the right one
  if (model.storages.length === 0) return []
  if (storage !== null && !model.storages.some((variant) => variant.storage === storage)) {
    return [block('A06', `${model.name}没有${storage}的版本，请重新选择存储容量`)]
  }
  const fits = model.storages.some(
    (variant) => (ram === null || variant.ram === ram) && (storage === null || variant.storage === storage),
  )
  return fits ? [] : [block('A05', `${model.name}没有${ram}+${storage ?? ''}的版本，请重新选择运行内存`)]
}

/** A new phone has no exceptions, a full battery and three codes that agree (docs/domain.md §1.3). */
function newPhoneProblems(
  template: Template,
  model: CatalogueModel,
  answers: Answers,
  raw: Answers,
  channel: Channel,
): AnswerProblem[] {
  if (!isNewPhone(answers)) return []
  const problems = bindingCauses(template, answers, { channel, platform: model.platform })
    .filter((cause) => cause.itemCode !== 'A14' && cause.itemCode !== RULE_OPTIONS.threeCodesAgree.item)
    .map((cause) => block(cause.itemCode, '全新机不可勾选异常项'))
  const typed = raw.A14?.value?.trim() ?? ''
  const percent = readPercent(typed)
  const choseLess = bindingCauses(template, answers, { channel, platform: 'apple' }).some((c) => c.itemCode === 'A14')
  if ((percent !== null && percent !== 100) || choseLess) {
    problems.push(block('A14', '全新机电池健康度应为100%，请核对是否全新'))
  }
  const threeCodes = RULE_OPTIONS.threeCodesAgree
  if (answers[threeCodes.item] && !isChosen(answers, threeCodes)) {
    problems.push(block(threeCodes.item, '全新机须三码合一，请核对系统、机身与包装盒上的IMEI'))
  }
  return problems
}

type RuleOption = (typeof RULE_OPTIONS)[keyof typeof RULE_OPTIONS]

/** The system names a part as not original, but the repair item says nothing about it. */
const PART_WARNINGS: readonly { part: RuleOption; unrepaired: RuleOption; message: string }[] = [
  {
    part: RULE_OPTIONS.screenPartUnknown,
    unrepaired: RULE_OPTIONS.screenUnrepaired,
    message: '系统提示显示屏非原装，请核对屏幕维修项',
  },
  {
    part: RULE_OPTIONS.batteryPartUnknown,
    unrepaired: RULE_OPTIONS.batteryUnrepaired,
    message: '系统提示电池非原装，请核对电池维修项',
  },
  {
    part: RULE_OPTIONS.cameraPartUnknown,
    unrepaired: RULE_OPTIONS.cameraUnrepaired,
    message: '系统提示摄像头非原装，请核对摄像头维修项',
  },
]

/** Two findings that usually come together, when only the first is there. */
function pairWarnings(answers: Answers): AnswerProblem[] {
  const lacksRepair = (unrepaired: RuleOption): boolean =>
    answers[unrepaired.item] === undefined || isChosen(answers, unrepaired)
  const problems = PART_WARNINGS.filter((rule) => isChosen(answers, rule.part) && lacksRepair(rule.unrepaired)).map(
    (rule) => warn(rule.unrepaired.item, rule.message),
  )
  if (isChosen(answers, RULE_OPTIONS.noTrueTone) && lacksRepair(RULE_OPTIONS.screenUnrepaired)) {
    problems.push(warn('E01', '无原彩常见于更换过屏幕，请核对屏幕维修项'))
  }
  if (isChosen(answers, RULE_OPTIONS.faceIdFails) && !isChosen(answers, RULE_OPTIONS.frontCameraReplaced)) {
    problems.push(warn('E04', 'Face ID异常常见于更换过前摄，请核对摄像头维修项'))
  }
  if (isChosen(answers, RULE_OPTIONS.noBaseband) && lacksRepair(RULE_OPTIONS.boardUnrepaired)) {
    problems.push(warn('E03', '无基带常见于主板维修，请核对主板维修项'))
  }
  return problems
}

/** A stop forbids listing, not recording: the refused phone needs a report too. */
function stopWarnings(template: Template, answers: Answers, platform: CatalogueModel['platform']): AnswerProblem[] {
  return bindingCauses(template, answers, { channel: 'auction', platform })
    .filter((cause) => cause.cap === 'X')
    .map((cause) => warn(cause.itemCode, `${cause.itemName}：${cause.optionName}，该手机不可上架`))
}

/**
 * Checks and cleans the answers of one unit by every rule between items (docs/domain.md §1.3, §1.4). Cleaning is
 * idempotent: checking the cleaned answers again gives the same answers. Brand and model are those of `model`.
 * Normal answers are filled in, except where an answer is a claim that somebody has to make. Nothing is refused by
 * throwing: what stands in the way is listed in `problems` and `missing`.
 */
export function checkAnswers(
  template: Template,
  model: CatalogueModel,
  raw: Answers,
  options: CheckOptions,
): CheckedAnswers {
  const given = givenAnswers(template, model, raw)
  const items = askedItems(template, model, given, options)
  const answers = cleanAnswers(template, model, items, given)
  const unread = uninspectableItems(template, answers)
  const problems = [
    ...inputProblems(template, raw),
    ...variantProblems(template, model, answers),
    ...newPhoneProblems(template, model, answers, raw, options.channel),
    ...pairWarnings(answers),
    ...stopWarnings(template, answers, model.platform),
  ]
  const missing = items.filter((item) => item.required && !unread.has(item.code) && answers[item.code] === undefined)
  return {
    answers,
    uninspectable: items.filter((item) => unread.has(item.code)).map((item) => item.code),
    problems,
    missing: missing.map((item) => item.code),
  }
}
