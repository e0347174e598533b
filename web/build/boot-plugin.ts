import { readFileSync } from 'node:fs'
import path from 'node:path'
import { minifySync, type Plugin, type Rolldown, type ViteDevServer } from 'vite'
import { isPublicPath, PUBLIC_PAGES } from '../src/session/public-pages.ts'
import { type FirstCall, firstCalls } from './first-calls.ts'

const SOURCE = path.join(import.meta.dirname, 'boot.js')

/** What the boot script says of the contract. */
interface FromContract {
  readonly menuPath: string
  readonly contextKeys: readonly string[]
  readonly timeoutMs: number
}

async function fromContract(): Promise<FromContract> {
  const { merchant } = await import('@huanji/contract/features/merchant/calls')
  const { LOGIN_CONTEXT_KEYS } = await import('@huanji/contract/envelope')
  const { REQUEST_TIMEOUT_MS } = await import('@huanji/contract/constants')
  return { menuPath: merchant.menu.path, contextKeys: LOGIN_CONTEXT_KEYS, timeoutMs: REQUEST_TIMEOUT_MS }
}

/** The same by the development server's own loader, which reads an edited contract anew. */
async function fromEditedContract(server: ViteDevServer): Promise<FromContract> {
  const { merchant } = await server.ssrLoadModule('@huanji/contract/features/merchant/calls')
  const { LOGIN_CONTEXT_KEYS } = await server.ssrLoadModule('@huanji/contract/envelope')
  const { REQUEST_TIMEOUT_MS } = await server.ssrLoadModule('@huanji/contract/constants')
  return { menuPath: merchant.menu.path, contextKeys: LOGIN_CONTEXT_KEYS, timeoutMs: REQUEST_TIMEOUT_MS }
}

/** The boot script with what only the build knows filled in. */
function bootSource(
  chunks: Readonly<Record<string, readonly string[]>>,
  calls: Readonly<Record<string, FirstCall>>,
  { menuPath, contextKeys, timeoutMs }: FromContract,
): string {
  return readFileSync(SOURCE, 'utf8')
    .replace(/^ *\/\/.*\n/gm, '')
    .replace('__CHUNKS__', JSON.stringify(chunks))
    .replace('__FIRST_CALLS__', JSON.stringify(calls))
    .replace('__CONTEXT__', JSON.stringify(contextKeys))
    .replace('__MENU__', JSON.stringify(menuPath))
    .replace('__PUBLIC__', JSON.stringify(Object.values(PUBLIC_PAGES).map((page) => page.path)))
    .replace('__TIMEOUT_MS__', String(timeoutMs))
}

/** A chunk's own file with every file it imports at once, styles included. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const next = bundle[name]
    return next?.type === 'chunk' ? filesOf(next, bundle, seen) : []
  })
  // A chunk of styles only leaves no script behind.
  const isStyleOnly = chunk.moduleIds.every((id) => /\.css(\?|$)/.test(id))
  return [...(isStyleOnly ? [] : [chunk.fileName]), ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}

/** Route path → the files its page needs; a page's folder is its route, so the map writes itself. */
function chunksByRoute(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
  const holding = (file: RegExp) => chunks.find((chunk) => chunk.moduleIds.some((id) => file.test(id)))
  const loaded = new Set(chunks.filter((chunk) => chunk.isEntry).flatMap((chunk) => filesOf(chunk, bundle)))
  const shell = [/\/src\/app\/page-loads\.ts$/, /\/src\/shell\/layout\.tsx$/].flatMap((file) => holding(file) ?? [])
  const routes: Record<string, string[]> = {}
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const folder = /\/src\/pages\/(.+)\/page\.tsx$/.exec(id)?.[1]
      if (!folder) continue
      const isPublic = isPublicPath(`/${folder}`)
      const files = [...filesOf(chunk, bundle), ...(isPublic ? [] : shell.flatMap((part) => filesOf(part, bundle)))]
      routes[folder === 'home' ? '/' : `/${folder}`] = [...new Set(files)].filter((file) => !loaded.has(file))
    }
  }
  return routes
}

/**
 * Puts one small script into the head of the page: it sets the theme and the frame before the first paint and starts
 * loading the chunks of the page that the address names, the menu and the page's first rows, before the application
 * could ask for them. It stands in the page itself, so that nothing is waited for; the content security policy allows it
 * by its hash. The development server gives it as a file, without chunks and first rows.
 */
export function bootPlugin(): Plugin {
  let built = ''
  return {
    name: 'huanji-boot',
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response, next) => {
        response.setHeader('content-type', 'text/javascript')
        fromEditedContract(server).then((contract) => response.end(bootSource({}, {}, contract)), next)
      })
    },
    async generateBundle(_options, bundle) {
      const source = bootSource(chunksByRoute(bundle), await firstCalls(), await fromContract())
      built = minifySync('boot.js', source).code.trim()
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { server }) => {
        const script = server ? '<script src="/boot.js"></script>' : `<script>${built}</script>`
        // behind what says how the page is encoded, and before anything that is painted
        return html.replace('<link rel="icon"', () => `${script}\n    <link rel="icon"`)
      },
    },
  }
}
