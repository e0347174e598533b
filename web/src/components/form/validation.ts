import * as z from 'zod'

/** zod's own sentences are made for programmers; these say what to type. A schema's own message wins over them. */
z.config({
  customError: (issue) => {
    if (issue.input === undefined || issue.input === '' || issue.input === null) return '请填写'
    if (issue.code === 'too_small')
      return issue.origin === 'string' ? `至少${issue.minimum}个字` : `不能小于${issue.minimum}`
    if (issue.code === 'too_big')
      return issue.origin === 'string' ? `最多${issue.maximum}个字` : `不能大于${issue.maximum}`
    if (issue.code === 'invalid_value') return '请选择列出的一项'
    return '格式不正确，请检查'
  },
})

/** One thing to correct: the field as a dotted path, and what to do. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** What a schema finds wrong with the values, at most one problem a field; empty when they are fine. */
export function problemsOf(schema: z.ZodType, values: unknown): Problem[] {
  const result = schema.safeParse(values)
  if (result.success) return []
  const first = new Map<string, string>()
  for (const issue of result.error.issues) {
    const path = issue.path.join('.')
    if (!first.has(path)) first.set(path, issue.message)
  }
  return [...first].map(([path, message]) => ({ path, message }))
}
