import type { CallSpec } from '@huanji/contract/call'
import type { Plugin } from 'vite'

const ID = 'virtual:wire'
const RESOLVED = `\0${ID}`

/** The little of a call that a client needs at run time: path, `r`ead or `w`rite, and whether empty strings are kept. */
type WireEntry = readonly [path: string, kind: 'r' | 'w', keepsEmpties: 0 | 1]

function wireOf(calls: Readonly<Record<string, Readonly<Record<string, CallSpec>>>>) {
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
 * so that no schema reaches the browser with the API client.
 */
export function wirePlugin(): Plugin {
  return {
    name: 'huanji-wire',
    resolveId: (id) => (id === ID ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null
      const { calls } = await import('@huanji/contract/calls/index')
      return `export default ${JSON.stringify(wireOf(calls))}`
    },
  }
}
