import { readFileSync } from 'node:fs'
import path from 'node:path'
import { minifySync, type Plugin, preprocessCSS, type ResolvedConfig, type Rolldown } from 'vite'
import { criticalCss, isWithin } from './critical-css.ts'
import { runSource } from './run-source.ts'

const FRAME = path.join(import.meta.dirname, '../src/frame/frame.tsx')
const FILL = path.join(import.meta.dirname, 'frame-fill.js')
const STYLE_LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

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

/** @param base what stands in the page before the frame's own rules */
async function drawFrame(config: ResolvedConfig, base: string): Promise<{ markup: string; css: string }> {
  const files: string[] = []
  const { frameMarkup } = await runSource<{ frameMarkup: () => string }>(FRAME, files)
  const markup = asPicture(frameMarkup())
  if (/ style="/.test(markup)) throw new Error('the frame has a style attribute, which the security policy forbids')
  const classes = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const sheets = files.map(async (file) => {
    const { code } = await preprocessCSS(readFileSync(file, 'utf8'), file, config)
    return isWithin(code, base) ? '' : criticalCss(code, classes)
  })
  return { markup, css: (await Promise.all(sheets)).join('') }
}

function textOf(file: Rolldown.OutputBundle[string] | undefined): string {
  if (file?.type !== 'asset') throw new Error('a style sheet that the page names was not built')
  return typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString()
}

/**
 * Puts what is to be seen first into the page itself, with the rules it needs, so that it is painted before any other
 * file has come: the sign-in page, and the shell without its contents (src/frame/frame.tsx). The start script says which
 * of them is shown. The styles that every page needs stand there whole, before those that pages add later: their link
 * stays, disabled, so that nobody loads them a second time and behind the others. The texts within the page are allowed
 * by their hashes (server/src/gateway/security-headers.ts). The development server shows no frame.
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
      async handler(html, { bundle = {} }) {
        const base = [...html.matchAll(STYLE_LINK)].map(([, file = '']) => textOf(bundle[file])).join('')
        const { markup, css } = await drawFrame(config, base)
        const fill = minifySync('frame-fill.js', readFileSync(FILL, 'utf8')).code.trim()
        return html
          .replace('<link rel="icon"', () => `<style>${base}${css}</style>\n    <link rel="icon"`)
          .replace(STYLE_LINK, '<link rel="stylesheet" disabled href="/$1">')
          .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>\n    <script>${fill}</script>`)
      },
    },
  }
}
