import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, preprocessCSS, type ResolvedConfig, runnerImport } from 'vite'
import { criticalCss } from './critical-css.ts'
import { wirePlugin } from './wire-plugin.ts'

const WEB = path.join(import.meta.dirname, '..')
const FRAME = path.join(WEB, 'src/frame/frame.tsx')
const FILL = path.join(import.meta.dirname, 'frame-fill.js')
const GLOBAL_STYLES = ['src/theme/tokens.css', 'src/theme/base.css'].map((name) => path.join(WEB, name))
const STYLE_LINK = /\s*<link rel="stylesheet"[^>]*>/g

/** A module's class name in the page: the name itself and four characters for its file, the same in every build. */
export function scopedName(name: string, file: string): string {
  const place = path.relative(WEB, file.replace(/\?.*$/, ''))
  return `${name}-${createHash('sha256').update(place).digest('base64url').replace(/\W|_/g, '').slice(0, 4)}`
}

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

/** What a picture has no use for: it is not operated, not read out, and its boxes for typing are no boxes. */
function asPicture(markup: string): string {
  return markup
    .replace(/<input (?![^>]*type="checkbox")[^>]*class="([^"]*)"[^>]*>/g, '<span class="$1"></span>')
    .replace(
      / (id|for|form|name|title|href|target|rel|role|class|aria-(?!pressed|hidden)[a-z]+|noValidate)="[^"]*"/g,
      (text, name) => (name === 'class' && text !== ' class=""' ? text : ''),
    )
    .replaceAll('type="submit"', 'type="button"')
}

async function drawFrame(config: ResolvedConfig): Promise<{ markup: string; css: string }> {
  const files: string[] = []
  const { module } = await runnerImport<{ frameMarkup: () => string }>(FRAME, {
    root: WEB,
    configFile: false,
    logLevel: 'error',
    plugins: [wirePlugin(), classNames(files)],
  })
  const markup = asPicture(module.frameMarkup())
  if (/ style="/.test(markup)) throw new Error('the frame has a style attribute, which the security policy forbids')
  const classes = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const sheets = [...GLOBAL_STYLES, ...files].map(async (file) => {
    const { code } = await preprocessCSS(readFileSync(file, 'utf8'), file, config)
    return criticalCss(code, classes)
  })
  return { markup, css: (await Promise.all(sheets)).join('') }
}

/**
 * Puts what is to be seen first into the page itself, with the rules it needs, so that it is painted before any other
 * file has come: the sign-in page, and the shell without its contents (src/frame/frame.tsx). The start script says which
 * of them is shown. Style sheets stand behind it and hold back only scripts. The texts within the page are allowed by
 * their hashes (server/src/gateway/security-headers.ts). The development server shows no frame.
 */
export function framePlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'huanji-frame',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { markup, css } = await drawFrame(config)
        const links = html.match(STYLE_LINK)?.join('') ?? ''
        const fill = readFileSync(FILL, 'utf8')
          .replace(/^ *\/\/.*\n/gm, '')
          .replace(/\n\s*/g, '\n')
          .trim()
        return html
          .replace(STYLE_LINK, '')
          .replace('<link rel="icon"', () => `<style>${css}</style>\n    <link rel="icon"`)
          .replace(
            '<div id="root"></div>',
            () => `<div id="root">${markup}</div>\n    <script>${fill}</script>${links}`,
          )
      },
    },
  }
}
