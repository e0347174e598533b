import { expect, test } from 'vitest'
import { presentReceiver } from './present.ts'

const ORDER = {
  receiverName: '王小明[8431]',
  receiverPhone: '18400000000-8431',
  receiverRegion: '浙江省杭州市西湖区',
  receiverDetail: '文三路1号[8431]',
}

const by = (grants: readonly string[]) => ({ actor: { grants: new Set(grants), isOwner: false } })

test("a buyer's number with an extension is shown whole to whoever ships", () => {
  const shown = presentReceiver(ORDER, by(['field:buyerContact']))
  expect(shown).toMatchObject({ name: '王小明[8431]', phone: '18400000000-8431', detail: '文三路1号[8431]' })
})

test('defect: of a masked number with an extension, the extension was told and stood for the end of the number', () => {
  expect(presentReceiver(ORDER, by([])).phone).toBe('184****0000转****')
  expect(presentReceiver({ ...ORDER, receiverPhone: '13800138000' }, by([])).phone).toBe('138****8000')
  expect(presentReceiver({ ...ORDER, receiverPhone: '' }, by([])).phone).toBe('')
})
