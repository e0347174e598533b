import { useCallback, useEffect, useState } from 'react'
import { startApi } from '../../api/start-client.ts'

export interface Captcha {
  readonly captchaId: string
  readonly image: string
  readonly code: string
  readonly setCode: (code: string) => void
  /** Another picture; the old one is of no more use. */
  readonly renew: () => void
}

/** An image captcha and what was typed for it; the picture is fetched once it is wanted. */
export function useCaptcha(isWanted: boolean): Captcha {
  const [{ captchaId, image }, setPicture] = useState({ captchaId: '', image: '' })
  const [code, setCode] = useState('')
  const fetchPicture = useCallback(() => {
    // A refusal is toasted; without a picture the field itself offers another try.
    startApi.auth.imgCaptcha({}).then(setPicture, () => setPicture({ captchaId: '', image: '' }))
  }, [])
  // What was typed already stays: this may run after the first letters.
  useEffect(() => {
    if (isWanted) fetchPicture()
  }, [isWanted, fetchPicture])
  const renew = () => {
    setCode('')
    fetchPicture()
  }
  return { captchaId, image, code, setCode, renew }
}
