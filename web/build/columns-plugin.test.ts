// @vitest-environment node

import { orderColumns } from '@huanji/contract/features/order/rows'
import { employeeColumns } from '@huanji/contract/features/people/rows'
import { build, type Plugin, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { columnsPlugin } from './columns-plugin.ts'

const PAGE = 'virtual:page'

/** Builds a script with the plugin; gives what comes out of it. */
async function built(script: string): Promise<string> {
  const page: Plugin = {
    name: 'page',
    resolveId: (id) => (id === PAGE ? id : null),
    load: (id) => (id === PAGE ? script : null),
  }
  const { output } = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    plugins: [page, columnsPlugin()],
    build: { write: false, minify: false, rolldownOptions: { input: PAGE } },
  })) as Rolldown.RolldownOutput
  return output.map((part) => (part.type === 'chunk' ? part.code : '')).join('\n')
}

test('a page gets its own list’s columns as data, and no schema with them', async () => {
  const code = await built(
    `import { employeeColumns } from '@huanji/contract/features/people/rows'\nimport { orderColumns } from '@huanji/contract/features/order/rows'\nconsole.log(orderColumns)\n`,
  )
  for (const { title } of Object.values(orderColumns)) expect(code).toContain(title)
  expect(code).toContain('field:orderMoney')
  expect(code).not.toContain('账单号')
  expect(code).not.toMatch(/zod|strictObject|defineColumns/i)
})

test('a form gets the schema of its call, and not the columns that stand beside it', async () => {
  const code = await built(
    `import { employee } from '@huanji/contract/features/people/employee'\nconsole.log(employee.edit.input)\n`,
  )
  expect(code).toContain('/api/emp/edit')
  expect(code).not.toContain(employeeColumns.createdAt.title)
})
