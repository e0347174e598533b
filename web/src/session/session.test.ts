import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  can,
  clearSession,
  isSignedIn,
  loginContext,
  loginInfo,
  permissions,
  type Session,
  storePermissions,
  storeSession,
} from './session.ts'
import { forget, readJson, readText, storeJson, storeText } from './storage.ts'

const SESSION: Session = {
  loginToken: 'token',
  loginPhone: '13800138000',
  employeeId: 'e1',
  merchantId: 'm1',
  loginInfo: { employeeName: '周晓岚', merchantName: '启明数码', roleNames: ['老板'], isOwner: true },
}

beforeEach(() => {
  clearSession()
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('defect: a link opened in a new tab was signed out, because the login lay in the session storage', () => {
  sessionStorage.setItem('loginToken', 'an older login')
  storeSession(SESSION)
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'employeeId',
    'loginInfo',
    'loginPhone',
    'loginToken',
    'merchantId',
  ])
  expect(sessionStorage.length).toBe(0)
  expect(loginContext().loginToken).toBe('token')
  expect(JSON.parse(localStorage.getItem('loginInfo') ?? '')).toEqual(SESSION.loginInfo)
})

test('without stored login information, or with half or none of it, its texts are empty', () => {
  const nobody = { employeeName: '', merchantName: '', roleNames: [], isOwner: false }
  expect(loginInfo()).toEqual(nobody)
  for (const stored of ['{}', 'null', '[]', '7', '{broken', '{"roleNames":"老板"}']) {
    sessionStorage.setItem('loginInfo', stored)
    expect(loginInfo(), stored).toEqual(nobody)
  }
  sessionStorage.setItem('loginInfo', '{"employeeName":"周晓岚"}')
  expect(loginInfo()).toEqual({ ...nobody, employeeName: '周晓岚' })
})

test('what a full storage does not take lasts as long as the page', () => {
  localStorage.setItem('draft', 'old')
  const real = localStorage
  const full = vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    ...real,
    getItem: (key) => real.getItem(key),
    removeItem: (key) => real.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  storeText('draft', 'new', 'local')
  expect(readText('draft')).toBe('new')
  expect(real.getItem('draft')).toBe('old')
  full.mockRestore()
  storeText('draft', 'newer', 'local')
  expect(readText('draft')).toBe('newer')
  expect(localStorage.getItem('draft')).toBe('newer')
  forget('draft')
  expect(readText('draft')).toBe('')
})

test('in a browser that forbids storage a person can still sign in and out', () => {
  const forbid = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(forbid)
  expect(() => localStorage).toThrow('forbidden')
  expect(isSignedIn()).toBe(false)
  storeSession(SESSION)
  expect(loginContext()).toMatchObject({ loginToken: 'token', merchantId: 'm1' })
  clearSession()
  expect(isSignedIn()).toBe(false)
  expect(readText('loginPhone')).toBe('13800138000')
  forget('loginPhone')
})

test('the session storage is read before the local one', () => {
  localStorage.setItem('loginToken', 'local')
  expect(loginContext().loginToken).toBe('local')
  sessionStorage.setItem('loginToken', 'session')
  expect(loginContext()).toEqual({ loginToken: 'session', loginPhone: '', employeeId: '', merchantId: '' })
})

test('clearing ends the session in both storages and keeps the phone', () => {
  storeSession(SESSION)
  sessionStorage.setItem('loginToken', 'also here')
  storePermissions(['/sale/order'])
  clearSession()
  expect(isSignedIn()).toBe(false)
  expect(Object.keys(localStorage)).toEqual(['loginPhone'])
  expect(sessionStorage.length).toBe(0)
  expect(permissions().size).toBe(0)
  expect(loginInfo().employeeName).toBe('')
})

test('permissions are a JSON list in the session storage and decide what can be done', () => {
  expect(can('/api/goods/publish')).toBe(false)
  storePermissions(['/sale/product', '/api/goods/publish'])
  expect(JSON.parse(sessionStorage.getItem('permissions') ?? '')).toEqual(['/sale/product', '/api/goods/publish'])
  expect(can('/api/goods/publish')).toBe(true)
  expect(can('/api/goods/operate')).toBe(false)
})

test('JSON of the wrong shape, and what is no JSON, give the fallback', () => {
  const isNumber = (value: unknown): value is number => typeof value === 'number'
  storeJson('n', 7, 'local')
  expect(readJson('n', 0, isNumber)).toBe(7)
  storeJson('n', 'seven', 'session')
  expect(readJson('n', 0, isNumber)).toBe(0)
  sessionStorage.setItem('n', '{broken')
  expect(readJson('n', 0, isNumber)).toBe(0)
  expect(readText('nothing')).toBe('')
})
