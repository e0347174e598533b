import { useLayoutEffect } from 'react'

/**
 * The paper that is printed on while the component is there: its size and margins as a `@page` rule without a name, which
 * every browser keeps to. Firefox prints a named one on the paper that the printer has.
 * @param page the rule's declarations: `size: 40mm 30mm; margin: 0`
 */
export function usePaper(page: string): void {
  useLayoutEffect(() => {
    // a style element would be against the security policy
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { ${page} }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [page])
}
