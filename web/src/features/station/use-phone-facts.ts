import { useMemo } from 'react'
import { mainCode } from './station-state.ts'
import { type ChecklistFacts, type ChecklistSubject, useChecklistFacts } from './use-checklist-facts.ts'
import type { Station } from './use-station.ts'

/** Everything that follows from what was said about the open phone. */
export type PhoneFacts = ChecklistFacts

/** The templates and sums of the open phone; its normal answers are filled in as soon as the template is there. */
export function usePhoneFacts({ channel, state, dispatch }: Station): PhoneFacts {
  const { phone } = state
  const subject = useMemo((): ChecklistSubject | null => {
    if (!phone) return null
    const { modelId, sku, answers, code } = phone
    return { modelId, sku, answers, about: mainCode(code) }
  }, [phone])
  return useChecklistFacts(channel, subject, (defaults) => dispatch({ type: 'defaultsFilled', defaults }))
}
