import { dictionary } from '@huanji/domain/dictionary'
import type * as z from 'zod'

/** An issue as its sentence is asked for. */
export type Issue = Pick<z.core.$ZodRawIssue, 'code' | 'input'> & Readonly<Record<string, unknown>>

/** A page that was opened before a release asks for what the server no longer knows. */
const RELOAD = '页面已过期，请刷新后重试'

/**
 * What to say of an input that the contract does not allow, where its schema has no sentence of its own. It is read by
 * people, so it names no key, type or pattern: which field it is about stands beside it (`_data.field`).
 */
export function inputSentence(issue: Issue): string {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') return RELOAD
  if (issue.input === undefined || issue.input === null || issue.input === '') return '有必填的内容没有填写'
  if (issue.code === 'invalid_value') return '所选内容不在可选范围内'
  return boundSentence(issue) ?? '有内容的格式不正确，请检查后重试'
}

/** What to say of too little or too much; null for anything else. */
export function boundSentence(issue: Issue): string | null {
  if (issue.code === 'too_small') return `${LEAST[String(issue.origin)] ?? '不能小于'}${amount(issue.minimum)}`
  if (issue.code === 'too_big') return `${MOST[String(issue.origin)] ?? '不能大于'}${amount(issue.maximum)}`
  return null
}

const LEAST: Readonly<Record<string, string>> = dictionary({
  string: '字数不能少于',
  array: '数量不能少于',
  set: '数量不能少于',
})
const MOST: Readonly<Record<string, string>> = dictionary({
  string: '字数不能超过',
  array: '数量不能超过',
  set: '数量不能超过',
})

const amount = (bound: unknown): string => (typeof bound === 'number' || typeof bound === 'bigint' ? String(bound) : '')
