/** Something at an address that is no page: a picture, a table to keep. */
export interface PageFile {
  readonly contentType: string
  readonly content: string | Uint8Array
  /** What it is called when it is kept; shown in the browser when left out. */
  readonly fileName?: string
  /** 200 when left out. */
  readonly status?: number
}
