import { expect, it } from 'vitest'
import { newId } from '../platform/ids.ts'
import { isReading } from './pool-database.ts'
import { narrowed } from './shop-bound.ts'

const [merchantId, employeeId, shopId] = [newId(), newId(), newId()]
const bound = { employeeId, shopIds: [shopId], since: '2026-11-20T02:00:00.000Z' }
const narrow = (text: string) => narrowed(text, merchantId, bound)

it('leaves a statement alone that reads no table of a shop', () => {
  const text = 'select "u"."id" from "unit" as "u" where "u"."merchant_id" = $1'
  expect(narrow(text)).toBe(text)
})

it('puts the rows of the shops in the place of the table, whichever way it is written', () => {
  for (const text of [
    'select 1 from "sale_order" as "o"',
    'select 1 from sale_order',
    '\n  select 1 from public_x, sale_order',
  ]) {
    const made = narrow(text)
    expect(made).toMatch(
      /^\/\* shops \*\/ with "sale_order" as not materialized \(select t\.\* from public\.sale_order t /,
    )
    expect(made).toContain(`t.shop_account_id = any ('{${shopId}}'::uuid[])`)
    expect(made.endsWith(text.trimStart())).toBe(true)
    expect(isReading(made)).toBe(true)
  }
})

it('stands before the named queries that a statement has, also recursive ones', () => {
  expect(narrow('with recursive "found" as (select 1 from "bill") select 1 from "found"')).toMatch(
    /with recursive "bill" as not materialized \(.*\), "found" as \(select 1 from "bill"\) select 1 from "found"$/s,
  )
  expect(narrow('\n with first as materialized (select 1 from "bill_finding") select 1 from first')).toMatch(
    /with "bill_finding" as not materialized \(.*\), first as materialized \(/s,
  )
})

it('takes the lock from what is read again', () => {
  expect(narrow('select "o"."id" from "sale_order" as "o" where true for update of "o"')).toMatch(/where true$/)
  expect(narrow('select "id" from "refund" for no key update skip locked')).toMatch(/from "refund"$/)
})

it('takes no shop that is not an id', () => {
  const told = { ...bound, shopIds: ["'); drop table employee"] }
  expect(() => narrowed('select 1 from "bill"', merchantId, told)).toThrow('a shop id must be a UUID')
})
