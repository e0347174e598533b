import { auth } from '@huanji/contract/features/auth/calls'
import { cleanup, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../api/testing/answers.ts'
import { useCaptcha } from './use-captcha.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Somebody who types as soon as the box is there, before anything that the form does afterwards. */
function QuickHand() {
  const { code, setCode, image } = useCaptcha(true)
  useLayoutEffect(() => setCode('ab12'), [setCode])
  return (
    <p>
      {image} {code}
    </p>
  )
}

// fetching the first picture emptied the box, which lost what a quick hand had typed by then
test('the first picture leaves alone what was typed before it came', async () => {
  answerCalls({ [auth.imgCaptcha.path]: { _data: { captchaId: 'c1', image: '/captcha.png' } } })
  render(<QuickHand />)
  expect(await screen.findByText('/captcha.png ab12')).toBeTruthy()
})
