import { useRef } from 'react'
import { ApiRefusal } from '../../api/refusal.ts'
import { newIntentKey } from '../../platform/ids.ts'

interface Intent {
  /** The key for sending this content: the same one again while no answer has come and the content is the same. */
  readonly keyFor: (content: unknown) => string
  /** To be told how sending ended: after an answer, another try is another intent. */
  readonly ended: (error?: unknown) => void
}

/** One key per intent for a write that is no form: a retry after a lost connection repeats it and never doubles the effect. */
export function useIntent(): Intent {
  const intent = useRef({ key: '', content: '' })
  return {
    keyFor: (content) => {
      const written = JSON.stringify(content)
      if (intent.current.key === '' || intent.current.content !== written) {
        intent.current = { key: newIntentKey(), content: written }
      }
      return intent.current.key
    },
    ended: (error) => {
      if (error === undefined || error instanceof ApiRefusal) intent.current = { key: '', content: '' }
    },
  }
}
