import type { HotUpdateOptions, Plugin, ViteDevServer } from 'vite'

interface ContractData<Module> {
  readonly name: string
  /** The module of the contract that lies in a file, as it is imported; null for a file that stays as it is. */
  readonly moduleIn: (file: string) => string | null
  /** A change of these changes the data. */
  readonly sources: RegExp
  /** What the names of the parts begin with. */
  readonly part: `virtual:${string}/`
  /** The code that stands in a module's place; `part` names a part of it, `whole` the module as it is. */
  readonly index: (loaded: Module, part: (name: string) => string, whole: string) => string
  /** The data of a part by its name. */
  readonly dataOf: (loaded: Module, name: string) => unknown
}

/** The module of a plugin that replaces one alone. */
export const only = (module: `@huanji/contract/${string}`) => {
  const file = `/contract/src/${module.slice('@huanji/contract/'.length)}.ts`
  return (id: string): string | null => (id.endsWith(file) ? module : null)
}

/** A module of which each export is data, and a part of its own. */
export const eachExport = {
  index: (loaded: object, part: (name: string) => string): string =>
    Object.keys(loaded)
      .map((name) => `export { default as ${name} } from '${part(name)}'`)
      .join('\n'),
  dataOf: (loaded: object, name: string): unknown => loaded[name as keyof typeof loaded],
}

/** Between a module and the name of its part. */
const OF = '#'
/** Behind the file of a module that is wanted as it is. */
const WHOLE = '?whole'

/**
 * Puts plain data in the place of modules of the contract, read while building, so that no schema reaches the browser
 * with them. Each of their parts is a module of its own, and goes with the page that imports it.
 */
export function contractDataPlugin<Module>(data: ContractData<Module>): Plugin {
  let load = (module: string): Promise<Module> => import(module)
  const ids = `\0${data.part}`
  return {
    name: data.name,
    enforce: 'pre',
    // what runs beside the browser reads the contract itself
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer(server: ViteDevServer) {
      // its own loader reads an edited contract anew, which Node's does not
      load = async (module) => (await server.ssrLoadModule(module)) as Module
    },
    hotUpdate({ file, modules }: HotUpdateOptions) {
      if (!data.sources.test(file)) return modules
      const { idToModuleMap } = this.environment.moduleGraph
      return [...modules, ...[...idToModuleMap.values()].filter(({ id }) => id?.startsWith(ids))]
    },
    resolveId: (id: string) => (id.startsWith(data.part) ? `\0${id}` : null),
    async load(id: string) {
      const module = data.moduleIn(id)
      if (module !== null) {
        const code = data.index(await load(module), (name) => data.part + module + OF + name, id + WHOLE)
        return { code, moduleSideEffects: false }
      }
      if (!id.startsWith(ids)) return null
      const [of = '', name = ''] = id.slice(ids.length).split(OF)
      const found = await data.dataOf(await load(of), name)
      return { code: `export default ${JSON.stringify(found)}`, moduleSideEffects: false }
    },
  }
}
