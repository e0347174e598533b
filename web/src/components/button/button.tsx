import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import './button.css'

export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet' | 'link'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone
  small?: boolean
  icon?: IconName
  /** In flight: shows a spinner and cannot be pressed again. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button in one of the product's tones. Without children, give it an `aria-label`: it becomes a square icon button. */
export function Button({ tone = 'plain', small, icon, busy, className, children, disabled, ...rest }: ButtonProps) {
  const classes = [
    'btn',
    tone !== 'plain' && `btn-${tone}`,
    small && 'btn-small',
    busy && 'btn-busy',
    children === undefined && 'btn-icon',
    className,
  ]
  return (
    <button type="button" {...rest} className={classes.filter(Boolean).join(' ')} disabled={disabled || busy}>
      {icon && !busy ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}
