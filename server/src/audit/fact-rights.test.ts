import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { describe, expect, it } from 'vitest'
import { factsFor, isDecidedFact } from './fact-rights.ts'

const SOURCES = path.join(import.meta.dirname, '..')
/** What writes an amount, or facts that hold amounts. */
const WRITES_MONEY = /\b(?:formatFen|limitText|priceFacts)\b/
const WRITES_LOG = /\b(?:Audit(?:Entry|Facts)|audit|priceFacts)\b/
/** A fact's name where it is written: 成本价: …, before.商品 and [`售价 ${skuId}`]. */
const NAMES = /(?:(?<![\w'"])(\p{Script=Han}+): )|(?:\.(\p{Script=Han}+)\b)|(?:\[`(\p{Script=Han}+) \$\{)/gu

/** The names of the facts in each file that writes money into the log. */
async function moneyFiles(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    const code = file.endsWith('.test.ts') ? '' : readFileSync(path.join(SOURCES, file), 'utf8')
    if (!WRITES_MONEY.test(code) || !WRITES_LOG.test(code)) continue
    found.set(
      file,
      [...code.matchAll(NAMES)].map(([, ...names]) => names.find(Boolean) ?? ''),
    )
  }
  return found
}

const nobody = { grants: new Set<string>(), isOwner: false }
const holder = (...grants: string[]) => ({ grants: new Set(grants), isOwner: false })

describe('a fact of the log that tells of money', () => {
  it('defect: is decided upon, wherever one is written: who may read it, or that everybody may', async () => {
    const files = await moneyFiles()
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'modules/listing/costs.ts',
        'modules/listing/audit-entries.ts',
        'modules/bill/settlements.ts',
      ]),
    )
    const names = [...files].flatMap(([file, inFile]) => inFile.map((name) => [file, name] as const))
    expect(names.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['成本价', '保底价', '售价', '到手', '商品价']),
    )
    expect(names.filter(([, name]) => !isDecidedFact(name))).toEqual([])
    expect(BILL_TYPES.filter(({ label }) => !isDecidedFact(label))).toEqual([])
  })

  it('defect: keeps its figure from whoever may read it nowhere else, and stays seen as a change', () => {
    const entry = { before: { 成本价: '¥1.00', 起拍价: '¥5.00' }, after: { 成本价: '¥2.00', 起拍价: '¥5.00' } }
    expect(factsFor(nobody, entry)).toEqual({
      before: { 成本价: '无权查看', 起拍价: '¥5.00' },
      after: { 成本价: '无权查看（已修改）', 起拍价: '¥5.00' },
    })
    expect(factsFor(holder('field:costPrice'), entry)).toEqual(entry)
    expect(factsFor({ ...nobody, isOwner: true }, entry)).toEqual(entry)
    const others = {
      before: null,
      after: { 保底价: '¥1.00', 买家实付: '¥2.00', 运费: '-¥3.00 待结算', '售价 a': '¥4.00' },
    }
    expect(factsFor(holder('field:reservePrice'), others).after).toEqual({
      保底价: '¥1.00',
      买家实付: '无权查看',
      运费: '无权查看',
      '售价 a': '¥4.00',
    })
  })

  it('is kept from whoever lacks any of the rights while nobody has decided upon it', () => {
    const entry = { before: null, after: { 进货款: '¥9.00', 说法: '没有数字', 备注: '客户说¥9.00' } }
    const kept = { before: null, after: { ...entry.after, 进货款: '无权查看' } }
    expect(factsFor(holder('field:costPrice', 'field:orderMoney'), entry)).toEqual(kept)
    expect(factsFor(holder('field:costPrice', 'field:orderMoney', 'field:reservePrice'), entry)).toEqual(entry)
  })
})
