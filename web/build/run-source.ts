import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { scopedName } from './scoped-name.ts'
import { wirePlugin } from './wire-plugin.ts'

/** Gives CSS modules as their class names alone, and notes which ones were asked for. */
function classNames(seen: string[]): Plugin {
  return {
    name: 'huanji-frame-class-names',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('.module.css') ? `\0${path.resolve(path.dirname(importer ?? ''), source)}.js` : null,
    load(id) {
      const file = /^\0(.+\.module\.css)\.js$/.exec(id)?.[1]
      if (!file) return null
      seen.push(file)
      return `export default new Proxy({}, { get: (_, name) => name + ${JSON.stringify(scopedName('', file))} })`
    },
  }
}

/**
 * Runs a module of the client while it is built, with the calls and class names that the built client has, and gives what
 * it exports. What is imported later than that, it cannot import any more.
 * @param styles takes the files of the CSS modules that were asked for
 */
export async function runSource<Module>(file: string, styles: string[] = []): Promise<Module> {
  const { module } = await runnerImport<Module>(file, {
    root: path.join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'error',
    plugins: [wirePlugin(), classNames(styles)],
  })
  return module
}
