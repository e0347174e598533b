/** A county that was set up after the package's data were made. */
interface NewCounty {
  readonly code: string
  readonly name: string
  /** The counties that it took the place of: offered no more, and still read where an order or address has their code. */
  readonly replaces: readonly { readonly code: string; readonly name: string }[]
}

/**
 * What `@vant/area-data` 2.1.0 does not know yet. 重庆市两江新区 took the place of 江北区 and 渝北区 at the end of 2025 (the
 * package's pull request 13881, youzan/vant, which cites the municipality's notice). A line goes once the package has it.
 */
export const NEW_COUNTIES: readonly NewCounty[] = [
  {
    code: '500157',
    name: '两江新区',
    replaces: [
      { code: '500105', name: '江北区' },
      { code: '500112', name: '渝北区' },
    ],
  },
]
