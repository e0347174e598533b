import { detRecord } from '@huanji/contract/features/inspection/inspection'
import type { Page } from '@playwright/test'
import type { CodeBoxName } from '../../web/src/components/scan/code-boxes.ts'
import { OWNER } from './fixtures/accounts.ts'
import { BOX_SCREENS, type BoxPlan, boxPlans } from './fixtures/code-boxes.ts'
import { expectCode } from './fixtures/code-field.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import type { ScanManner } from './fixtures/keyboard.ts'
import { inspectPhone, newBags, newImei } from './fixtures/phones.ts'
import { scanGoods } from './fixtures/scan-goods.ts'
import { recordSounds } from './fixtures/sounds.ts'
import { openChecklistOf, station } from './pages/inspection-station.ts'

/** How a scanner may send a code: what it reads must not depend on it. */
const PLAIN: ScanManner = {}
const SLOW: ScanManner = { gapMs: 60 }
const WITH_AIM_PREFIX: ScanManner = { prefix: ']C1' }
const STALLING: ScanManner = { stall: { after: 7, ms: 700 } }

const SOUNDS = { ok: 'sine', refused: 'square', held: 'triangle' } as const
type Tone = keyof typeof SOUNDS
/** A list of units may have a tick for each. */
const OTHER_FIELDS_AT_MOST = 6

/** Counts the forms that a page sends off. */
const countSubmits = {
  content: `globalThis.submits = 0; addEventListener('submit', () => { globalThis.submits += 1 }, true)`,
}

/** A box with what it last told, read in one go: colour, words, and what stands in it. */
interface BoxState {
  readonly tone: string | null
  readonly said: string
  readonly value: string
}

const readBox = (page: Page, name: CodeBoxName): Promise<BoxState> =>
  page.evaluate(`(() => {
    const box = [...document.querySelectorAll('[data-code-box="${name}"]')].at(-1)
    const frame = box?.closest('[data-outcome]')
    const note = document.getElementById(box?.getAttribute('aria-describedby') ?? '')
    const said = [
      frame !== box ? frame?.querySelector('[role=status]')?.textContent : '',
      note?.textContent, box?.getAttribute('aria-description'),
      box?.closest('dialog')?.querySelector(':scope [role=status]')?.textContent,
    ]
    return { tone: frame?.dataset.outcome ?? null, said: said.join(' '), value: box?.value ?? '' }
  })()`)

/** Puts the focus on something of the same window that takes no code: the close button of a dialog, a link of the menu. */
const focusElsewhere = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const place = dialog ? dialog.querySelector('button, select') : document.querySelector('nav a')
    place?.focus()
  })()`)

const focusBox = (page: Page, name: CodeBoxName): Promise<void> =>
  page.evaluate(`[...document.querySelectorAll('[data-code-box="${name}"]')].at(-1)?.focus()`)

/** A box under test, with the page's sounds. */
interface Trial {
  readonly user: User
  readonly name: CodeBoxName
  readonly plan: BoxPlan
  readonly sounds: () => Promise<string[]>
}

/** Scans, and waits for the sound. */
async function scanAndHear(
  { user, name, plan, sounds }: Trial,
  code: string,
  manner: ScanManner,
  tone: Tone,
): Promise<void> {
  const before = (await sounds()).length
  await user.keyboard.scan(code, manner)
  const message = `${name}: ${code} ${JSON.stringify(manner)}`
  const heard = async () => (await sounds()).slice(before).at(plan.isToldLater ? -1 : 0)
  await expect.poll(heard, { message, intervals: [20, 30, 50] }).toBe(SOUNDS[tone])
}

/** Checks what the box that tells has told of the code it heard last. */
async function expectTold({ user, name, plan }: Trial, code: string, tone: Tone, says: string | RegExp): Promise<void> {
  const teller = plan.teller ?? name
  const message = `${name}: ${code}`
  const said = async () => (await readBox(user.page, teller)).said
  await expect.poll(said, { message, intervals: [20, 30, 50] }).toMatch(says === '' ? /./ : says)
  expect((await readBox(user.page, teller)).tone, message).toBe(tone)
}

async function scanAndRead(trial: Trial, code: string, manner: ScanManner, says: string | RegExp): Promise<void> {
  await scanAndHear(trial, code, manner, 'refused')
  await expectTold(trial, code, 'refused', says)
}

/** Every code that is not taken, in every manner, with the focus in the box or elsewhere in its window. */
async function refuseEverything(trial: Trial, isInside: boolean): Promise<void> {
  const { user, name, plan } = trial
  const place = () => (isInside ? focusBox(user.page, name) : focusElsewhere(user.page))
  for (const one of [plan.wrong, plan.used]) {
    if (!one) continue
    await place()
    const { code, says } = one()
    await scanAndRead(trial, code, PLAIN, says)
  }
  const next = plan.foreign ?? plan.wrong
  if (!next) throw new Error(`${name}: nothing is refused`)
  for (const manner of isInside ? [PLAIN, SLOW, WITH_AIM_PREFIX, STALLING] : [PLAIN, SLOW]) {
    await place()
    const { code, says } = next()
    await scanAndRead(trial, code, manner, says)
    // What was read is what was printed, whatever came around it.
    const shown = async () => Object.values(await readBox(user.page, plan.teller ?? name)).join(' ')
    if (plan.foreign) await expect.poll(shown, { message: `${name}: as it was printed` }).toContain(code)
  }
  // A fragment takes a second to show as one, and does so wherever the focus is.
  if (!isInside) return
  await place()
  const { code, says } = next()
  await scanAndRead(trial, code.slice(0, 7), { isEnded: false }, '读码不完整，请再扫一次')
  await scanAndRead(trial, code, PLAIN, says)
}

/** What stands in one of the fields of the window at hand that take no codes; null where there are no more. */
const otherField = (page: Page, place: number, isToFocus: boolean): Promise<string | null> =>
  page.evaluate(`(() => {
    const window = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')
    const fields = window.querySelectorAll('input:not([data-code-box]), select, textarea')
    const seen = [...fields].filter((one) => !one.disabled && one.type !== 'file' && one.checkVisibility())
    const field = seen[${place}]
    if (!field) return null
    if (${isToFocus}) field.focus()
    return field.type + ' ' + field.value + ' ' + field.checked
  })()`)

/** With the focus in any other field, a code goes to the box all the same, and the field stays as it is. */
async function scanBesideFields(trial: Trial): Promise<void> {
  const { user, name, plan } = trial
  for (let place = 0; place < OTHER_FIELDS_AT_MOST; place += 1) {
    const before = await otherField(user.page, place, true)
    if (before === null) return
    const { code, says } = (plan.foreign ?? plan.wrong ?? plan.good)()
    await scanAndRead(trial, code, place % 2 === 0 ? PLAIN : SLOW, says)
    expect(await otherField(user.page, place, false), `${name}: field ${place} beside it`).toBe(before)
  }
}

async function tryBox(trial: Trial): Promise<void> {
  const { user, name, plan } = trial
  const { page } = user
  await plan.enter?.(user)
  await expect(page.locator(`[data-code-box="${name}"]`).last()).toBeVisible()
  await refuseEverything(trial, true)
  if (!plan.elsewhere) await refuseEverything(trial, false)
  if (!plan.elsewhere || plan.elsewhere === plan.teller) await scanBesideFields(trial)
  await focusBox(page, name)
  const { code, says, focus, value, isGone } = plan.good()
  const tone = name === 'bind-bag' ? 'held' : 'ok'
  await scanAndHear(trial, code, { gapMs: 60, prefix: ']Q3' }, tone)
  if (!isGone) await expectTold(trial, code, tone, says)
  if (value !== undefined) expect((await readBox(page, name)).value).toBe(value)
  await expect.poll(() => page.evaluate(`document.activeElement?.closest('${focus}') !== null`), name).toBe(true)
  expect(await page.evaluate('globalThis.submits'), `${name}: no form is sent off`).toBe(0)
}

/** A box of each kind; the other screens have the same ones (tests/architecture/code-boxes.test.ts). */
const EACH_RUN = ['鱼市订单', '扫码发货', '快速查找']

for (const { title, open, boxes } of BOX_SCREENS) {
  test(`every code into every box: ${title}`, { tag: EACH_RUN.includes(title) ? [] : '@nightly' }, async ({
    signedInUser,
    clientOf,
  }) => {
    const goods = await scanGoods(clientOf)
    const user = await signedInUser(OWNER)
    await user.page.addInitScript(countSubmits)
    const sounds = await recordSounds(user.page)
    await open(user.page, goods)
    const plans = boxPlans(goods)
    for (const name of boxes) await tryBox({ user, name, plan: plans[name], sounds })
  })
}

test('defect: after a click on the menu the focus stayed on the link, and a slow scanner did nothing', async ({
  signedInUser,
}) => {
  const { page, keyboard } = await signedInUser(OWNER)
  await page.goto('/')
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '鱼市质检', exact: true }).click()
  await expect(page.getByRole('textbox', { name: '扫描 IMEI、条码或序列号' })).toBeFocused()
  const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '封袋绑定记录' })
  await link.focus()
  await keyboard.scan(newImei(), SLOW)
  await expect(page.getByRole('combobox', { name: '机型' })).toBeVisible()
  await expect(page).toHaveURL('/check/ys/check')
})

test('defect: a burst with a stall was cut and its tail judged as another code', async ({ signedInUser }) => {
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  await station.open(page)
  const imei = newImei()
  await keyboard.scan(imei, STALLING)
  await openChecklistOf(user)
  await expect(page.getByRole('region', { name: '鱼市质检' })).toContainText(imei)
  await keyboard.scan(imei.slice(-8))
  await expect(station.message(page)).toHaveText(`${imei.slice(-8)} 读码不完整，请再扫一次`)
  await expectCode(page.getByLabel('封袋码', { exact: true }), '')
})

test('defect: a red result was scrolled away', async ({ signedInUser, clientOf }) => {
  const { listable } = await scanGoods(clientOf)
  const user = await signedInUser(OWNER, { viewport: { width: 1280, height: 720 } })
  const { page, keyboard } = user
  await station.open(page)
  await keyboard.scan(newImei())
  await openChecklistOf(user)
  await page.evaluate('document.querySelector("main").scrollTo(0, 1e6)')
  await keyboard.scan(listable.bagCode)
  await expect(station.message(page)).toContainText('封袋码已用于')
  await expect(station.message(page)).toBeInViewport({ ratio: 1 })
})

test('defect: a scan exchanged the bag at once with a reason nobody had chosen', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const [oldBag = '', newBag = ''] = await newBags(owner, 2)
  const { inspectionId } = await inspectPhone(owner, oldBag)
  const { page, keyboard } = await signedInUser(OWNER)
  await page.goto(`/check/ys/detail?inspectionId=${inspectionId}`)
  await page.getByRole('button', { name: '换袋' }).click()
  const dialog = page.getByRole('dialog', { name: '换袋' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await keyboard.scan(newBag)
  await expect(dialog.getByRole('status')).toHaveText(`${newBag} 先选原因（按1–4）`)
  await expect(dialog).toContainText(oldBag)
  expect((await owner.call(detRecord.getDetRecordDetails, { inspectionId })).bagCode).toBe(oldBag)
  await keyboard.press('2')
  await expect(dialog.getByRole('radio', { name: '封袋码无法扫描' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: '确认换袋' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect((await owner.call(detRecord.getDetRecordDetails, { inspectionId })).bagCode).toBe(newBag)
})
