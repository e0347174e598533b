import { withRight } from '@huanji/contract/columns/field-rights'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { mayRead, rowOf } from './field-rights.ts'

const CLERK = { isOwner: false, grants: new Set<string>() }
const SERVICE = { isOwner: false, grants: new Set(['field:orderMoney']) }
const OWNER = { isOwner: true, grants: new Set<string>() }

const unit = z.strictObject({ imei: z.string(), paidFen: withRight('field:orderMoney', z.int()) })
const row = z.strictObject({
  no: z.string(),
  paidFen: withRight('field:orderMoney', z.int()),
  reserveFen: withRight('field:reservePrice', z.int()),
  run: z.strictObject({ reserveFen: withRight('field:reservePrice', z.int()) }).nullable(),
  units: z.array(unit),
  tags: z.array(z.string()),
  counts: z.record(z.string(), z.int()),
})

const READ = {
  no: 'A1',
  paidFen: 100,
  reserveFen: 50,
  run: { reserveFen: 50, secret: 'x' },
  units: [{ imei: '1', paidFen: 100, holding: true }],
  tags: ['new'],
  counts: { open: 1 },
  receiverPhone: '13800130000',
}

describe('a row as the contract answers it', () => {
  const answered = rowOf(row)

  it('has null in each field whose right the reader lacks, within its parts and lists too', () => {
    expect(answered(READ, CLERK)).toEqual({
      no: 'A1',
      paidFen: null,
      reserveFen: null,
      run: { reserveFen: null },
      units: [{ imei: '1', paidFen: null }],
      tags: ['new'],
      counts: { open: 1 },
    })
    expect(answered(READ, SERVICE)).toMatchObject({ paidFen: 100, reserveFen: null, units: [{ paidFen: 100 }] })
    expect(answered(READ, OWNER)).toMatchObject({ paidFen: 100, reserveFen: 50, run: { reserveFen: 50 } })
  })

  it('has the fields of the contract and no others, whatever was read', () => {
    const keys = JSON.stringify(answered(READ, OWNER))
    for (const name of ['secret', 'holding', 'receiverPhone']) expect(keys).not.toContain(name)
    expect(row.safeParse(answered(READ, OWNER)).error?.issues).toBeUndefined()
  })

  it('leaves a part that is not there as it is, and the row that was read unchanged', () => {
    const before = structuredClone(READ)
    expect(answered({ ...READ, run: null, paidFen: null }, OWNER)).toMatchObject({ run: null, paidFen: null })
    answered(READ, CLERK)
    expect(READ).toEqual(before)
  })
})

it('the owner reads every field, others those of their rights', () => {
  expect([OWNER, SERVICE, CLERK].map((reader) => mayRead(reader, 'field:orderMoney'))).toEqual([true, true, false])
  expect(mayRead(SERVICE, 'field:reservePrice')).toBe(false)
})
