import { SMS_RESEND_TICKS } from '@huanji/domain/validation'
import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** Counts 60, 59 … 0 by the second once started; null while it is not running. */
export function useResendCountdown(): [number | null, () => void] {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (left === null) return
    const timer = setTimeout(() => setLeft(left === 0 ? null : left - 1), TICK_MS)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(SMS_RESEND_TICKS - 1)]
}
