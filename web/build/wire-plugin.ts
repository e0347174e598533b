import type { CallSpec } from '@huanji/contract/call'
import type { Plugin } from 'vite'

const WHOLE = 'virtual:wire'
/** The groups of the pages that must not pay for the rest: the sign-in page with the start-up, a phone's photographs, the demo's corner. */
const PARTS: Readonly<Record<string, ReadonlySet<string>>> = {
  'virtual:wire/start': new Set(['auth', 'merchant']),
  'virtual:wire/photo': new Set(['photoPages']),
  'virtual:wire/demo': new Set(['auth', 'demoCorner']),
}
const IDS: readonly string[] = [WHOLE, ...Object.keys(PARTS)]

/** The little of a call that a client needs at run time: path, `r`ead or `w`rite, and whether empty strings are kept. */
type WireEntry = readonly [path: string, kind: 'r' | 'w', keepsEmpties: 0 | 1]

type Calls = Readonly<Record<string, Readonly<Record<string, CallSpec>>>>

/** The module of the contract that holds every call. */
const CONTRACT = '@huanji/contract/calls'
const OF_THE_CONTRACT = /\/contract\/src\/.*\.ts$/

function wireOf(calls: Calls) {
  const entry = (spec: CallSpec): WireEntry => [spec.path, spec.kind === 'read' ? 'r' : 'w', spec.keepsEmpties ? 1 : 0]
  return Object.fromEntries(
    Object.entries(calls).map(([group, specs]) => [
      group,
      Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, entry(spec)])),
    ]),
  )
}

/**
 * Gives the client `virtual:wire`: group → call → {@link WireEntry}, read from the contract while building,
 * so that no schema reaches the browser with the API client; and parts of it for pages that need no more.
 */
export function wirePlugin(): Plugin {
  let loadCalls = async (): Promise<Calls> => (await import('@huanji/contract/calls')).calls
  return {
    name: 'huanji-wire',
    configureServer(server) {
      // its own loader reads an edited contract anew, which Node's does not
      loadCalls = async () => (await server.ssrLoadModule(CONTRACT)).calls
    },
    hotUpdate({ file, modules }) {
      if (!OF_THE_CONTRACT.test(file)) return modules
      const wires = IDS.map((id) => this.environment.moduleGraph.getModuleById(`\0${id}`))
      return [...modules, ...wires.filter((module) => module !== undefined)]
    },
    resolveId: (id) => (IDS.includes(id) ? `\0${id}` : null),
    async load(id) {
      const name = id.slice(1)
      if (id !== `\0${name}` || !IDS.includes(name)) return null
      const groups = Object.entries(wireOf(await loadCalls()))
      const part = PARTS[name]
      const wanted = part ? groups.filter(([group]) => part.has(group)) : groups
      return `export default ${JSON.stringify(Object.fromEntries(wanted))}`
    },
  }
}
