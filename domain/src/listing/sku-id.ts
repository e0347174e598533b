/** What tells one SKU of a model from another for price and stock; the country's number does not. */
export interface SkuParts {
  readonly ram: string
  readonly storage: string
  readonly colour: string
}

/** Storage as the catalogue writes it: `256GB`, or `12GB+256GB` where the model has several memories. */
const storageText = ({ ram, storage }: Pick<SkuParts, 'ram' | 'storage'>): string =>
  ram === '' ? storage : `${ram}+${storage}`

/** The id of a SKU, which reads `12GB+256GB/黑色`; the parts that a model has not are left out. */
export function skuIdOf(sku: SkuParts): string {
  return [storageText(sku), sku.colour].join('/')
}

/** The storage of a SKU's id as the catalogue writes it, for the reference price; empty without one. */
export function storageOfSku(skuId: string): string {
  return skuId.split('/')[0] ?? ''
}

/** The parts of a SKU's id; a colour may hold a slash. */
export function skuPartsOf(skuId: string): SkuParts {
  const [memory = '', ...colour] = skuId.split('/')
  const [first = '', second] = memory.split('+')
  return { ram: second === undefined ? '' : first, storage: second ?? first, colour: colour.join('/') }
}
