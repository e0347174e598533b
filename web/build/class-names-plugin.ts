import type { Plugin } from 'vite'

const IMPORT = /^import (\w+) from ('[^']+\.module\.css')/gm

/**
 * Builds `styles.name` of a CSS module as the class name itself instead of as a look-up in an object of all its names,
 * which every page would load with all the names that it does not use. A name that the module does not have ends the
 * build. The bundler must write constants where they are used: `optimization.inlineConst`.
 */
export function classNamesPlugin(): Plugin[] {
  return [
    {
      name: 'huanji-class-names',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (!/\/web\/src\/.+\.tsx?$/.test(id) || !code.includes('.module.css')) return null
        return { code: code.replace(IMPORT, 'import * as $1 from $2'), map: null }
      },
      onLog(_level, log) {
        if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log.message)
      },
    },
    {
      name: 'huanji-class-names-kept',
      apply: 'build',
      enforce: 'post',
      // Once its names are written where they are used, nothing seems to need the style sheet any more.
      transform: (code, id) =>
        id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null,
    },
  ]
}
