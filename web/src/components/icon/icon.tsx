import type { APP_ICONS } from './app-icons.ts'
import styles from './icon.module.css'

/** Strokes on a 24 × 24 grid, drawn for this product; those that every visitor may see. */
const START_ICONS = {
  check: 'M4.5 12.5l5 5 10-11',
  close: 'M6 6l12 12M18 6L6 18',
  right: 'M9 6l6 6-6 6',
  shop: 'M4.5 10v10h15V10M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM10 20v-5h4v5',
  alert: 'M12 3.5l9.5 17h-19zM12 10v5M12 18h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v6M12 7.5h.01',
} as const

export type IconName = keyof typeof START_ICONS | keyof typeof APP_ICONS

const paths = new Map<string, string>(Object.entries(START_ICONS))

/** Adds the icons of the signed-in pages; the layout does it, so that the sign-in page does not pay for them. */
export function addIcons(icons: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(icons)) paths.set(name, path)
}

/** A line icon in the colour and size of the text around it. It says nothing by itself: the label stands beside it. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths.get(name)} />
    </svg>
  )
}
