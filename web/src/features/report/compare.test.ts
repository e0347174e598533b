import { expect, test } from 'vitest'
import type { InspectionDetail, Photo, ReportGroup } from '../inspection/types.ts'
import { recordDetail } from '../station/testing/records.ts'
import { comparePhotos, compareReports } from './compare.ts'

type Line = ReportGroup['lines'][number]

const line = (itemCode: string, itemName: string, answer: string, change: Partial<Line> = {}): Line => ({
  itemCode,
  itemName,
  kind: 'objective',
  options: [{ optionCode: `${itemCode}-${answer}`, name: answer, effect: 'normal', cap: null }],
  value: null,
  uninspectable: false,
  exception: false,
  ...change,
})

const report = (lines: Line[], change: Partial<InspectionDetail> = {}): InspectionDetail =>
  recordDetail({ groups: [{ code: 'C', name: '外观', summary: '', exceptionCount: 0, lines }], ...change })

const photo = (photoId: string, position: string | null, itemCode: string | null = null): Photo => ({
  photoId,
  url: '',
  thumbUrl: '',
  width: 3,
  height: 4,
  position,
  itemCode,
  optionCode: null,
  internal: false,
  takenAt: '2026-11-20T08:00:00.000Z',
  takenBy: '林小满',
  reusedFrom: null,
  marks: [],
})

test('lines that differ stand apart from those that are the same, facts before answers', () => {
  const before = report([line('C01', '屏幕划痕', '无'), line('C02', '边框', '无磕碰'), line('E01', '屏幕更换', '无')], {
    grade: '99',
    bagCode: 'FD00000001',
  })
  const after = report(
    [
      line('C01', '屏幕划痕', '明显'),
      line('C02', '边框', '无磕碰'),
      line('C03', '后盖', '无', { uninspectable: true }),
    ],
    { grade: '90', bagCode: null },
  )
  const { differing, same } = compareReports(before, after)
  expect(differing).toEqual([
    { key: '成色', name: '成色', before: '99新', after: '9成新' },
    { key: '封袋码', name: '封袋码', before: 'FD00000001', after: '无' },
    { key: 'C01', name: '屏幕划痕', before: '无', after: '明显' },
    { key: 'C03', name: '后盖', before: '未检', after: '无法检测' },
    { key: 'E01', name: '屏幕更换', before: '无', after: '未检' },
  ])
  expect(same.map(({ name }) => name)).toContain('边框')
  expect(same.some(({ key }) => differing.some((one) => one.key === key))).toBe(false)
})

test('photographs of the same shot and of the same defect stand beside each other', () => {
  const lines = [line('C01', '屏幕划痕', '明显')]
  const before = report(lines, { photos: [photo('1', 'back'), photo('2', null, 'C01')] })
  const after = report(lines, { photos: [photo('3', 'back'), photo('4', 'left'), photo('5', null, 'C01')] })
  const shown = comparePhotos(before, after, (code) => ({ back: '背面', left: '左边框' })[code] ?? code)
  expect(
    shown.map(({ caption, before: old, after: now }) => [
      caption,
      old.map((one) => one.photoId),
      now.map((one) => one.photoId),
    ]),
  ).toEqual([
    ['背面', ['1'], ['3']],
    ['屏幕划痕瑕疵', ['2'], ['5']],
    ['左边框', [], ['4']],
  ])
})
