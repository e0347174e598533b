import type { Column } from '@huanji/contract/columns/column'
import type { Plugin } from 'vite'

type Lists = Readonly<Record<string, Readonly<Record<string, Column>>>>

/** The module of the contract that names the columns of every list, and where its file lies. */
const LISTS = '@huanji/contract/columns/lists'
const LISTS_FILE = /\/contract\/src\/columns\/lists\.ts$/
/** What the columns are made of: the rows' schemas, and the words of the domain's states. */
const SOURCES = /\/(contract|domain)\/src\/.*\.ts$/
const ONE = 'virtual:columns/'

/**
 * Puts plain data in the place of `@huanji/contract/columns/lists`, read from the contract while building, so that no
 * schema reaches the browser with a list's columns. Each list is a module of its own and goes with the page that shows it.
 */
export function columnsPlugin(): Plugin {
  let loadLists = async (): Promise<Lists> => import('@huanji/contract/columns/lists')
  return {
    name: 'huanji-columns',
    enforce: 'pre',
    // what runs beside the browser reads the contract itself
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer(server) {
      // its own loader reads an edited contract anew, which Node's does not
      loadLists = async () => (await server.ssrLoadModule(LISTS)) as Lists
    },
    hotUpdate({ file, modules }) {
      if (!SOURCES.test(file)) return modules
      const { idToModuleMap } = this.environment.moduleGraph
      return [...modules, ...[...idToModuleMap.values()].filter(({ id }) => id?.startsWith(`\0${ONE}`))]
    },
    resolveId: (id) => (id.startsWith(ONE) ? `\0${id}` : null),
    async load(id) {
      if (LISTS_FILE.test(id)) {
        const names = Object.keys(await loadLists())
        const code = names.map((name) => `export { default as ${name} } from '${ONE}${name}'`).join('\n')
        return { code, moduleSideEffects: false }
      }
      if (!id.startsWith(`\0${ONE}`)) return null
      const columns = (await loadLists())[id.slice(ONE.length + 1)]
      return { code: `export default ${JSON.stringify(columns)}`, moduleSideEffects: false }
    },
  }
}
