/** Group → call → path, `r`ead or `w`rite, 1 where empty strings are kept; made by build/wire-plugin.ts. */
type Wire = Readonly<
  Record<string, Readonly<Record<string, readonly [path: string, kind: 'r' | 'w', keepsEmpties: 0 | 1]>>>
>

declare module 'virtual:wire' {
  const wire: Wire
  export default wire
}

/** The same, with only what the sign-in page and the start-up use. */
declare module 'virtual:wire/start' {
  const wire: Wire
  export default wire
}

/** The same, with only what the demo's corner uses. */
declare module 'virtual:wire/demo' {
  const wire: Wire
  export default wire
}

/** The same, with only what a phone's photo page uses. */
declare module 'virtual:wire/photo' {
  const wire: Wire
  export default wire
}

/** How the signs of titles are read; made by build/readings-plugin.ts. */
declare module 'virtual:readings' {
  export const READINGS: string
}
