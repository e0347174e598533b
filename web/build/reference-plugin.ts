import type { Plugin } from 'vite'

type Reference = typeof import('@huanji/contract/reference/for-screens')

/** The module of the contract with the reference of every call, and where its file lies. */
const REFERENCE = '@huanji/contract/reference/for-screens'
const REFERENCE_FILE = /\/contract\/src\/reference\/for-screens\.ts$/
const SOURCES = /\/(contract|domain)\/src\/.*\.(ts|json)$/
const ONE = 'virtual:reference/'

/**
 * Puts plain data in the place of `@huanji/contract/reference/for-screens`, read from the contract while building: the list
 * of calls with the page that shows it, and each group in full as a file of its own, loaded when it is looked at.
 */
export function referencePlugin(): Plugin {
  let load = async (): Promise<Reference> => import('@huanji/contract/reference/for-screens')
  return {
    name: 'huanji-reference',
    enforce: 'pre',
    // what runs beside the browser reads the contract itself
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer(server) {
      // its own loader reads an edited contract anew, which Node's does not
      load = async () => (await server.ssrLoadModule(REFERENCE)) as Reference
    },
    hotUpdate({ file, modules }) {
      if (!SOURCES.test(file)) return modules
      const { idToModuleMap } = this.environment.moduleGraph
      return [...modules, ...[...idToModuleMap.values()].filter(({ id }) => id?.startsWith(`\0${ONE}`))]
    },
    resolveId: (id) => (id.startsWith(ONE) ? `\0${id}` : null),
    async load(id) {
      if (REFERENCE_FILE.test(id)) {
        const { GROUPS } = await load()
        const loads = GROUPS.map(({ group }) => `${group}: () => import('${ONE}${group}')`).join(', ')
        const code = [
          `export const GROUPS = ${JSON.stringify(GROUPS)}`,
          `const LOADS = { ${loads} }`,
          'export const loadGroup = async (group) => (await LOADS[group]()).default',
        ].join('\n')
        return { code, moduleSideEffects: false }
      }
      if (!id.startsWith(`\0${ONE}`)) return null
      const group = id.slice(ONE.length + 1)
      return {
        code: `export default ${JSON.stringify(await (await load()).loadGroup(group))}`,
        moduleSideEffects: false,
      }
    },
  }
}
