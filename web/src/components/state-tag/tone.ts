import styles from './tone.module.css'

export type StateTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'primary'

/** The tinted ground and the ink of each tone, for whatever shows a state in a shape of its own. */
export const TONE_CLASSES: Readonly<Record<StateTone, string | undefined>> = {
  neutral: styles.neutral,
  info: styles.info,
  success: styles.success,
  warning: styles.warning,
  danger: styles.danger,
  primary: styles.primary,
}
