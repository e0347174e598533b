/** What a check came to: it is well, something has to be set, something is wrong, or something could be better. */
export type Verdict = '通过' | '缺少' | '错误' | '建议'

/** One line of the doctor: never a secret, of an address its origin alone. */
export interface Finding {
  readonly verdict: Verdict
  /** The setting or service that was looked at. */
  readonly about: string
  readonly says: string
  /** What to do; empty where nothing is. */
  readonly cure: string
}

export const well = (about: string, says: string): Finding => ({ verdict: '通过', about, says, cure: '' })
export const missing = (about: string, says: string, cure: string): Finding => ({ verdict: '缺少', about, says, cure })
export const wrong = (about: string, says: string, cure: string): Finding => ({ verdict: '错误', about, says, cure })
export const better = (about: string, says: string, cure: string): Finding => ({ verdict: '建议', about, says, cure })

/** Why something could not be reached, without the address that was asked, which may hold a password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '原因不明'
  const cause: unknown = error.cause
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
