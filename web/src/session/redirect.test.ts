import { expect, test } from 'vitest'
import { loginAddress, safeRedirect } from './redirect.ts'

const back = (target: string) => safeRedirect(`?redirect=${encodeURIComponent(target)}`)

test('a path of the application is followed with its query', () => {
  expect(back('/sale/order?state=shipped&page=2')).toBe('/sale/order?state=shipped&page=2')
  expect(back('/')).toBe('/')
})

test.each([
  'https://evil.example.com/',
  '//evil.example.com/a',
  '/\\evil.example.com',
  '/\t/evil.example.com',
  'javascript:alert(1)',
  'sale/order',
  '/login?redirect=%2Flogin',
  '',
])('%j leads home', (target) => {
  expect(back(target)).toBe('/')
})

test('no redirect leads home', () => {
  expect(safeRedirect('')).toBe('/')
})

test('the sign-in address carries path and query, and nothing for home', () => {
  expect(loginAddress('/sale/order', '?a=1&b=2')).toBe('/login?redirect=%2Fsale%2Forder%3Fa%3D1%26b%3D2')
  expect(loginAddress('/', '')).toBe('/login')
  expect(loginAddress('/', '?shop=1')).toBe('/login?redirect=%2F%3Fshop%3D1')
  expect(back(decodeURIComponent(loginAddress('/sale/order', '?a=1').split('=')[1] ?? ''))).toBe('/sale/order?a=1')
})
