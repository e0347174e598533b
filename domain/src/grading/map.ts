import type { Channel } from '../channel.ts'
import { dictionary } from '../dictionary.ts'
import { exceptionsOf } from '../template/exceptions.ts'
import { findItem, findTemplate, itemsOf, TEMPLATES } from '../template/template.ts'
import type { Answers, Grade, Template } from '../template/types.ts'
import type { FunctionFaults, FunctionFlag } from './function-axis.ts'
import { GRADE_LABELS, type RepairFlag } from './ladder.ts'

export interface MappedGrade {
  readonly grade: Grade
  readonly auctionLabel: string
  /** Null where the curated channel does not take the grade. */
  readonly curatedLabel: string | null
  /** The marketplace's condition number; null where nothing may be listed. */
  readonly stuffStatus: number | null
  readonly auctionAllowed: boolean
  readonly curatedAllowed: 'yes' | 'repairR0R1' | 'no'
  /** Why the curated channel, or both channels, refuse the grade. */
  readonly refusal?: string
}

const CURATED_GRADE_REFUSAL = '该成色不支持上架严选，请改为鱼市质检'
const CURATED_REPAIR_REFUSAL = '该手机有屏幕、主板等拆修，不支持上架严选，请改为鱼市质检'
const LISTING_REFUSAL = '该手机不可上架，请退回或作废质检记录'

function sold(grade: Grade, auctionLabel: string, curatedLabel: string, stuffStatus: number): MappedGrade {
  const curatedAllowed = grade === '80' ? 'repairR0R1' : 'yes'
  return { grade, auctionLabel, curatedLabel, stuffStatus, auctionAllowed: true, curatedAllowed }
}

function auctionOnly(grade: Grade, auctionLabel: string, stuffStatus: number): MappedGrade {
  return {
    grade,
    auctionLabel,
    curatedLabel: null,
    stuffStatus,
    auctionAllowed: true,
    curatedAllowed: 'no',
    refusal: CURATED_GRADE_REFUSAL,
  }
}

const GRADE_MAP: Readonly<Record<Grade, MappedGrade>> = {
  NEW: sold('NEW', 'S+ 全新', '全新', 100),
  '99': sold('99', 'S 99新', '99新', 99),
  '95': sold('95', 'A 95新', '95新', 95),
  '90': sold('90', 'B 9成新', '9成新', 90),
  '80': sold('80', 'C 8成新', '8成新', 80),
  '70': auctionOnly('70', 'D 7成新', 70),
  E: auctionOnly('E', 'E 故障机', 50),
  X: {
    grade: 'X',
    auctionLabel: '不可上架',
    curatedLabel: null,
    stuffStatus: null,
    auctionAllowed: false,
    curatedAllowed: 'no',
    refusal: LISTING_REFUSAL,
  },
}

/** What an auction title of a fault unit has to carry (docs/domain.md §2.4). */
export const FAULT_TITLE_TAG = '故障'

/** How both channels name a grade, and whether they take it (docs/domain.md §2.4). */
export function mapGrade(grade: Grade): MappedGrade {
  return GRADE_MAP[grade]
}

/** True for a grade that a channel sells at all. */
export const isSoldOn = (grade: Grade, channel: Channel): boolean =>
  channel === 'auction' ? mapGrade(grade).auctionAllowed : mapGrade(grade).curatedAllowed !== 'no'

/** A grade as its channel names it; one that the channel does not take keeps its own name. */
export function labelOnChannel(grade: Grade, channel: Channel): string {
  const { auctionLabel, curatedLabel } = mapGrade(grade)
  return (channel === 'auction' ? auctionLabel : curatedLabel) ?? GRADE_LABELS[grade]
}

/**
 * The repair flag each exception means. Small parts (E06) count as a changed housing; missing screws and a broken
 * tamper label show that the phone was opened, which is the mildest flag.
 */
const FLAG_OF_ITEM: Readonly<Record<string, RepairFlag>> = dictionary({
  E01: 'R2',
  E02: 'R1',
  E03: 'R3',
  E04: 'R2',
  E05: 'R2',
  E06: 'R2',
  E07: 'R1',
  E08: 'R1',
  E09: 'R3',
})

/** Options whose flag differs from their item's, or whose item is no repair item. */
const FLAG_OF_OPTION: Readonly<Record<string, RepairFlag>> = dictionary({
  'E05-2': 'R1',
  'E10-3': 'R1',
  'E10-4': 'R2',
  'E10-5': 'R2',
  'E10-6': 'R1',
})

const FLAGS: readonly RepairFlag[] = ['R0', 'R1', 'R2', 'R3']

/**
 * The repair flag shown beside the grade: the heaviest one that any answer means, R0 where none does.
 * @param templateVersion the version the answers were given to; the newest where it is left out
 */
export function repairFlagOf(answers: Answers, templateVersion?: string): RepairFlag {
  const template = (templateVersion === undefined ? null : findTemplate(templateVersion)) ?? TEMPLATES.at(-1)
  if (!template) return 'R0'
  let heaviest = 0
  for (const exception of exceptionsOf(template, answers)) {
    const flag = FLAG_OF_OPTION[exception.optionCode] ?? FLAG_OF_ITEM[exception.itemCode] ?? 'R0'
    heaviest = Math.max(heaviest, FLAGS.indexOf(flag))
  }
  return FLAGS[heaviest] ?? 'R0'
}

/** What a channel looks at before it takes a unit. */
export interface Offered {
  readonly grade: Grade
  readonly repairFlag: RepairFlag
  readonly functions: FunctionFaults
}

const LIGHTLY_REPAIRED: readonly RepairFlag[] = ['R0', 'R1']
const RARELY_USED: readonly FunctionFlag[] = ['F0', 'F1']
/** So many function faults are named in a refusal. */
const NAMED_MAX = 3

function functionRefusal({ names }: FunctionFaults): string {
  const named = names.slice(0, NAMED_MAX).join('、') + (names.length > NAMED_MAX ? `等${names.length}项` : '')
  return `${named}：功能有异常的手机不支持上架严选，请改为鱼市质检`
}

/**
 * Why a channel refuses a unit, or null when it may be listed there (docs/domain.md §2.4). The curated channel takes no
 * unit whose screen, camera, housing or board was worked on or whose functions are impaired, whatever its grade: the
 * grade follows from caps that another template may set otherwise.
 */
export function channelRefusal({ grade, repairFlag, functions }: Offered, channel: Channel): string | null {
  const mapped = mapGrade(grade)
  if (channel === 'auction') return mapped.auctionAllowed ? null : LISTING_REFUSAL
  if (mapped.curatedAllowed === 'no') return mapped.refusal ?? CURATED_GRADE_REFUSAL
  if (!LIGHTLY_REPAIRED.includes(repairFlag)) return CURATED_REPAIR_REFUSAL
  return RARELY_USED.includes(functions.flag) ? null : functionRefusal(functions)
}

/**
 * Refuses a template in which an item or option that means a repair is missing.
 * @throws Error naming it
 */
export function verifyRepairFlags(template: Template): void {
  for (const itemCode of Object.keys(FLAG_OF_ITEM)) {
    if (!findItem(template, itemCode)) throw new Error(`repair flags: the template has no item ${itemCode}`)
  }
  const exceptions = itemsOf(template).flatMap((item) => item.options.filter((option) => option.cap !== null))
  for (const code of Object.keys(FLAG_OF_OPTION)) {
    if (!exceptions.some((option) => option.code === code)) throw new Error(`repair flags: no exception ${code}`)
  }
}
