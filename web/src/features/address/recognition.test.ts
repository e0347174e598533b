import { address } from '@huanji/contract/features/address/calls'
import { addressRow } from '@huanji/contract/features/address/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { parseAddress } from '@huanji/domain/address/parse'
import { expect, test } from 'vitest'
import { addressLine, addressValues } from './address-values.ts'
import { afterPaste, fateOf, pasteSummary } from './recognition.ts'
import type { AddressRow } from './types.ts'

const ROW: AddressRow = {
  ...emptyRow(addressRow),
  addressId: '01890000-0000-7000-8000-000000000001',
  kind: 'ship',
  contactName: '王师傅',
  contactPhone: '13800130010',
  regionCode: '440305',
  regionName: '广东省深圳市南山区',
  detail: '科技园路1号A座',
  isDefault: true,
  allowedActions: ['edit', 'delete'],
  version: 3,
}
const NOTHING = { contactName: '', contactPhone: '', regionCode: '', detail: '' }
const FOUND = {
  contactName: '王师傅',
  contactPhone: '13800130010',
  phoneExtension: null,
  regionCode: '440305',
  detail: '科技园路1号',
}
const HALF = {
  contactName: null,
  contactPhone: '13800130011',
  phoneExtension: null,
  regionCode: null,
  detail: '和风路8号',
}

test('what was recognised replaces what stood there; what was not leaves what was typed', () => {
  expect(afterPaste({ ...NOTHING, contactName: '李四' }, HALF, null)).toEqual({
    contactName: '李四',
    contactPhone: '13800130011',
    regionCode: '',
    detail: '和风路8号',
  })
})

test('values of the paste before do not mix with those of the next', () => {
  expect(afterPaste({ ...FOUND, regionCode: '440304' }, HALF, FOUND)).toEqual({
    contactName: '',
    contactPhone: '13800130011',
    regionCode: '440304',
    detail: '和风路8号',
  })
})

test('a field is marked until it is corrected', () => {
  expect(fateOf('contactName', '王师傅', null)).toBe('own')
  expect(fateOf('contactName', '王师傅', FOUND)).toBe('found')
  expect(fateOf('contactName', '王师父', FOUND)).toBe('own')
  expect(fateOf('contactName', '', HALF)).toBe('missing')
  expect(fateOf('contactName', '王师傅', HALF)).toBe('own')
})

test('the summary names what was found and what is left to fill in', () => {
  expect(pasteSummary(FOUND)).toBe('已全部识别，请核对后保存')
  expect(pasteSummary(HALF)).toBe('已识别：电话、详细地址；未识别：联系人、所在地区，请补填')
  expect(pasteSummary({ ...HALF, contactPhone: null, detail: null })).toBe('没有识别出地址，请在下面手动填写')
})

test('of a number with an extension the summary says where the extension went', () => {
  const parsed = parseAddress('王小明 18400000000转8431 浙江省杭州市西湖区文三路1号')
  expect(pasteSummary(parsed)).toBe('已全部识别，请核对后保存。分机8431写在详细地址末尾，快递凭它联系收件人')
})

test('a copied line is read in full when it is pasted again', () => {
  const { contactName, contactPhone, regionCode, detail } = ROW
  expect(parseAddress(addressLine(ROW))).toMatchObject({ contactName, contactPhone, regionCode, detail })
})

test('a field of the answer that the call to change an address does not take is not sent back', () => {
  expect(address.edit.input.safeParse(addressValues(ROW)).error?.issues).toBeUndefined()
  expect(addressValues(ROW)).toMatchObject({ addressId: ROW.addressId, version: 3, regionCode: '440305' })
})
