import { expect, test } from 'vitest'
import { detectReportLink, itemLink, qualityReportLink, type Site } from './site-links.ts'

const SITE: Site = {
  appId: '21650000',
  siteUrl: 'https://huanji.example.com',
  itemUrl: 'https://market.example.com/item?id={itemId}',
  qualityReportUrl: 'https://market.example.com/report/{itemId}?from=huanji',
  detectReportUrl: 'https://market.example.com/detect?{key}={value}',
}
const NOTHING: Site = { appId: '', siteUrl: '', itemUrl: '', qualityReportUrl: '', detectReportUrl: '' }

test('each configured address leads to its page', () => {
  expect(itemLink(SITE, '7788')).toBe('https://market.example.com/item?id=7788')
  expect(qualityReportLink(SITE, '7788')).toBe('https://market.example.com/report/7788?from=huanji')
  expect(detectReportLink(SITE, { itemId: '7788' })).toBe('https://market.example.com/detect?itemId=7788')
  expect(detectReportLink(SITE, { detectNo: 'QC1' })).toBe('https://market.example.com/detect?detectNo=QC1')
})

test('what is not configured, or has no value, gives no link', () => {
  expect(itemLink(NOTHING, '7788')).toBeNull()
  expect(qualityReportLink(NOTHING, '7788')).toBeNull()
  expect(detectReportLink(NOTHING, { detectNo: 'QC1' })).toBeNull()
  expect(itemLink(SITE, '')).toBeNull()
  expect(detectReportLink(SITE, { itemId: '' })).toBeNull()
})

test('a value stays one value, whatever is in it', () => {
  expect(itemLink(SITE, 'a&b=c/../#d')).toBe('https://market.example.com/item?id=a%26b%3Dc%2F..%2F%23d')
  expect(qualityReportLink(SITE, '../x')).toBe('https://market.example.com/report/..%2Fx?from=huanji')
  expect(itemLink(SITE, '{itemId}$&')).toBe('https://market.example.com/item?id=%7BitemId%7D%24%26')
})

test.each([
  'javascript:alert({itemId})',
  'data:text/html,{itemId}',
  '//market.example.com/{itemId}',
  '/item/{itemId}',
  'ftp://market.example.com/{itemId}',
  'https://{itemId}',
  'http://[',
])('%s is no address to follow', (itemUrl) => {
  expect(itemLink({ ...SITE, itemUrl }, '7788')).toBeNull()
})
