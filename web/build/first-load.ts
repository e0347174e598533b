import path from 'node:path'

/** What a bundler knows of its modules; of a module the ids of those that it imports at once. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const SOURCES = path.join(import.meta.dirname, '../src')

/** What starts the application. */
const START = ['main.tsx']
const SIGN_IN = ['pages/login/page.tsx']
/** What every signed-in page shows, also while the network is gone, and the list that most pages are. */
const SHELL = ['shell/layout.tsx', 'shell/menu-failed.tsx', 'shell/not-found.tsx', 'components/list/list-page.tsx']

/** Modules that the given files import at once, and those of the client among them: all that is not loaded later. */
function reachedFrom(files: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>()
  const ahead = files.map((file) => path.join(SOURCES, file))
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (reached.has(id) || id.includes('/node_modules/')) continue
    reached.add(id)
    // of another package only what is used comes along, which the bundler knows better
    if (id.startsWith(SOURCES)) ahead.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}

/**
 * The groups of modules that come first, by what imports them: `base` is what starts the application and what the sign-in
 * page shares with all others, `login` the rest of that page, and `app` what the shell and every list need at once. A
 * dynamic import is never followed, so what is loaded late is in none of them.
 */
export function firstLoadGroups() {
  // what is known of a module is one object throughout a build
  let known: { start: unknown; groups: ReadonlyMap<string, string> } | null = null
  const groupsOf = (graph: Graph): ReadonlyMap<string, string> => {
    const start = graph.getModuleInfo(path.join(SOURCES, 'main.tsx'))
    if (known?.start === start) return known.groups
    const groups = new Map<string, string>()
    for (const id of reachedFrom(SHELL, graph)) groups.set(id, 'app')
    const ofLogin = /\/(pages|features)\/login\//
    for (const id of reachedFrom(SIGN_IN, graph)) groups.set(id, ofLogin.test(id) ? 'login' : 'base')
    for (const id of reachedFrom(START, graph)) groups.set(id, 'base')
    known = { start, groups }
    return groups
  }
  const group = (name: string, priority: number) => ({
    name: (id: string, graph: Graph) => (groupsOf(graph).get(id) === name ? name : null),
    debugName: name,
    priority,
  })
  return [group('base', 30), group('login', 25), group('app', 20)]
}
