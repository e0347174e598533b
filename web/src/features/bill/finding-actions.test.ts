import { MENU } from '@huanji/contract/menu'
import { flattenMenu } from '@huanji/contract/menu-tree'
import { expect, test } from 'vitest'
import { findingActions } from './finding-actions.tsx'
import { FINDING_WAYS } from './finding-ways.ts'

test('defect: every way to settle a finding is offered for a right that a role can hold', () => {
  expect(findingActions.map(({ allowed }) => allowed).sort()).toEqual(Object.keys(FINDING_WAYS).sort())
  const held = new Set(flattenMenu(MENU))
  expect(findingActions.filter(({ grant }) => !held.has(String(grant)))).toEqual([])
})
