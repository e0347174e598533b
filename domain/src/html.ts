import { dictionary } from './dictionary.ts'

/** A piece of HTML that was put together by `html`: everything that came into it from outside is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a piece of HTML: other pieces as they are, words escaped, and nothing for null and false. */
export type HtmlPart = Html | string | number | null | false | readonly HtmlPart[]

const SIGNS: Readonly<Record<string, string>> = dictionary({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
})

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (part === null || part === false) return ''
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)
}

/**
 * Puts a document together: what stands in the template is HTML, and what is put in stays words, wherever it comes from, in
 * an element and in a quoted attribute. Addresses of links must be checked by whoever puts them in.
 */
export const html = (written: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(written.map((piece, index) => piece + (index < parts.length ? textOf(parts[index] ?? null) : '')).join(''))
