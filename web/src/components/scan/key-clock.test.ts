import { expect, test } from 'vitest'
import { KeyClock } from './key-clock.ts'

/** Takes keys by their own times and the times of their arrival; gives what the clock makes of them. */
function timesOf(keys: readonly (readonly [timeStamp: number, arrivedMs: number])[]): number[] {
  const clock = new KeyClock()
  return keys.map(([timeStamp, arrivedMs]) => clock.timeOf({ timeStamp }, arrivedMs))
}

test('defect: behind an input method in English key times went back by 1.3 s, and codes lost characters', () => {
  // a key every 8 ms, of which two carry the time of one long before
  const times = timesOf([
    [5000, 5003],
    [5008, 5011],
    [3716, 5019],
    [5024, 5027],
    [3732, 5035],
    [5040, 5043],
  ])
  expect(times).toEqual([5000, 5008, 5019, 5024, 5035, 5040])
})

test('a key a little behind the one before it came together with it', () => {
  expect(
    timesOf([
      [5000, 5002],
      [4993, 5003],
      [4901, 5004],
      [5010, 5012],
    ]),
  ).toEqual([5000, 5000, 5000, 5010])
})

test('an arrival is remembered: what is a little behind it goes no further back', () => {
  expect(
    timesOf([
      [5000, 5002],
      [3700, 5030],
      [5020, 5033],
    ]),
  ).toEqual([5000, 5030, 5030])
})

test('a key whose time lay far ahead does not hold up those after it', () => {
  expect(
    timesOf([
      [9000, 5000],
      [5010, 5012],
      [5100, 5102],
    ]),
  ).toEqual([9000, 5012, 5100])
})
