import { useState } from 'react'
import { errorText } from '../../api/refusal.ts'

/** One attempt at a time; what went wrong with the last one is said over the button. */
export function useAttempt() {
  const [problem, setProblem] = useState('')
  const [isRunning, setRunning] = useState(false)
  /** @param work gives what to correct first, or an empty text when it was done */
  const run = (work: () => Promise<string>) => {
    if (isRunning) return
    setProblem('')
    setRunning(true)
    work()
      .then(setProblem, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setRunning(false))
  }
  return { problem, isRunning, run }
}
