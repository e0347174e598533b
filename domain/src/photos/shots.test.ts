import { expect, test } from 'vitest'
import { findModel } from '../catalogue/testing/models.ts'
import type { Channel } from '../channel.ts'
import type { Answers } from '../template/types.ts'
import { isShownByShot, missingShots, requiredShots } from './shots.ts'

function shotsOf(id: string, channel: Channel = 'curated', answers: Answers = {}) {
  const model = findModel(id)
  if (!model) throw new Error(`no model ${id}`)
  return requiredShots(channel, model, answers)
}

function codesOf(shots: ReturnType<typeof shotsOf>, rule: string): string[] {
  return shots.filter((shot) => shot.rule === rule).map((shot) => shot.code)
}

test('an iPhone on the curated channel', () => {
  const shots = shotsOf('apple-iphone-13')
  expect(codesOf(shots, 'must')).toEqual([
    'front_off',
    'front_on',
    'back',
    'left',
    'right',
    'top',
    'bottom',
    'about',
    'battery',
  ])
  expect(codesOf(shots, 'recommended')).toEqual(['camera', 'corners'])
  expect(shots.filter((shot) => shot.internal).map((shot) => shot.code)).toEqual(['about', 'bag'])
})

test('the auction market recommends the bag instead of the camera', () => {
  const shots = shotsOf('apple-iphone-13', 'auction')
  expect(codesOf(shots, 'recommended')).toEqual(['corners', 'bag'])
})

test('a lot at auction shows no edges, a batch on the curated channel does', () => {
  const model = findModel('apple-iphone-13')
  if (!model) throw new Error('no iPhone 13')
  const codes = (channel: Channel) => requiredShots(channel, model, {}, 'batch').map((shot) => shot.code)
  const edges = ['left', 'right', 'top', 'bottom'] as const
  expect(codes('auction')).toEqual(
    shotsOf('apple-iphone-13', 'auction')
      .map((shot) => shot.code)
      .filter((code) => !edges.some((edge) => edge === code)),
  )
  expect(codes('curated')).toEqual(expect.arrayContaining([...edges]))
})

test('the battery page is compulsory on iPhones only', () => {
  expect(codesOf(shotsOf('xiaomi-14'), 'must')).not.toContain('battery')
  expect(codesOf(shotsOf('xiaomi-14'), 'optional')).toContain('battery')
})

test('accessories only when there are some', () => {
  const codes = (answers: Answers) => shotsOf('xiaomi-14', 'auction', answers).map((shot) => shot.code)
  expect(codes({})).not.toContain('accessories')
  expect(codes({ A19: { options: ['A19-1'] } })).not.toContain('accessories')
  expect(codes({ A19: { options: ['A19-2'] } })).toContain('accessories')
})

test('foldables show both screens and the hinge', () => {
  expect(codesOf(shotsOf('huawei-mate-x6'), 'must')).toEqual(expect.arrayContaining(['inner', 'outer', 'hinge']))
  expect(shotsOf('xiaomi-14').map((shot) => shot.code)).not.toContain('inner')
})

test.each([
  ['does not start', { F01: { options: ['F01-5'] } }],
  ['shows nothing', { D08: { options: ['D08-6'] } }],
])('a phone that %s needs no picture of its screen', (_name, answers) => {
  const shots = shotsOf('apple-iphone-13', 'auction', answers)
  for (const code of ['front_on', 'about', 'battery']) expect(codesOf(shots, 'must')).not.toContain(code)
  expect(codesOf(shots, 'must')).toContain('front_off')
})

test('what is still to be taken is named', () => {
  const shots = shotsOf('apple-iphone-13')
  const taken = shots.map((shot) => shot.code).filter((code) => code !== 'left' && code !== 'camera')
  expect(missingShots(shots, taken)).toEqual(['左边框'])
})

test('defect: the battery was asked for twice, as a shot and as a defect', () => {
  const apple = shotsOf('apple-iphone-13')
  expect(isShownByShot('A14', apple, [])).toBe(true)
  expect(isShownByShot('B03', apple, [])).toBe(false)
  const android = shotsOf('xiaomi-14')
  expect(isShownByShot('A14', android, ['back'])).toBe(false)
  expect(isShownByShot('A14', android, ['back', 'battery'])).toBe(true)
  const dark = shotsOf('apple-iphone-13', 'curated', { F01: { options: ['F01-5'] } })
  expect(isShownByShot('A14', dark, [])).toBe(false)
})
