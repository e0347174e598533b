import { useEffect, useState } from 'react'
import { goToConsent } from './bind-shop.ts'

/** The way to the marketplace's page of consent, and whether the browser is on it; a person who comes back by the browser's own button finds the way open again. */
export function useConsentPage() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const onShow = () => setLeaving(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
  const leave = () => {
    setLeaving(true)
    // a refusal has been shown by then
    goToConsent().catch(() => setLeaving(false))
  }
  return { isLeaving, leave }
}
