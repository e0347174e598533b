import { auth } from '@huanji/contract/calls/auth'
import { employee } from '@huanji/contract/calls/employee'
import { merchant } from '@huanji/contract/calls/merchant'
import { role } from '@huanji/contract/calls/role'
import type { Browser } from '@playwright/test'
import { PASSWORD } from './accounts.ts'
import { askAsNobody, type Caller, callerWith } from './caller.ts'
import { readCaptcha } from './captcha.ts'
import { codeFor, LOOKS } from './sms.ts'

/** Every worker has a block of phones, so that no two journeys meet; none of them is a demo account's. */
const PHONES_PER_WORKER = 200
const FIRST_PHONE = 13_800_130_000
const PHONES = 8_000

let taken = 0

/**
 * A phone that nobody has used. JOURNEY_PHONES_FROM moves the block on, for runs that share a product which is up
 * already (`product.ts`).
 */
export function newPhone(): string {
  const from = Number(process.env.JOURNEY_PHONES_FROM ?? 0)
  const index = from + Number(process.env.TEST_WORKER_INDEX ?? 0) * PHONES_PER_WORKER + taken
  taken += 1
  return String(FIRST_PHONE + (index % PHONES))
}

type Scene = 'login' | 'signUp' | 'resetPassword'

/** Has a code sent to a phone without a screen of the product: only the captcha is looked at in a browser. */
async function codeSentTo(browser: Browser, phone: string, scene: Scene): Promise<string> {
  const page = await browser.newPage()
  try {
    for (let look = 1; look <= LOOKS; look += 1) {
      const { captchaId, image } = await askAsNobody(auth.imgCaptcha, {})
      await page.setContent(`<img alt="图形验证码" src="${image}">`)
      const captchaCode = await readCaptcha(page)
      try {
        await askAsNobody(auth.captchaSend, { phone, scene, captchaId, captchaCode })
        return await codeFor(phone)
      } catch (error) {
        if (!(error instanceof Error) || !error.message.includes('CAPTCHA_WRONG')) throw error
      }
    }
    throw new Error(`the captcha was read wrong ${LOOKS} times`)
  } finally {
    await page.close()
  }
}

/** Signs a merchant up with a phone that nobody has used, and gives its owner. */
export async function signUp(browser: Browser, merchantName: string): Promise<Caller> {
  const phone = newPhone()
  const captcha = await codeSentTo(browser, phone, 'signUp')
  return callerWith(
    await askAsNobody(auth.signUp, { phone, captcha, password: PASSWORD, merchantName, agreed: true as const }),
  )
}

/** The id of a merchant's role by its name. @throws Error for no such role */
export async function roleId(owner: Caller, name: string): Promise<string> {
  const { list } = await owner.call(role.list, { page: 1, pageSize: 200 })
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`there is no role ${name}`)
  return found.roleId
}

/** Adds an employee by a call; signing in is theirs to do. Gives the employee's id. */
export async function hire(
  owner: Caller,
  person: { readonly name: string; readonly phone: string; readonly roles: readonly string[] },
): Promise<string> {
  const roleIds = await Promise.all(person.roles.map((name) => roleId(owner, name)))
  const { staffId } = await owner.call(employee.edit, { name: person.name, phone: person.phone, roleIds })
  return staffId
}

/** Gives a phone the journeys' password, proven by a code as a person would after 忘记密码. */
export async function givePassword(browser: Browser, phone: string): Promise<void> {
  const captcha = await codeSentTo(browser, phone, 'resetPassword')
  await askAsNobody(merchant.resetPassword, { phone, captcha, password: PASSWORD })
}
