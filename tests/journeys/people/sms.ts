import { expect, type Locator, type Page } from '@playwright/test'
import { productUrl } from './caller.ts'
import { readCaptcha } from './captcha.ts'
import { expectTold } from './toasts.ts'

/** How often a person who misread a captcha looks at another one. */
export const LOOKS = 8
/** A phone gets one code a minute; whoever asks too early waits until then. */
const RESEND_MS = 75_000

/**
 * The newest code that the demo inbox shows for a phone.
 * @param seen a code that came before and is not the one that is waited for
 */
export async function codeFor(phone: string, seen = ''): Promise<string> {
  const inbox = `${productUrl()}/demo/sms`
  const read = async () => {
    const { messages } = (await (await fetch(inbox)).json()) as { messages: { phone: string; text: string }[] }
    const code = messages.find((one) => one.phone === phone)?.text.match(/\d{6}/)?.[0] ?? ''
    return code === seen ? '' : code
  }
  await expect.poll(read, { message: `an SMS for ${phone}` }).toMatch(/^\d{6}$/)
  return read()
}

/**
 * Has a code sent: reads the captcha, and looks at another one when it was read wrong.
 * @throws Error with what the form says instead
 */
export async function sendCode(page: Page): Promise<void> {
  const picture = page.getByAltText('图形验证码')
  const counting = page.getByRole('button', { name: /秒后重发$/ })
  const said = page.getByRole('alert').filter({ hasText: /./ })
  for (let look = 1; look <= LOOKS; look += 1) {
    await expect(picture).toBeVisible()
    const source = await picture.getAttribute('src')
    await page.getByLabel('图形验证码', { exact: true }).fill(await readCaptcha(page))
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(counting.or(said)).toBeVisible()
    if (await counting.isVisible()) return expectTold(page, '验证码已发送，请查看短信')
    await expect(said).toContainText('图形验证码不正确')
    await expect(picture).not.toHaveAttribute('src', source ?? '')
  }
  throw new Error(`the captcha was read wrong ${LOOKS} times`)
}

/** Presses 获取验证码 until the minute since the phone's last code is over. */
export async function sendOwnCode(dialog: Locator): Promise<void> {
  const send = dialog.getByRole('button', { name: '获取验证码' })
  const again = dialog.getByRole('button', { name: /秒后重发$/ })
  const said = dialog.getByRole('alert').filter({ hasText: /./ })
  await expect(async () => {
    await send.click()
    await expect(again.or(said)).toBeVisible()
    expect(await again.isVisible()).toBe(true)
  }).toPass({ timeout: RESEND_MS, intervals: [3_000] })
}
