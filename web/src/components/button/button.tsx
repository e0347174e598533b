import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../class-names.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import styles from './button.module.css'
import { type ButtonLook, buttonClass } from './button-class.ts'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  icon?: IconName
  /** In flight: shows a spinner and cannot be pressed again. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button in one of the product's tones. Without children, give it an `aria-label`: it becomes a square icon button. */
export function Button({
  tone = 'plain',
  small = false,
  flush = false,
  icon,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        buttonClass({ tone, small, flush }),
        busy && styles.busy,
        children === undefined && styles.square,
        className,
      )}
      disabled={disabled || busy}
    >
      {icon && !busy ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}
