import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { photoLinks } from '@huanji/contract/features/inspection/photo-link'
import { cleanPhone } from '@huanji/server/demo/trade/inspecting'
import { OWNER } from '../../journeys/fixtures/accounts.ts'
import { type ApiClient, signIn } from '../../journeys/fixtures/api-client.ts'
import { newImei } from '../../journeys/fixtures/phones.ts'
import { MUST_SHOTS } from '../../journeys/pages/inspection-station.ts'
import { pictureOf } from '../../support/photo-sender.ts'
import { turned } from './turned-picture.ts'
import { expect, test } from './webkit.ts'

/** The link for the photographs of a phone that lacks all of them. */
async function newLink(client: ApiClient) {
  const { photoTaskId } = await client.call(detRecord.addDetectRecord, cleanPhone(newImei()))
  const { path } = await client.call(photoLinks.create, { photoTaskId })
  return { photoTaskId, path }
}

const take = (title: string) => `input[aria-label="拍照：${title}"]`
const choose = (title: string) => `input[aria-label="从相册选：${title}"]`
/** A line of the list of all photographs, as an expression on the page. */
const line = (title: string) =>
  `[...document.querySelectorAll('[aria-label=全部照片] > li')].find((one) => one.innerText.includes('${title}'))`
const saved = (title: string) => `${line(title)}.dataset.standing === 'saved'`

test('WebKit: a phone opens the link, takes and chooses every shot, and is told when all are there', async ({
  webkit,
  open,
  fileWith,
}) => {
  const { path } = await newLink(await signIn(OWNER))
  await open(path)
  await webkit.until(`document.querySelector('[aria-label="现在拍：${MUST_SHOTS[0].title}"]')`)
  expect(await webkit.evaluate('document.scrollingElement.scrollWidth')).toBe(390)
  for (const [index, { title, subject }] of MUST_SHOTS.entries()) {
    // the camera and the album by turns, one picture after another without waiting for its upload
    const selector = index % 2 === 0 ? take(title) : choose(title)
    await webkit.choose(selector, fileWith(`${subject}.jpg`, await pictureOf(subject)))
  }
  for (const { title } of MUST_SHOTS) await webkit.until(saved(title))
  await webkit.until(`document.body.innerText.includes('必拍已保存 9 / 9')`)
  // what may be taken beside them is asked for next, and again after a reload
  await open(path)
  for (const { title } of MUST_SHOTS) await webkit.until(saved(title))
})

test('WebKit: a picture of a phone held on its side stands as it was seen', async ({ webkit, open, fileWith }) => {
  const { path } = await newLink(await signIn(OWNER))
  await open(path)
  const [{ title, subject }] = MUST_SHOTS
  const upright = await pictureOf(subject)
  await webkit.choose(choose(title), fileWith('turned.jpg', turned(upright)))
  await webkit.until(saved(title))
  const shape = `(() => { const { naturalWidth, naturalHeight } = ${line(title)}.querySelector('img'); return naturalWidth / naturalHeight })()`
  await webkit.until(`${shape} > 1.2`)
  // what the server keeps, and not only what the page has looked at
  await open(path)
  await webkit.until(saved(title))
  await webkit.until(`${shape} > 1.2`)
})

test('WebKit: a file that is no picture is refused in words, and a link that was stopped takes nothing more', async ({
  webkit,
  open,
  fileWith,
}) => {
  const client = await signIn(OWNER)
  const { path, photoTaskId } = await newLink(client)
  await open(path)
  const [first, second] = MUST_SHOTS
  await webkit.choose(take(first.title), fileWith('note.jpg', Buffer.from('no picture')))
  await webkit.until(`${line(first.title)}.dataset.standing === 'failed'`)
  expect(await webkit.evaluate(`${line(first.title)}.innerText`)).toContain('图片已损坏或为空，请重新选择')
  await webkit.choose(take(second.title), fileWith('front.jpg', await pictureOf(second.subject)))
  await webkit.until(saved(second.title))

  await client.call(photoLinks.revoke, { photoTaskId })
  await open(path)
  await webkit.until(`document.querySelector('h1')?.innerText === '拍照链接已失效，请在工作台重新扫码'`)
  expect(await webkit.evaluate(`document.querySelectorAll('input').length`)).toBe(0)
})
