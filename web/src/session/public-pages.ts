import { PUBLIC_PAGES } from '@huanji/contract/public-pages'

export { PUBLIC_PAGES }

/** Of all three agreements: whoever agreed to an earlier one is asked again. */
export const AGREEMENT_VERSION = '1.0'

/** Whether an address, by its path, is one of the pages that are open to anyone. */
export const isPublicPath = (path: string): boolean => Object.values(PUBLIC_PAGES).some((page) => page.path === path)
