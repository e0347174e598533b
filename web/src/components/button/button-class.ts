import { cx } from '../class-names.ts'
import styles from './button.module.css'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet' | 'link' | 'dangerLink'

export interface ButtonLook {
  tone?: ButtonTone
  small?: boolean
  /** A link button under a field, where its text must begin where the field does. */
  flush?: boolean
}

const TONES: Readonly<Record<ButtonTone, string | undefined>> = {
  plain: '',
  primary: styles.primary,
  danger: styles.danger,
  quiet: styles.quiet,
  link: styles.link,
  dangerLink: cx(styles.link, styles.danger),
}

/** The look of a button, for a link that stands among buttons; a button itself is a `<Button>`. */
export const buttonClass = ({ tone = 'plain', small = false, flush = false }: ButtonLook = {}): string =>
  cx(styles.button, TONES[tone], small && styles.small, flush && styles.flush)
