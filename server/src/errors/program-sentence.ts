import { dictionary } from '@huanji/domain/dictionary'
import { boundSentence, type Issue } from './input-sentence.ts'

/** What of a value's kinds a program is told to send. */
const KINDS: Readonly<Record<string, string>> = dictionary({
  string: '应为文本',
  number: '应为数字',
  int: '应为整数',
  boolean: '应为 true 或 false',
  array: '应为列表',
  object: '应为对象',
  record: '应为对象',
})

const FORMATS: Readonly<Record<string, string>> = dictionary({
  uuid: '应为ID，例如 01890000-0000-7000-8000-000000000000',
  datetime: '应为UTC时间，带三位毫秒，例如 2026-11-27T08:00:00.000Z',
  date: '应为日期，例如 2026-11-27',
  safeint: '应为整数',
})

/** So many allowed values are told; there are no choices with more, but for codes that a list of their own tells. */
const VALUES_MAX = 60

const LIKE_NOTHING = '格式不正确'

const listed = (values: readonly unknown[]): string => {
  const told = values.slice(0, VALUES_MAX).map(String).join('、')
  return `只能是 ${told}${values.length > VALUES_MAX ? ' 等' : ''}`
}

/**
 * What to say to a program of an input that the contract does not allow, where its schema has no sentence of its own: what is
 * allowed instead. Which field it is about is put at its front (gateway/answer.ts).
 */
export function programSentence(issue: Issue): string {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') return '没有这个参数，请按接口文档核对名称'
  if (issue.input === undefined) return '必填，没有收到'
  if (issue.code === 'invalid_value' && Array.isArray(issue.values)) return listed(issue.values)
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) return listed(issue.options)
  if (issue.code === 'invalid_type') return KINDS[String(issue.expected)] ?? LIKE_NOTHING
  if (issue.code === 'invalid_format') return FORMATS[String(issue.format)] ?? LIKE_NOTHING
  return boundSentence(issue) ?? LIKE_NOTHING
}
