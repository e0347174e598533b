/** What only shows once a person does something; nobody does while the frame is shown. */
const LATER = /:(hover|focus|focus-visible|active|disabled)\b|::placeholder|\[aria-(invalid|disabled|expanded|current)/

/**
 * The rules of a style sheet that elements with these classes can need before anybody does anything, without comments
 * and white space. Rules of paper, movements and fonts are left out.
 * @param css plain CSS without nesting
 */
export function criticalCss(css: string, classes: ReadonlySet<string>): string {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return rulesIn(bare)
    .map(({ head, body }) => kept(head, body, classes))
    .join('')
}

/**
 * Whether a style sheet stands whole in another one, told by its classes, whose names are its own. A rule of it must not
 * stand behind that a second time: it would go before the rules that followed it there.
 */
export function isWithin(css: string, whole: string): boolean {
  const name = /\.([a-zA-Z_][\w-]*)(?=[^{}]*\{)/.exec(css)?.[1]
  return name !== undefined && new RegExp(`\\.${name}(?![\\w-])`).test(whole)
}

interface Rule {
  readonly head: string
  readonly body: string
}

/** The rules at the top of a style sheet, each as the text before its braces and the text in them. */
function rulesIn(css: string): Rule[] {
  const rules: Rule[] = []
  for (let from = 0, open = css.indexOf('{'); open >= 0; open = css.indexOf('{', from)) {
    let depth = 1
    let at = open + 1
    for (; depth > 0 && at < css.length; at++) depth += { '{': 1, '}': -1 }[css[at] ?? ''] ?? 0
    rules.push({ head: tight(css.slice(from, open)), body: css.slice(open + 1, at - 1) })
    from = at
  }
  return rules
}

function kept(head: string, body: string, classes: ReadonlySet<string>): string {
  if (head.startsWith('@media') && !head.includes('print')) {
    const inner = criticalCss(body, classes)
    return inner === '' ? '' : `${head}{${inner}}`
  }
  if (head.startsWith('@')) return ''
  const selectors = head.split(/,(?![^(]*\))/).filter((selector) => canMatch(selector, classes))
  return selectors.length === 0 ? '' : `${selectors.join(',')}{${tight(body).replace(/;$/, '')}}`
}

/** Whether every class that a selector asks for is there. */
function canMatch(selector: string, classes: ReadonlySet<string>): boolean {
  if (LATER.test(selector)) return false
  return [...selector.matchAll(/\.([a-zA-Z_][\w-]*)/g)].every(([, name = '']) => classes.has(name))
}

const tight = (css: string): string =>
  css
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,>])\s*/g, '$1')
    .replace(/:\s+/g, ':')
    .trim()
