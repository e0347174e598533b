import { describe, expect, it } from 'vitest'
import { faultsOf } from './citations.ts'

const FILES = new Map([
  ['docs/domain.md', '# The trade\n\n## 5. The auction market\n\n### 5.4 Order states\n\n### 5.8 Fields\n'],
  ['docs/open-platform.md', '# The open platform\n\n## A. Error codes\n'],
  ['README.md', '# Huanji\n'],
  ['docs/rules.md', '# Rules\n\n- **R-ORDERS-1** One.\n- **R-ORDERS-12** Another.\n'],
  ['docs/adr/README.md', '# Decisions\n\n| [0001](0001-jobs.md) | Jobs | 2026 |\n'],
])
const faults = (text: string, file = 'server/src/planted.ts') => faultsOf(file, text, (name) => FILES.get(name) ?? null)

describe('citations', () => {
  it.each([
    '/** The states (docs/domain.md §5.4). */',
    '/** The states (docs/domain.md §5, §5.4; docs/open-platform.md §A). */',
    '/** The states (docs/domain.md §5.4–§5.8). */',
    '/**\n * What the states are, and what they let one do (docs/domain.md\n * §5.4, §5.8).\n */',
    '-- the states (docs/domain.md\n-- §5.4)',
    '/** Beyond the specification, see README.md. */',
    'const FILE = "../../docs/domain.md"',
  ])('%j is one that can be followed', (text) => {
    expect(faults(text)).toEqual([])
  })

  it('a document that does not exist is named with its line', () => {
    expect(faults('//\n/** The states (docs/missing.md §5.4). */')).toEqual([
      'server/src/planted.ts:2 docs/missing.md has no §5.4',
      'server/src/planted.ts:2 there is no docs/missing.md',
    ])
    expect(faults('/** What people see (docs/missing.md). */')).toEqual([
      'server/src/planted.ts:1 there is no docs/missing.md',
    ])
  })

  it('a document is named from the root, as it lies there', () => {
    expect(faults('/** The states (domain.md). */')).toEqual(['server/src/planted.ts:1 there is no domain.md'])
    expect(faults('/** The limits (quality.md, "Money"). */')).toEqual([
      'server/src/planted.ts:1 there is no quality.md',
    ])
    expect(faults('see [the trade](domain.md)', 'docs/architecture.md')).toEqual([])
  })

  it.each([
    ['docs/domain.md §5.5', '§5.5'],
    ['docs/domain.md §5.4, §6', '§6'],
    ['docs/domain.md §5.4–§5.9', '§5.9'],
    ['docs/domain.md\n * §5.5', '§5.5'],
    ['docs/domain.md §A', '§A'],
  ])('%j has a section that its document has not', (citation, section) => {
    expect(faults(`/**\n * The states (${citation}).\n */`)).toEqual([
      `server/src/planted.ts:2 docs/domain.md has no ${section}`,
    ])
  })

  it.each([
    'domain facts §5.4',
    'open platform §A',
    'specification §7',
    'architecture §"One call"',
    '§5.4',
    'Appendix A',
  ])('“%s” is the old form', (words) => {
    expect(faults(`/** The states (${words}). */`).join()).toMatch(/is no citation|does not say of which document/)
  })

  it('a § alone means the document’s own section, and that exists', () => {
    expect(faults('## 1. One\n\nas §1 says', 'docs/scaling.md')).toEqual([])
    expect(faults('## 1. One\n\nas §2 says', 'docs/scaling.md')).toEqual([
      'docs/scaling.md:3 docs/scaling.md has no §2',
    ])
  })

  it('a rule and an engineering decision are cited by a number that exists', () => {
    expect(faults('/** Scanned (R-ORDERS-12), by the engine (ADR-0001). */')).toEqual([])
    expect(faults('/** Scanned (R-ORDERS-2), by the engine (ADR-0002). */')).toEqual([
      'server/src/planted.ts:1 docs/rules.md has no R-ORDERS-2',
      'server/src/planted.ts:1 docs/adr/README.md has no ADR-0002',
    ])
  })

  it('a number is given once', () => {
    expect(faults('- **R-ORDERS-1** One.\n- **R-ORDERS-1** Another.\n', 'docs/rules.md')).toEqual([
      'docs/rules.md:2 R-ORDERS-1 is given twice',
    ])
  })

  it('a record has the number of its file, and stands in the list', () => {
    expect(faults('# 0001. Jobs\n', 'docs/adr/0001-jobs.md')).toEqual([])
    expect(faults('# 0002. Jobs\n', 'docs/adr/0001-jobs.md')).toEqual([
      'docs/adr/0001-jobs.md:1 the heading does not begin with “# 0001. ”',
    ])
    expect(faults('# 0003. Other\n', 'docs/adr/0003-other.md')).toEqual([
      'docs/adr/0003-other.md:1 docs/adr/README.md does not list it under 0003',
    ])
  })
})
