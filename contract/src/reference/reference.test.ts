import { describe, expect, it } from 'vitest'
import { allCalls } from '../calls/index.ts'
import { curlOf } from './curl.ts'
import { FIELD_WORDS } from './field-words.ts'
import { type FieldInfo, referenceDetails, referenceGroups } from './reference.ts'

const groups = referenceGroups()
const details = Object.assign({}, ...groups.map(({ group }) => referenceDetails(group))) as ReturnType<
  typeof referenceDetails
>
const open = groups.flatMap(({ calls }) => calls).filter(({ closedBecause }) => closedBecause === null)
const flat = (fields: readonly FieldInfo[]): FieldInfo[] => fields.flatMap((one) => [one, ...flat(one.fields)])

describe('the calls’ reference', () => {
  it('has every call of the contract once, with all about it', () => {
    expect(groups.flatMap(({ calls }) => calls.map(({ path }) => path))).toEqual(allCalls.map(({ path }) => path))
    expect(Object.keys(details)).toHaveLength(allCalls.length)
  })

  it('says of every field that a key can send what it is', () => {
    const silent = open.flatMap(({ path }) => flat(details[path]?.input ?? []).filter(({ about }) => about === ''))
    expect([...new Set(silent.map(({ name }) => name))]).toEqual([])
    expect(open.length).toBeGreaterThan(90)
  })

  it('explains no field that no call has', () => {
    const names = new Set(
      Object.values(details).flatMap(({ input, output }) => [...flat(input), ...flat(output)].map(({ name }) => name)),
    )
    expect(Object.keys(FIELD_WORDS).filter((name) => !names.has(name))).toEqual([])
  })

  it('knows types, limits and what must be there', () => {
    const fields = new Map(details['/api/address/edit']?.input.map((field) => [field.name, field]))
    expect(fields.get('kind')).toMatchObject({ type: '"ship" | "return"', isRequired: true })
    expect(fields.get('addressId')).toMatchObject({ type: 'ID', isRequired: false })
    const orders = new Map(details['/api/yushiorder/v1/order/list']?.input.map((field) => [field.name, field]))
    expect([orders.get('paidFrom')?.type, orders.get('pageSize')?.type]).toEqual(['时间', '整数（最大200）'])
    expect(details['/api/address/list']?.output[0]).toMatchObject({ name: 'list', type: '列表〈对象〉' })
    expect(details['/api/address/list']?.output[0]?.fields.map(({ name }) => name)).toContain('contactName')
    expect(details['/api/address/edit']?.isRepeatable).toBe(true)
  })

  it('writes a call for a shell, whatever stands in its example', () => {
    const line = curlOf('https://a.example', '/api/x', 'write', { name: "it's" })
    expect(line).toContain(`-d '{"name":"it'\\''s"}'`)
    expect(line).toContain('idempotency-key')
    expect(curlOf('', '/api/x', 'read', {})).not.toContain('idempotency-key')
  })
})
