import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { causeOf, putInPlace } from './web-build.ts'

/** What the build tool wrote to its standard error, shortened behind the first frames of its stack. */
const NO_CONFIGURATION = `✗ Build failed in 178ms
error during build:
Build failed with 1 error:

\u001b[31m[builtin:vite-transform] \u001b[0mplugin \`builtin:vite-transform\` threw an error

Caused by:
    Tsconfig not found /app/tsconfig.base.json

Stack backtrace:
   0: <unknown>
    at aggregateBindingErrorsIntoJsError (file:///app/node_modules/rolldown/dist/shared/error-CLo6EJKG.mjs:50:18)`

const NO_FILE = `✗ Build failed in 37ms
error during build:
Build failed with 1 error:

\u001b[31m[UNRESOLVED_IMPORT] \u001b[0mCould not resolve './nothing.ts' in web/src/main.tsx
   \u001b[38;5;246m╭\u001b[0m\u001b[38;5;246m─\u001b[0m\u001b[38;5;246m[\u001b[0m web/src/main.tsx:8:8 \u001b[38;5;246m]\u001b[0m
   \u001b[38;5;246m│\u001b[0m
 \u001b[38;5;246m8 │\u001b[0m import "./nothing.ts";`

const NO_BINDING = `file:///app/node_modules/rolldown/dist/shared/binding-DXnWtC_4.mjs:599
\t\t\tconst error = /* @__PURE__ */ new Error("Cannot find native binding.");
\t\t\t              ^

Error: Cannot find native binding.
    at file:///app/node_modules/rolldown/dist/shared/binding-DXnWtC_4.mjs:599:34`

describe('why the client does not build', () => {
  it('is told, not what the tool was doing (网页构建失败 told “Build failed in …ms” alone)', () => {
    expect(causeOf(NO_CONFIGURATION)).toBe(
      '[builtin:vite-transform] plugin `builtin:vite-transform` threw an error Tsconfig not found /app/tsconfig.base.json',
    )
    expect(causeOf(NO_FILE)).toBe(
      '[UNRESOLVED_IMPORT] Could not resolve \'./nothing.ts\' in web/src/main.tsx [ web/src/main.tsx:8:8 ] 8  import "./nothing.ts";',
    )
    expect(causeOf(NO_BINDING)).toBe('Error: Cannot find native binding.')
    expect(causeOf('')).toBe('')
  })
})

describe('a built client', () => {
  it('defect: of two processes that were started at once one ended, since the other had put its own in place', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-web-build-'))
    const build = (name: string) => {
      const made = path.join(folder, name)
      fs.mkdirSync(made)
      fs.writeFileSync(path.join(made, 'index.html'), name)
      return made
    }
    try {
      const place = path.join(folder, 'dist')
      putInPlace(build('first'), place)
      putInPlace(build('second'), place)
      expect(fs.readFileSync(path.join(place, 'index.html'), 'utf8')).toBe('second')
      // the other process has put its own there right behind the removal of this one
      const removing = vi.spyOn(fs, 'rmSync').mockReturnValueOnce(undefined)
      putInPlace(build('third'), place)
      removing.mockRestore()
      expect(fs.readFileSync(path.join(place, 'index.html'), 'utf8')).toBe('second')
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})
