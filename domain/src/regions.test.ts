import { expect, test } from 'vitest'
import { findRegion, isLeaf, REGIONS, regionName, regionPath } from './regions.ts'

test('34 provinces, up to the divisions of 2024', () => {
  expect(REGIONS).toHaveLength(34)
  const counties = REGIONS.flatMap((province) => province.children.flatMap((city) => city.children))
  for (const name of ['临平区', '米林市', '错那市', '白杨市', '和安县', '和康县']) {
    expect(
      counties.some((county) => county.name === name),
      name,
    ).toBe(true)
  }
})

test('a county is a leaf with its path', () => {
  expect(regionPath('330113').map((region) => region.name)).toEqual(['浙江省', '杭州市', '临平区'])
  expect([isLeaf('330113'), isLeaf('330100'), isLeaf('330000'), isLeaf('999999')]).toEqual([true, false, false, false])
  expect(findRegion('999999')).toBeNull()
})

test('every region hangs below a province', () => {
  const counted = REGIONS.reduce((sum, province) => sum + province.children.length, 0)
  expect(counted).toBeGreaterThan(340)
})

test('a region is named as it stands on a parcel, without levels that only group counties', () => {
  expect(regionName('330106')).toBe('浙江省杭州市西湖区')
  expect(regionName('110105')).toBe('北京市朝阳区')
  expect(regionName('500229')).toBe('重庆市城口县')
  expect(regionName('429004')).toBe('湖北省仙桃市')
  expect(regionName('999999')).toBe('')
})

test('a county that was set up since is offered, and those it took the place of are read and offered no more', () => {
  expect(regionName('500157')).toBe('重庆市两江新区')
  expect([isLeaf('500157'), isLeaf('500112'), isLeaf('500105')]).toEqual([true, false, false])
  expect(regionName('500112')).toBe('重庆市渝北区')
  expect(findRegion('500105')?.name).toBe('江北区')
  const offered = REGIONS.flatMap(({ children }) => children.flatMap((city) => city.children.map(({ code }) => code)))
  expect(offered).toContain('500157')
  expect(offered).not.toContain('500112')
})
