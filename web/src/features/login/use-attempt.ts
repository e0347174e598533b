import type { RefusalCode } from '@huanji/contract/errors'
import { useState } from 'react'
import { errorText, isRefusal } from '../../api/refusal.ts'

interface Problem {
  readonly text: string
  /** The word of the domain's refusal, empty for any other problem. */
  readonly code: RefusalCode | ''
}

const NONE: Problem = { text: '', code: '' }

/** One attempt at a time; what went wrong with the last one is said over the button. */
export function useAttempt() {
  const [problem, setProblem] = useState(NONE)
  const [isRunning, setRunning] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    if (isRunning) return
    setProblem(NONE)
    setRunning(true)
    work()
      .catch((error: unknown) => setProblem({ text: errorText(error), code: isRefusal(error) ? error.bizErrCode : '' }))
      .finally(() => setRunning(false))
  }
  return { problem: problem.text, code: problem.code, isRunning, run }
}
