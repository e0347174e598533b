// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { classNamesPlugin } from './class-names-plugin.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'class-names-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Builds a script beside a module with the class `label`; gives what comes out of it. */
async function built(expression: string) {
  const folder = path.join(root, 'web/src')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'box.module.css'), '.label {\n  color: red;\n}\n')
  const script = `import styles from './box.module.css'\ndocument.body.className = ${expression}\n`
  writeFileSync(path.join(folder, 'box.ts'), script)
  const output = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [classNamesPlugin()],
    css: { modules: { generateScopedName: '[local]-scoped' } },
    build: {
      write: false,
      rolldownOptions: { input: path.join(folder, 'box.ts'), optimization: { inlineConst: { mode: 'all', pass: 1 } } },
    },
  })) as Rolldown.RolldownOutput
  const style = output.output.find((file) => file.fileName.endsWith('.css'))
  return {
    script: output.output[0].code,
    style: style?.type === 'asset' ? String(style.source) : '',
  }
}

test('a class stands in the script as its name, and its style sheet is there', async () => {
  const { script, style } = await built('styles.label')
  expect(script).toMatch(/className=[`"']label-scoped/)
  expect(script).not.toContain('label:')
  expect(style).toContain('.label-scoped{')
})

test('a misspelled class ends the build', async () => {
  await expect(built('styles.lable')).rejects.toThrow('lable')
})
