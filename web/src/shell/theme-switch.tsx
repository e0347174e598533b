import { useSyncExternalStore } from 'react'
import { Button } from '../components/button/button.tsx'
import { chooseTheme, type ThemeChoice, themeChoice } from '../theme/theme-choice.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Chooses a theme, and tells the button in the header. */
export function switchTheme(choice: ThemeChoice): void {
  chooseTheme(choice)
  for (const listener of listeners) listener()
}

/** The themes there are, in the order in which the button goes round. */
export const THEMES: readonly { choice: ThemeChoice; name: string; icon: 'sun' | 'moon' | 'screen' }[] = [
  { choice: 'light', name: '浅色', icon: 'sun' },
  { choice: 'dark', name: '深色', icon: 'moon' },
  { choice: 'system', name: '跟随系统', icon: 'screen' },
]

/** Switches between light, dark and the system's theme; it says which one is on. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribe, themeChoice, themeChoice)
  const at = THEMES.findIndex(({ choice }) => choice === chosen)
  const now = THEMES[at]
  const next = THEMES[(at + 1) % THEMES.length]
  if (!now || !next) return null
  return (
    <Button
      tone="quiet"
      icon={now.icon}
      aria-label={`主题：${now.name}，切换为${next.name}`}
      title={`主题：${now.name}`}
      onClick={() => switchTheme(next.choice)}
    />
  )
}
