import type { HotUpdateOptions, Plugin, ViteDevServer } from 'vite'

interface ContractData<Module> {
  readonly name: string
  /** The module of the contract that is replaced, as it is imported, and where its file lies. */
  readonly module: string
  readonly file: RegExp
  /** A change of these changes the data. */
  readonly sources: RegExp
  /** What the names of the parts begin with. */
  readonly part: `virtual:${string}/`
  readonly load: () => Promise<Module>
  /** The code that stands in the module's place. */
  readonly index: (loaded: Module) => string
  /** The data of a part by its name. */
  readonly dataOf: (loaded: Module, name: string) => unknown
}

/**
 * Puts plain data in the place of a module of the contract, read while building, so that no schema reaches the browser
 * with it. Each of its parts is a module of its own, and goes with the page that imports it.
 */
export function contractDataPlugin<Module>(data: ContractData<Module>): Plugin {
  let { load } = data
  const ids = `\0${data.part}`
  return {
    name: data.name,
    enforce: 'pre',
    // what runs beside the browser reads the contract itself
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer(server: ViteDevServer) {
      // its own loader reads an edited contract anew, which Node's does not
      load = async () => (await server.ssrLoadModule(data.module)) as Module
    },
    hotUpdate({ file, modules }: HotUpdateOptions) {
      if (!data.sources.test(file)) return modules
      const { idToModuleMap } = this.environment.moduleGraph
      return [...modules, ...[...idToModuleMap.values()].filter(({ id }) => id?.startsWith(ids))]
    },
    resolveId: (id: string) => (id.startsWith(data.part) ? `\0${id}` : null),
    async load(id: string) {
      if (data.file.test(id)) return { code: data.index(await load()), moduleSideEffects: false }
      if (!id.startsWith(ids)) return null
      const found = await data.dataOf(await load(), id.slice(ids.length))
      return { code: `export default ${JSON.stringify(found)}`, moduleSideEffects: false }
    },
  }
}
