import { vi } from 'vitest'

type Body = Readonly<Record<string, unknown>>

interface Answer {
  readonly _errCode?: string
  readonly _errStr?: string
  readonly _bizErrCode?: string
  readonly _data?: unknown
}

/** What a path answers: an envelope's own fields, or what makes them from the body. */
type Answers = Record<string, Answer | ((body: Body) => Answer)>

/** A domain refusal with its sentence. */
export const refused = (_bizErrCode: string, _errStr: string): Answer => ({
  _errCode: '80060001',
  _bizErrCode,
  _errStr,
})

/**
 * Stands in for the gateway in a test of what a person sees.
 * @param answers by path; a call to any other path fails like a lost network. It may be changed while the test runs.
 * @returns the calls that were made
 */
export function answerCalls(answers: Answers): { path: string; body: Body }[] {
  const made: { path: string; body: Body }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Body
    made.push({ path, body })
    const answer = answers[path]
    if (!answer) throw new TypeError(`nothing answers ${path}`)
    const fields = typeof answer === 'function' ? answer(body) : answer
    return new Response(JSON.stringify({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: {}, ...fields }))
  })
  return made
}

/** The bodies that were sent to a path. */
export const bodiesTo = (made: readonly { path: string; body: Body }[], path: string): Body[] =>
  made.filter((call) => call.path === path).map(({ body }) => body)
