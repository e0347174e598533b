import type { Platform } from '../catalogue/types.ts'
import type { Channel } from '../channel.ts'
import { bindingCauses, type Cause } from '../template/exceptions.ts'
import { isNewPhone } from '../template/template.ts'
import type { Answers, Grade, Template } from '../template/types.ts'
import { isFunction } from './function-axis.ts'
import { GRADE_LABELS, gradeRank, isWorse } from './ladder.ts'

export type { Cause } from '../template/exceptions.ts'

/** So many items of body, glass and display on the worst cap push the grade one step down. */
const PILE_UP_ITEMS = 4
const ONE_STEP_DOWN: Readonly<Partial<Record<Grade, Grade>>> = { '99': '95', '95': '90', '90': '80', '80': '70' }
const PILE_UP_GROUPS = /^[BCD]/
/** Of functions a grade allows one fault of its kind (docs/domain.md §2.2): so many are the next grade. */
const FUNCTION_PILE_UP_ITEMS = 2

export interface PileUp {
  readonly count: number
  readonly from: Grade
  readonly to: Grade
}

export interface GradeResult {
  readonly grade: Grade
  /** The exceptions that bind the grade, worst first. */
  readonly causes: readonly Cause[]
  /** The worst cap before pile-up; 99 where nothing is capped. */
  readonly worstCap: Grade
  readonly pileUp: PileUp | null
  /** The exceptions that forbid listing. */
  readonly stops: readonly Cause[]
  /** What has to be corrected before this grade may stand, or null. */
  readonly invalid: string | null
  /** One Chinese sentence: the grade and why. */
  readonly reason: string
}

function worstOf(causes: readonly Cause[]): Grade {
  return causes.reduce<Grade>((worst, cause) => (isWorse(cause.cap, worst) ? cause.cap : worst), '99')
}

/** The items of one axis that stand on the worst cap, where they are enough to push the grade one step down. */
function pileUpOf(
  causes: readonly Cause[],
  worstCap: Grade,
  { isOfAxis, least }: { readonly isOfAxis: (cause: Cause) => boolean; readonly least: number },
): PileUp | null {
  const to = ONE_STEP_DOWN[worstCap]
  const onCap = causes.filter((cause) => cause.cap === worstCap && isOfAxis(cause))
  const count = new Set(onCap.map((cause) => cause.itemCode)).size
  return to && count >= least ? { count, from: worstCap, to } : null
}

const APPEARANCE = { isOfAxis: ({ itemCode }: Cause) => PILE_UP_GROUPS.test(itemCode), least: PILE_UP_ITEMS }
const FUNCTIONS = { isOfAxis: isFunction, least: FUNCTION_PILE_UP_ITEMS }

function phraseOf(cause: Cause): string {
  return `${cause.itemName}（${cause.optionName}）`
}

interface PileUps {
  readonly appearance: PileUp | null
  readonly functions: PileUp | null
}

function reasonOf(grade: Grade, causes: readonly Cause[], { appearance, functions }: PileUps): string {
  const label = GRADE_LABELS[grade]
  if (causes.length === 0)
    return grade === 'NEW' ? `全新未使用，无异常，评为${label}` : `已检项目未发现异常，评为${label}`
  if (appearance) {
    return `${appearance.count}处外观或显示异常同为${GRADE_LABELS[appearance.from]}上限，累计降一级，评为${label}`
  }
  if (functions) {
    return `${functions.count}项功能异常同为${GRADE_LABELS[functions.from]}上限，累计降一级，评为${label}`
  }
  const deciding = causes.filter((cause) => cause.cap === causes[0]?.cap)
  const named = deciding.slice(0, 3).map(phraseOf).join('、')
  const more = deciding.length > 3 ? `等${deciding.length}项` : ''
  return grade === 'X' ? `${named}${more}，该手机不可上架` : `${named}${more}，最高评为${label}`
}

/**
 * The grade of one unit from its answers, by the rules in their order (docs/domain.md §2.3): a hard stop, newness, the
 * worst cap, pile-up of four or more in body, glass and display or of two or more functions. Battery and origin are bound by platform and channel.
 * Items without an answer say nothing. A new phone with an exception gets the grade of a used one and `invalid`.
 */
export function gradeOf(
  template: Template,
  answers: Answers,
  sale: { readonly channel: Channel; readonly platform: Platform },
): GradeResult {
  const causes = bindingCauses(template, answers, sale).toSorted((a, b) => gradeRank(b.cap) - gradeRank(a.cap))
  const stops = causes.filter((cause) => cause.cap === 'X')
  const worstCap = worstOf(causes)
  const isNew = isNewPhone(answers)
  const pileUps = {
    appearance: pileUpOf(causes, worstCap, APPEARANCE),
    functions: pileUpOf(causes, worstCap, FUNCTIONS),
  }
  const pileUp = pileUps.appearance ?? pileUps.functions
  const grade = isNew && causes.length === 0 ? 'NEW' : (pileUp?.to ?? worstCap)
  const invalid = isNew && causes.length > 0 ? '全新机不可勾选异常项，请修改成新情况或取消异常项' : null
  return { grade, causes, worstCap, pileUp, stops, invalid, reason: reasonOf(grade, causes, pileUps) }
}

export type OverrideCheck = { readonly ok: true } | { readonly ok: false; readonly message: string }

/**
 * Checks a grade set by hand against the system's (docs/domain.md §2.3): down only, by any number of steps, with
 * a reason of 2 to 200 characters. The system's own grade needs no reason.
 */
export function checkOverride(systemGrade: Grade, finalGrade: Grade, reason: string | null | undefined): OverrideCheck {
  if (systemGrade === finalGrade) return { ok: true }
  if (!isWorse(finalGrade, systemGrade)) {
    return { ok: false, message: `成色只能下调，系统评级为${GRADE_LABELS[systemGrade]}，请选择更低的成色` }
  }
  const length = [...(reason?.trim() ?? '')].length
  return length >= 2 && length <= 200 ? { ok: true } : { ok: false, message: '请填写下调成色的原因，2到200个字' }
}
