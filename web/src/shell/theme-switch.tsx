import { useState } from 'react'
import { Button } from '../components/button/button.tsx'
import { chooseTheme, type ThemeChoice, themeChoice } from '../theme/theme-choice.ts'

const CHOICES: readonly { choice: ThemeChoice; name: string; icon: 'sun' | 'moon' | 'screen' }[] = [
  { choice: 'light', name: '浅色', icon: 'sun' },
  { choice: 'dark', name: '深色', icon: 'moon' },
  { choice: 'system', name: '跟随系统', icon: 'screen' },
]

/** Switches between light, dark and the system's theme; it says which one is on. */
export function ThemeSwitch() {
  const [chosen, setChosen] = useState(themeChoice)
  const at = CHOICES.findIndex(({ choice }) => choice === chosen)
  const now = CHOICES[at]
  const next = CHOICES[(at + 1) % CHOICES.length]
  if (!now || !next) return null
  return (
    <Button
      tone="quiet"
      icon={now.icon}
      aria-label={`主题：${now.name}，切换为${next.name}`}
      title={`主题：${now.name}`}
      onClick={() => {
        chooseTheme(next.choice)
        setChosen(next.choice)
      }}
    />
  )
}
