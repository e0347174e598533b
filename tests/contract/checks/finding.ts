import type { Answer } from '../gateway/target.ts'

/** One thing a check found wrong, as a line for the report: `path | what was sent: what is wrong`. */
export type Finding = string

const EXCERPT_LENGTH = 160

/** Writes a finding down with the start of the answer, which is what one looks for first. */
export function finding(path: string, sent: string, problem: string, answer?: Answer): Finding {
  const excerpt = answer ? ` ← HTTP ${answer.status} ${answer.text.slice(0, EXCERPT_LENGTH)}` : ''
  return `${path} | ${sent}: ${problem}${excerpt}`
}

/** The findings for all problems of one answer. */
export const findings = (path: string, sent: string, problems: readonly string[], answer: Answer): Finding[] =>
  problems.map((problem) => finding(path, sent, problem, answer))
