import { describe, expect, it } from 'vitest'
import { allCalls } from '../calls.ts'
import { ANSWER_WORDS } from './answer-words.ts'
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

  it('defect: fields of answers had no text, or one text stood for two of them', () => {
    const levels = (fields: readonly FieldInfo[]): (readonly FieldInfo[])[] => [
      fields,
      ...fields.flatMap((field) => levels(field.fields)),
    ]
    const all = open.flatMap(({ path }) => [
      ...levels(details[path]?.input ?? []),
      ...levels(details[path]?.output ?? []),
    ])
    expect([...new Set(all.flat().flatMap(({ name, about }) => (about === '' ? [name] : [])))]).toEqual([])
    const twice = all.flatMap((fields) => {
      const others = (one: FieldInfo) => fields.filter(({ about }) => about === one.about)
      return fields.filter((one) => others(one).length > 1).map(({ name, about }) => `${name} ${about}`)
    })
    expect([...new Set(twice)]).toEqual([])
  })

  it('defect: the values of a choice stood nowhere, or only as codes', () => {
    const choices = open.flatMap(({ path }) => {
      const { input = [], output = [] } = details[path] ?? {}
      return [...flat(input), ...flat(output)].filter(({ type }) => type.includes('选项'))
    })
    const silent = choices.filter((one) => one.choices.length === 0 || one.choices.some(({ label }) => label === ''))
    expect([...new Set(silent.map(({ name }) => name))]).toEqual([])
    const filters = new Map(details['/api/bill/v1/list']?.input.map((field) => [field.name, field]))
    expect(filters.get('type')?.choices).toContainEqual({ value: 'serviceFee', label: '平台服务费' })
    expect(filters.get('state')?.choices).toContainEqual({ value: 'pending', label: '待结算' })
    expect(filters.get('sort')?.choices).toContainEqual({ value: 'amount.desc', label: '按金额，降序' })
    const grades = details['/api/goods/list']?.input.find(({ name }) => name === 'grade')?.choices
    expect(grades).toContainEqual({ value: 'E', label: 'E 故障机' })
    expect(choices.length).toBeGreaterThan(200)
  })

  it('defect: a text that may be null was called anything', () => {
    const types = open.flatMap(({ path }) => {
      const { input = [], output = [] } = details[path] ?? {}
      return [...flat(input), ...flat(output)].map(({ name, type }) => `${name} ${type}`)
    })
    expect([...new Set(types.filter((type) => type.includes('任意')))]).toEqual([])
    expect(types).toContain('nextCursor 文本 或 null')
  })

  it('explains no field that no call has', () => {
    const names = new Set(
      Object.values(details).flatMap(({ input, output }) => [...flat(input), ...flat(output)].map(({ name }) => name)),
    )
    expect(Object.keys({ ...FIELD_WORDS, ...ANSWER_WORDS }).filter((name) => !names.has(name))).toEqual([])
  })

  it('knows types, limits and what must be there', () => {
    const fields = new Map(details['/api/address/edit']?.input.map((field) => [field.name, field]))
    expect(fields.get('kind')).toMatchObject({ type: '选项', isRequired: true })
    expect(fields.get('addressId')).toMatchObject({ type: 'ID', isRequired: false })
    const orders = new Map(details['/api/yushiorder/v1/order/list']?.input.map((field) => [field.name, field]))
    expect([orders.get('paidFrom')?.type, orders.get('pageSize')?.type]).toEqual(['时间', '整数（最大200）'])
    expect(details['/api/address/list']?.output[0]).toMatchObject({ name: 'list', type: '列表〈对象〉' })
    expect(details['/api/address/list']?.output[0]?.fields.map(({ name }) => name)).toContain('contactName')
    expect(details['/api/address/edit']?.isRepeatable).toBe(true)
  })

  it('defect: one field more wrote five hundred lines of examples anew: a sample is made of the shape, and the shape takes it', () => {
    const odd = allCalls.filter(({ path, output }) => !output.safeParse(details[path]?.answer).success)
    expect(odd.map(({ path, output }) => [path, output.safeParse(details[path]?.answer).error?.issues[0]])).toEqual([])
    expect(details['/api/address/info']?.answer).toMatchObject({ kind: 'ship', regionName: '浙江省杭州市西湖区' })
  })

  it('writes a call for a shell, whatever stands in its example', () => {
    const line = curlOf('https://a.example', '/api/x', 'write', { name: "it's" })
    expect(line).toContain(`-d '{"name":"it'\\''s"}'`)
    expect(line).toContain('idempotency-key')
    expect(curlOf('', '/api/x', 'read', {})).not.toContain('idempotency-key')
  })
})
