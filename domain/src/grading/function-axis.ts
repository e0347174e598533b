import { findItem, findOption, findTemplate, TEMPLATES } from '../template/template.ts'
import type { Template } from '../template/types.ts'

/**
 * How a phone works, beside how it looks (docs/domain.md §2.1): F0 everything that was asked works, F1 something that is
 * rarely used does not, F2 a secondary function, F3 a main one or the phone itself.
 */
export type FunctionFlag = 'F0' | 'F1' | 'F2' | 'F3'

/** What of a phone does not work, with the heaviest flag that any of it means. */
export interface FunctionFaults {
  readonly flag: FunctionFlag
  /** As buyers read them: `闪光灯异常`. */
  readonly names: readonly string[]
}

/** Items of this group are what a phone does; all others are what it looks like, what it is, or what was done to it. */
const FUNCTION_GROUP = /^F/

const FLAGS: readonly FunctionFlag[] = ['F0', 'F1', 'F2', 'F3']

function flagOf(template: Template, { itemCode, optionCode }: FoundException): FunctionFlag {
  const item = findItem(template, itemCode)
  const cap = (item && findOption(item, optionCode)?.cap) ?? null
  if (cap === null) return 'F0'
  if (cap === '80') return 'F2'
  return cap === '70' || cap === 'E' || cap === 'X' ? 'F3' : 'F1'
}

/** An exception as a report keeps it. */
export interface FoundException {
  readonly itemCode: string
  readonly optionCode: string
  readonly itemName: string
  readonly optionName: string
}

/** True for an exception of what a phone does. */
export const isFunction = ({ itemCode }: Pick<FoundException, 'itemCode'>): boolean => FUNCTION_GROUP.test(itemCode)

/**
 * The function faults among a report's exceptions.
 * @param templateVersion the version that the report was made with; the newest where it is not known
 */
export function functionFaultsOf(exceptions: readonly FoundException[], templateVersion: string): FunctionFaults {
  const template = findTemplate(templateVersion) ?? TEMPLATES.at(-1)
  const faults = template ? exceptions.filter(isFunction) : []
  const heaviest = Math.max(0, ...faults.map((fault) => (template ? FLAGS.indexOf(flagOf(template, fault)) : 0)))
  return {
    flag: FLAGS[heaviest] ?? 'F0',
    names: faults.map(({ itemName, optionName }) => `${itemName}${optionName}`),
  }
}
