// @vitest-environment node
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { referencePlugin } from './reference-plugin.ts'

const PAGE = 'virtual:page'
const SCRIPT = `import { GROUPS, loadGroup } from '@huanji/contract/reference/for-screens'\nconsole.log(GROUPS, loadGroup)\n`

test('the reference reaches the browser as data: the list at once, each group when it is looked at', async () => {
  const page: Plugin = {
    name: 'page',
    resolveId: (id) => (id === PAGE ? id : null),
    load: (id) => (id === PAGE ? SCRIPT : null),
  }
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [page, referencePlugin()],
    build: { write: false, minify: false, rolldownOptions: { input: PAGE } },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((part) => part.type === 'chunk')
  const first = chunks.find(({ isEntry }) => isEntry)
  expect(first?.code).toContain('/api/address/list')
  expect(first?.code).not.toContain('联系人')
  const ofAddresses = chunks.filter(({ code }) => code.includes('contactName'))
  expect(ofAddresses).not.toEqual([])
  expect(ofAddresses.every(({ isDynamicEntry }) => isDynamicEntry)).toBe(true)
  expect(chunks.map(({ code }) => code).join('\n')).not.toMatch(/zod|strictObject|toJSONSchema/i)
})
