import { forget, readText, storeText } from '../session/storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

const KEY = 'theme'
const DARK = '(prefers-color-scheme: dark)'

/** What the person chose; the system's theme until they do. */
export function themeChoice(): ThemeChoice {
  const stored = readText(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Puts the chosen theme on the page; the boot script has done the same before the first paint. */
function apply(): void {
  const choice = themeChoice()
  const isDark = choice === 'dark' || (choice === 'system' && matchMedia(DARK).matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

/** Keeps the choice in this browser and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') forget(KEY)
  else storeText(KEY, choice, 'local')
  apply()
}

/** Follows the system when it turns dark or light, unless the person chose otherwise. */
export function followSystemTheme(): void {
  matchMedia(DARK).addEventListener('change', apply)
}
