import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { Refusal } from '../errors/refusal.ts'
import { normaliseApart } from './image-processes.ts'
import { normaliseImage } from './images.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()

/** The processes that this one has started, by their ids; of Linux. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

it('a picture made apart is the one made here', async () => {
  const bytes = await picture(2000, 1500)
  const [apart, here] = [await normaliseApart(bytes), await normaliseImage(bytes)]
  expect(apart.full.equals(here.full)).toBe(true)
  expect(apart.thumb.equals(here.thumb)).toBe(true)
  expect(apart).toMatchObject({ width: 1800, height: 1350, sha256: here.sha256 })
})

it('what is refused here is refused apart, in the same words, and the next picture is made', async () => {
  const small = await picture(600, 600)
  const here = await normaliseImage(small).catch((error: unknown) => error)
  const apart = await normaliseApart(small).catch((error: unknown) => error)
  expect(apart).toBeInstanceOf(Refusal)
  expect([(apart as Refusal).code, (apart as Refusal).message]).toEqual([
    'PHOTO_INVALID',
    here instanceof Refusal ? here.message : '',
  ])
  expect((await normaliseApart(await picture(900, 900))).width).toBe(900)
})

it('a process that dies fails its own picture only', async () => {
  const before = children()
  const bytes = await picture(4000, 3000)
  const outcome = normaliseApart(bytes).catch((error: unknown) => error)
  const [child] = children().length > before.length ? children().filter((pid) => !before.includes(pid)) : before
  if (child === undefined) throw new Error('no process was started')
  process.kill(child, 'SIGKILL')
  expect(String(await outcome)).toContain('the process of a picture ended')
  expect((await normaliseApart(bytes)).width).toBe(1800)
})
