import { PHONE_PATTERN } from '@huanji/domain/validation'
import { useEffect, useState } from 'react'
import { readText } from '../../session/storage.ts'
import { demoApi } from './demo-api.ts'

const EVERY_MS = 2000

/** The box on screen that an SMS code goes into, whichever form it is in. */
const codeBox = (): HTMLInputElement | null => document.querySelector('input[name="captcha"]')

/** The phone that the code goes to: the one that is typed, else that of whoever is signed in. */
const phoneOnScreen = (): string =>
  document.querySelector<HTMLInputElement>('input[name="phone"]')?.value.trim() || readText('loginPhone')

/** Types a code into the box as a person would. */
export function fillCode(code: string): void {
  const box = codeBox()
  if (!box) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, code)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  box.focus()
}

export interface Inbox {
  readonly phone: string
  readonly code: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** The newest code that was sent to the phone on screen, while a box wants one; null while none does or none came. */
export function useInbox(isThere: boolean): Inbox | null {
  const [inbox, setInbox] = useState<Inbox | null>(null)
  useEffect(() => {
    if (!isThere) return
    let isGone = false
    const look = async () => {
      const phone = phoneOnScreen()
      if (codeBox() === null || !PHONE_PATTERN.test(phone)) return setInbox(null)
      if (document.hidden) return
      // nobody is told: the next look comes in a moment
      const found = await demoApi.demoCorner.inbox({ phone }, { handles: 'all' }).catch(() => null)
      const newest = found?.messages[0]
      if (!isGone) setInbox(newest ? { phone, code: newest.code, sentAt: newest.sentAt } : null)
    }
    const timer = setInterval(() => void look(), EVERY_MS)
    void look()
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [isThere])
  return inbox
}
