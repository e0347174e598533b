import { expect, it } from 'vitest'
import { wantedBy } from './reader.ts'

const OFF = {
  choices: { ownersChanged: { isShown: false, isSent: false }, newOrder: { isShown: false, isSent: false } },
}
const OWNER = { employeeId: 'e', grants: new Set<string>(), isOwner: true }

const of = (kind: string, holder = OWNER) => wantedBy(holder, OFF).find((one) => one.kind === kind)

it('who becomes an owner is told to every owner, whatever was switched off', () => {
  expect(of('ownersChanged')).toMatchObject({ isShown: true, isSent: true })
  expect(of('newOrder')).toMatchObject({ isShown: false, isSent: false })
})

it('and to nobody else, whatever else they may do', () => {
  const manager = { ...OWNER, isOwner: false, grants: new Set(['/api/emp/list', '/api/emp/edit']) }
  expect(of('ownersChanged', manager)).toBeUndefined()
})
