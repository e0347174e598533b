import type { Page } from '@playwright/test'
import { PASSWORD } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { addEmployee, givePassword, newPhone, signUp } from './fixtures/new-accounts.ts'
import { expectToast } from './fixtures/toasts.ts'
import { expectHome, signInByPassword } from './pages/sign-in.ts'
import { openStaff, staffRow } from './pages/staff.ts'

const HEIR = '秦朗'

/** Proves in the topmost window that it is oneself, and does what its button says. */
async function prove(page: Page, title: string, ok: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: title })
  await asked.getByLabel('您的登录密码').fill(PASSWORD)
  await asked.getByRole('button', { name: ok, exact: true }).click()
  await expect(asked).toBeHidden()
}

test('an owner hands over: the other becomes one and signs in, then the owner steps back', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
  newUser,
}) => {
  const owner = await signUp(browser, '转手数码')
  const phone = newPhone()
  await addEmployee(owner, { name: HEIR, phone, roles: ['店长'] })
  await givePassword(browser, phone)
  const { page } = await userWithSession(owner, { viewport: { width: 1366, height: 768 } })
  await openStaff(page)
  await page.getByRole('button', { name: '把店转给别人' }).click()
  const steps = page.getByRole('dialog', { name: '把店转给别人' })
  await steps.getByLabel('第1步：转给谁').selectOption({ label: `${HEIR} ${phone}` })
  await steps.getByRole('button', { name: `让${HEIR}当老板` }).click()
  const asked = page.getByRole('dialog', { name: `让${HEIR}当老板？` })
  await expect(asked).toContainText(`${HEIR}将和您一样：能看所有的钱，能改所有的设置和权限，也能停用您。`)
  await asked.getByLabel('您的登录密码').fill('Wrong2026x')
  await asked.getByRole('button', { name: `让${HEIR}当老板` }).click()
  await expect(asked).toContainText('密码不正确，请重新输入')
  await prove(page, `让${HEIR}当老板？`, `让${HEIR}当老板`)
  await expect(steps).toContainText(`请先让${HEIR}用${phone}登录一次`)

  const { page: theirs } = await newUser()
  await theirs.goto('/login')
  await signInByPassword(theirs, phone)
  await expectHome(theirs, HEIR)

  const kept = steps.getByLabel(/^第2步/)
  const isHere = steps.getByRole('button', { name: '对方登录好了' })
  // the list is read again by itself too: then the button has gone
  await expect(async () => {
    if (await isHere.isVisible()) await isHere.click({ timeout: 1_000 })
    await expect(kept).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(kept).toHaveValue('')
  await kept.selectOption({ label: '店长' })
  await expect(steps).toContainText('您以后是店长：')
  await page.emulateMedia({ colorScheme: 'dark' })
  await steps.getByRole('button', { name: '我不当老板了' }).click()
  await expect(page.getByRole('dialog', { name: '您不当老板了？' })).toContainText('您以后只能做“店长”能做的事')
  await prove(page, '您不当老板了？', '我不当老板了')
  await expectToast(page, '店已转给对方，您不再是老板')

  await openStaff(theirs)
  await expect(staffRow(theirs, phone)).toContainText('老板')
  await expect(staffRow(theirs, owner.session.loginPhone)).toContainText('店长')
  await theirs.getByRole('button', { name: /消息/ }).first().click()
  await expect(theirs.getByText('老板不再是老板')).toBeVisible()
})
