import type { Load, PageModule } from './routes.ts'

const FILES = import.meta.glob<PageModule>('../pages/**/page.tsx')

/** Where each page is loaded from, by its path: its folder is its path, and home's is its name. @throws Error for a page without its file */
export function loadOf(path: string): Load {
  const file = FILES[`../pages${path === '/' ? '/home' : path}/page.tsx`]
  if (file === undefined) throw new Error(`the page ${path} has no file`)
  return file
}
