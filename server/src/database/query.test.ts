import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anyOf, builtOnce, compiled, db, holds, jsonText, prepared } from './query.ts'

const textOf = (statement: Parameters<typeof compiled>[0]) => compiled(statement).sql

describe('a statement', () => {
  it('is written in the names of the database and answers in those of the code', () => {
    expect(textOf(db.selectFrom('saleOrder as o').select(['o.id as orderId', 'o.orderNo', 'o.state']))).toBe(
      'select "o"."id" as "orderId", "o"."order_no" as "orderNo", "o"."state" from "sale_order" as "o"',
    )
  })

  it('keeps to the names of the database between its parts', () => {
    const inner = db.selectFrom('saleOrder').select(['id as orderId', 'orderNo'])
    expect(textOf(db.selectFrom(inner.as('someOrders')).select('someOrders.orderId').orderBy('orderId'))).toBe(
      'select "some_orders"."order_id" as "orderId" from (select "id" as "order_id", "order_no" from "sale_order") as "some_orders" order by "orderId"',
    )
  })

  it('answers what a change gives back in the names of the code', () => {
    const changed = db.updateTable('shopAccount').set({ shopName: '店' }).where('id', '=', 'x').returning('shopName')
    expect(textOf(changed)).toBe(
      'update "shop_account" set "shop_name" = $1 where "id" = $2 returning "shop_name" as "shopName"',
    )
  })

  it('names what it answers', () => {
    expect(() => textOf(db.selectFrom('bill').selectAll())).toThrow('names the columns')
    expect(() => textOf(db.selectFrom('bill as b').selectAll('b'))).toThrow('names the columns')
  })

  it('runs nowhere but in a transaction', async () => {
    await expect(db.selectFrom('bill').select('id').execute()).rejects.toThrow('runs through its transaction')
  })
})

it('a keyword means itself, whatever characters it has', () => {
  const { parameters } = compiled(sql`select ${holds(sql<string>`title`, '50%_\\')}`)
  expect(parameters).toEqual(['%50\\%\\_\\\\%'])
  expect(jsonText({ a: [1] })).toBe('{"a":[1]}')
})

it('a prepared statement is built once and set with the values of each run', () => {
  let builds = 0
  const find = prepared<{ id: string; ids: string[] }, unknown>(({ id, ids }) => {
    builds += 1
    return db
      .selectFrom('bill')
      .select('id')
      .where('id', '=', id)
      .where('orderId', '=', anyOf(['x']))
      .where(sql<boolean>`id = any(${ids})`)
  })
  const [one, other] = [find({ id: 'a', ids: ['b'] }).compile(), find({ id: 'c', ids: [] }).compile()]
  expect(one.parameters).toEqual(['a', ['x'], ['b']])
  expect(other.parameters).toEqual(['c', ['x'], []])
  expect(other.sql).toBe(one.sql)
  expect(builds).toBe(1)
})

it('columns that are built once are written the same each time, and ordered by their names', () => {
  const bills = builtOnce(db.selectFrom('bill').select(['id as billId', 'billNo', sql<number>`${1}::int`.as('one')]))
  const text = () => compiled(bills.where('state', '=', 'pending').orderBy('billNo'))
  expect(text().sql).toBe(
    'select "id" as "billId", "bill_no" as "billNo", $1::int as "one" from "bill" where "state" = $2 order by "billNo"',
  )
  expect(text()).toMatchObject({ sql: text().sql, parameters: [1, 'pending'] })
})
