/** Which box is to have the focus: the product's field for codes, one for words beside it, or one that nothing listens to. */
export type BoxId = 'code' | 'words' | 'typed'

/** What the test asks of the page. */
export interface Command {
  readonly number: number
  readonly focus: BoxId
}

/** What the page tells the test. */
export type Told =
  | { readonly how: 'ready'; readonly number: number; readonly hasFocus: boolean }
  | { readonly how: 'composed' | 'typed'; readonly text: string }
  | {
      readonly how: 'taken' | 'refused'
      readonly text: string
      /** Who was told: the box that had the focus, or the page. */
      readonly of: 'box' | 'page'
      readonly words: string
      readonly field: string
    }
