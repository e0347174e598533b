import { allCalls } from '@huanji/contract/calls'
import { PAGES } from '@huanji/contract/pages'
import { describe, expect, it } from 'vitest'
import { specifiedCalls, specifiedMenuRoutes, specifiedPublicRoutes } from './specification.ts'

const BEYOND = '/api/ext/'
/** Pages that the specification does not name, each wanted beyond it (docs/rules.md). */
const PAGES_BEYOND = [
  '/merchant/profile',
  ...['/account/webhook', '/account/audit', '/account/apikey', '/account/api-docs'],
  ...['/check/phone', '/tool/import'],
]

describe('docs/specification.md', () => {
  it('names 108 calls, each once', () => {
    expect(specifiedCalls()).toHaveLength(108)
    expect(new Set(specifiedCalls()).size).toBe(108)
  })

  it('names 35 routes: six public ones, 28 under the layout, and one for any other path', () => {
    expect(specifiedPublicRoutes()).toHaveLength(6)
    expect(specifiedMenuRoutes()).toHaveLength(28)
  })
})

describe('the contract', () => {
  const paths = allCalls.map(({ path }) => path)

  it('has every call of the specification, spelled as there', () => {
    expect(specifiedCalls().filter((path) => !paths.includes(path))).toEqual([])
  })

  it('has beyond them only calls under their own prefix', () => {
    const specified = new Set(specifiedCalls())
    expect(paths.filter((path) => !specified.has(path) && !path.startsWith(BEYOND))).toEqual([])
    expect(specifiedCalls().filter((path) => path.startsWith(BEYOND))).toEqual([])
  })

  it('has exactly the pages of the specification, and those that are listed', () => {
    const pages = Object.values(PAGES).map(({ path }) => path)
    expect(pages.toSorted()).toEqual([...specifiedMenuRoutes(), ...PAGES_BEYOND].toSorted())
  })
})
