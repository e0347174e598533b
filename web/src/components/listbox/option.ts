/** One of the values that a box lets choose. */
export interface Option {
  readonly value: string
  readonly label: string
  /** What a person must know of it while choosing, in a word: 近似. */
  readonly mark?: string
}

/** What can be chosen: all of it, undefined while it is on its way, or what a search finds. */
export type OptionSource =
  | { readonly kind: 'all'; readonly options: readonly Option[] | undefined }
  | { readonly kind: 'search'; readonly search: (keyword: string) => Promise<readonly Option[]> }

/** How many rows there are for each value, as a person reads it, asked for when the box is opened; null for not counted. */
export interface OptionCounts {
  readonly key: readonly unknown[]
  readonly ask: () => Promise<Readonly<Record<string, string>> | null>
}

const NAMED_AT_MOST = 2

/** What is chosen, in one line: `iPhone 13、iPhone 14`, `iPhone 13 等 4 项`. */
export function chosenText(chosen: readonly Option[]): string {
  const [first] = chosen
  if (first && chosen.length > NAMED_AT_MOST) return `${first.label} 等 ${chosen.length} 项`
  return chosen.map(({ label }) => label).join('、')
}
