import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { errorText, isRefusal } from '../../../api/refusal.ts'
import { isOnItsWay, type QueuedPhoto } from '../photo-queue.ts'
import { type PhoneTask, phoneApi, tokenIn } from './phone-client.ts'
import { type PhoneQueue, phoneQueueOf } from './phone-queue.ts'
import { withSaved } from './places.ts'

/** The link's token in the address, which a new scan changes. */
export const useToken = (): string =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    () => tokenIn(location.hash),
  )

export interface PhoneTaskState {
  /** Null until the server has answered. */
  readonly task: PhoneTask | null
  /** The link is no good any more; what is known of the task stays on screen. */
  readonly isEnded: boolean
  /** Why the task cannot be shown; empty otherwise. */
  readonly error: string
  readonly ask: () => Promise<void>
}

/** The task of a link, asked again whenever the page is seen again. */
export function usePhoneTask(token: string): PhoneTaskState & { readonly change: (next: PhoneTask) => void } {
  const [task, setTask] = useState<PhoneTask | null>(null)
  const [isEnded, setEnded] = useState(token === '')
  const [error, setError] = useState('')
  const ask = useCallback(async () => {
    if (token === '') return setEnded(true)
    try {
      setTask(await phoneApi.photoPages.task({ token }, { handles: 'all' }))
      setEnded(false)
      setError('')
    } catch (failure) {
      if (isRefusal(failure, 'PHOTO_LINK_INVALID')) setEnded(true)
      else setError(errorText(failure))
    }
  }, [token])
  useEffect(() => {
    void ask()
    const onSeen = () => {
      if (!document.hidden) void ask()
    }
    document.addEventListener('visibilitychange', onSeen)
    addEventListener('online', onSeen)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      removeEventListener('online', onSeen)
    }
  }, [ask])
  return { task, isEnded, error, ask, change: setTask }
}

const NONE: readonly QueuedPhoto[] = []
const nothing = () => () => {}

/** The task's pictures on their way; each that the server has taken is shown in its place. */
export function usePhonePhotos(token: string, { task, ask, change }: ReturnType<typeof usePhoneTask>) {
  const photoTaskId = task?.photoTaskId ?? null
  const phone: PhoneQueue | null = photoTaskId === null ? null : phoneQueueOf(photoTaskId)
  const latest = useRef(task)
  latest.current = task
  useEffect(() => phone?.goOnWith(token), [phone, token])
  useEffect(
    () =>
      phone?.queue.onSaved((_photo, saved) => {
        // in one picture with the queue, which does not have it any more: its place would look open in between
        const { current } = latest
        if (current) flushSync(() => change(withSaved(current, saved)))
        // Answers may overtake each other: after the last one the server says what it has.
        if (!phone.queue.photos().some(isOnItsWay)) void ask()
      }),
    [phone, ask, change],
  )
  const queued = useSyncExternalStore(phone?.queue.subscribe ?? nothing, phone?.queue.photos ?? (() => NONE))
  // a link that ended shows with the first picture that it was refused for
  const failedCount = queued.filter(({ step }) => step === 'failed').length
  useEffect(() => {
    if (failedCount > 0) void ask()
  }, [failedCount, ask])
  return { queue: phone?.queue ?? null, queued }
}
