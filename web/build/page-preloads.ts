import { ROUTES } from '../src/app/routes.ts'

/** Route path → what the page's module gives as `preload`; loaded by first-calls.ts while building. */
export const PRELOADS: readonly (readonly [path: string, preload: (() => void) | undefined])[] = await Promise.all(
  ROUTES.map(async ({ path, load }) => [path, (await load()).preload] as const),
)
