import { useLayoutEffect } from 'react'

/**
 * The page fills the window, and `vh` is in Firefox the height of the printer's paper, not of the one that is asked for: on
 * labels that made empty pages. Either theme's ground is not for paper.
 */
const GROUND = '@media print { html { background: #fff } body { min-height: 0 } }'

/**
 * The paper that is printed on while the component is there: its size and margins as a `@page` rule without a name, which
 * every browser keeps to. Firefox prints a named one on the paper that the printer has. The page's ground is no part of it.
 * @param page the rule's declarations: `size: 40mm 30mm; margin: 0`
 */
export function usePaper(page: string): void {
  useLayoutEffect(() => {
    // a style element would be against the security policy
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { ${page} } ${GROUND}`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [page])
}
