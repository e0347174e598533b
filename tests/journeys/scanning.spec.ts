import type { Page } from '@playwright/test'
import type { CodeBoxName } from '../../web/src/components/scan/code-boxes.ts'
import { OWNER } from './fixtures/accounts.ts'
import { BOX_SCREENS, type BoxPlan, boxPlans } from './fixtures/code-boxes.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import type { ScanManner } from './fixtures/keyboard.ts'
import { newImei } from './fixtures/phones.ts'
import { scanGoods } from './fixtures/scan-goods.ts'
import { recordSounds } from './fixtures/sounds.ts'

/** The form of a scanner's keys: what it reads must not depend on it. */
const MANNERS: Readonly<Record<string, ScanManner>> = {
  'as printed': {},
  'slow, 60 ms a key': { gapMs: 60 },
  'with an AIM prefix': { prefix: ']C1' },
  'with a mark before it': { prefix: '~' },
  'stalling in the middle': { stall: { after: 7, ms: 700 } },
}
const SOUNDS = { ok: 'sine', refused: 'square', held: 'triangle' } as const
type Tone = keyof typeof SOUNDS

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

/** Scans, waits for the sound, and checks what the box that tells has told. */
async function scanAndHear(
  trial: Trial,
  code: string,
  manner: ScanManner,
  tone: Tone,
  says: string | RegExp,
): Promise<void> {
  const { user, name, plan, sounds } = trial
  const before = (await sounds()).length
  await user.keyboard.scan(code, manner)
  const about = `${name}: ${code} ${JSON.stringify(manner)}`
  await expect
    .poll(async () => (await sounds()).slice(before)[0], { message: about, intervals: [20, 30, 50] })
    .toBe(SOUNDS[tone])
  await expect
    .poll(async () => (await readBox(user.page, plan.teller ?? name)).said, { message: about, intervals: [20, 30, 50] })
    .toMatch(says === '' ? /./ : says)
  expect((await readBox(user.page, plan.teller ?? name)).tone, about).toBe(tone)
}

/** Every code that is not taken, in every manner, as often as the focus can be somewhere. */
async function refuseEverything(trial: Trial, isInside: boolean): Promise<void> {
  const { user, name, plan } = trial
  const place = () => (isInside ? focusBox(user.page, name) : focusElsewhere(user.page))
  for (const one of [plan.wrong, plan.used]) {
    if (!one) continue
    await place()
    const { code, says } = one()
    await scanAndHear(trial, code, {}, 'refused', says)
  }
  for (const manner of Object.values(MANNERS)) {
    const one = plan.foreign ?? plan.wrong
    if (!one) continue
    await place()
    const { code, says } = one()
    await scanAndHear(trial, code, manner, 'refused', says)
    // What was read is what was printed, whatever came around it.
    const shown = async () => Object.values(await readBox(user.page, plan.teller ?? name)).join(' ')
    if (plan.foreign) await expect.poll(shown, { message: `${name}: as it was printed` }).toContain(code)
  }
  await place()
  const beginning = newImei().slice(0, 7)
  await scanAndHear(trial, beginning, { isEnded: false }, 'refused', '读码不完整，请再扫一次')
}

async function tryBox(trial: Trial): Promise<void> {
  const { user, name, plan } = trial
  const { page } = user
  await plan.enter?.(user)
  await expect(page.locator(`[data-code-box="${name}"]`).last()).toBeVisible()
  await refuseEverything(trial, true)
  if (!plan.elsewhere) await refuseEverything(trial, false)
  // A fragment's rest may still come for a while.
  await page.waitForTimeout(2100)
  await focusBox(page, name)
  const { code, says, focus, value } = plan.good()
  await scanAndHear(trial, code, { gapMs: 60, prefix: ']Q3' }, name === 'bind-bag' ? 'held' : 'ok', says)
  if (value !== undefined) expect((await readBox(page, name)).value).toBe(value)
  await expect.poll(() => page.evaluate(`document.activeElement?.closest('${focus}') !== null`), name).toBe(true)
  expect(await page.evaluate('globalThis.submits'), `${name}: no form is sent off`).toBe(0)
}

for (const { title, open, boxes } of BOX_SCREENS) {
  test(`every code into every box: ${title}`, async ({ signedInUser, clientOf }) => {
    const goods = await scanGoods(clientOf)
    const user = await signedInUser(OWNER)
    await user.page.addInitScript(countSubmits)
    const sounds = await recordSounds(user.page)
    await open(user.page, goods)
    const plans = boxPlans(goods)
    for (const name of boxes) await tryBox({ user, name, plan: plans[name], sounds })
  })
}
