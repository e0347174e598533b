import type { PhonePhoto, PhoneTask } from '../phone-client.ts'

/** A photograph as the page of a task gets it: of a shot unless an item is named. */
export const phonePhoto = (change: Partial<PhonePhoto>): PhonePhoto => ({
  photoId: `photo ${change.position ?? change.itemCode}`,
  url: '/large',
  thumbUrl: '/small',
  width: 1200,
  height: 900,
  position: null,
  itemCode: null,
  optionCode: null,
  internal: false,
  takenAt: '2026-11-20T08:00:00.000Z',
  takenBy: '林小满',
  reusedFrom: null,
  marks: [],
  ...change,
})

const shot = (code: string, name: string, rule: PhoneTask['shots'][number]['rule']) => ({
  code,
  name,
  hint: `${name}完整入镜`,
  rule,
  internal: false,
})

/** A task that wants two compulsory shots, a defect and two more. */
export const phoneTask = (change: Partial<PhoneTask> = {}): PhoneTask => ({
  photoTaskId: '01890000-0000-7000-8000-000000000002',
  inspectionNo: 'ZJ261120000001',
  modelName: '苹果 iPhone 13',
  skuText: '128GB 午夜色',
  expiresAt: '2026-11-20T09:00:00.000Z',
  shots: [
    shot('front_off', '正面（息屏）', 'must'),
    shot('back', '背面', 'must'),
    shot('corners', '四角/磕碰', 'recommended'),
    shot('bag', '封袋', 'optional'),
  ],
  photos: [],
  missingShots: [
    { code: 'front_off', name: '正面（息屏）' },
    { code: 'back', name: '背面' },
  ],
  defects: [{ itemCode: 'C01', itemName: '屏幕划痕', optionCode: 'C01-3', optionName: '轻微划痕', photos: [] }],
  ...change,
})
