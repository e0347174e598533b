import { allCalls } from '@huanji/contract/calls'
import { callsBeyond, type FeatureSpec } from '@huanji/contract/feature'
import { FEATURES } from '@huanji/contract/features/index'
import { PAGES } from '@huanji/contract/pages'
import { describe, expect, it } from 'vitest'
import { specifiedCalls, specifiedMenuRoutes, specifiedPublicRoutes } from './specification.ts'

const BEYOND = '/api/ext/'
const features = Object.values<FeatureSpec>(FEATURES)

/** The paths of calls and pages that features say to stand beyond the specification. */
const declaredBeyond = {
  calls: features.flatMap((feature) => [...callsBeyond(feature).values()].flat()).map(({ path }) => path),
  pages: features.flatMap(({ pages = {} }) =>
    Object.values(pages).flatMap(({ path, beyond }) => (beyond === undefined ? [] : [path])),
  ),
}

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

  it('says of each call beyond them why it is there, once', () => {
    expect(declaredBeyond.calls.toSorted()).toEqual(paths.filter((path) => path.startsWith(BEYOND)).toSorted())
  })

  it('has exactly the pages of the specification, and those that say why they are there', () => {
    const pages = Object.values(PAGES).map(({ path }) => path)
    expect(pages.toSorted()).toEqual([...specifiedMenuRoutes(), ...declaredBeyond.pages].toSorted())
  })
})
