declare module 'virtual:wire' {
  /** Group → call → path, `r`ead or `w`rite, 1 where empty strings are kept; made by build/wire-plugin.ts. */
  const wire: Readonly<
    Record<string, Readonly<Record<string, readonly [path: string, kind: 'r' | 'w', keepsEmpties: 0 | 1]>>>
  >
  export default wire
}
