import { beforeEach, expect, test } from 'vitest'
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
import { readJson, readText, storeJson } from './storage.ts'

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

test('a kept session goes to the local storage under the specification’s keys, another one to the session storage', () => {
  storeSession(SESSION, true)
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'employeeId',
    'loginInfo',
    'loginPhone',
    'loginToken',
    'merchantId',
  ])
  expect(sessionStorage.length).toBe(0)
  storeSession({ ...SESSION, loginToken: 'other' }, false)
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.getItem('loginToken')).toBe('other')
  expect(JSON.parse(sessionStorage.getItem('loginInfo') ?? '')).toEqual(SESSION.loginInfo)
})

test('the session storage is read before the local one', () => {
  localStorage.setItem('loginToken', 'local')
  expect(loginContext().loginToken).toBe('local')
  sessionStorage.setItem('loginToken', 'session')
  expect(loginContext()).toEqual({ loginToken: 'session', loginPhone: '', employeeId: '', merchantId: '' })
})

test('clearing ends the session in both storages and keeps the phone', () => {
  storeSession(SESSION, true)
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
