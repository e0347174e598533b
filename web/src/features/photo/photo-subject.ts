/** What a photograph shows: a shot of the list, or the defect of one item. */
export type PhotoSubject =
  | { readonly kind: 'real'; readonly position: string }
  | { readonly kind: 'defect'; readonly itemCode: string; readonly optionCode: string }
