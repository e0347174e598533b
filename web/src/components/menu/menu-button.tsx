import type { ReactNode } from 'react'
import { type ButtonLook, buttonClass } from '../button/button-class.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { latePart } from '../late/late-part.ts'
import { Popup } from '../popup/popup.tsx'
import { usePopup } from '../popup/use-popup.ts'

/** A line of a menu: something to do, or something to choose (`isChecked`). */
export interface MenuLine {
  readonly kind?: 'line'
  readonly key: string
  readonly label: string
  /** A word at the end of the line: who made it. */
  readonly note?: string
  readonly icon?: IconName
  readonly tone?: 'danger'
  readonly isChecked?: boolean
  readonly run: () => void
}

/** What stands in a menu: its lines, and headings over those that follow; an empty heading is a rule between them. */
export type MenuItem = MenuLine | { readonly kind: 'heading'; readonly key: string; readonly label: string }

interface MenuButtonProps extends ButtonLook {
  /** What the menu is of, for people who cannot see it; also what stands on the button, unless it has children. */
  label: string
  items: readonly MenuItem[]
  /** What a menu without lines says: 加载中…. */
  none?: string
  icon?: IconName
  children?: ReactNode
  /** The menu is about to be opened. */
  onApproach?: () => void
}

const MENU = latePart(async () => (await import('./menu-panel.tsx')).MenuPanel)

/** A button with a menu under it: arrows move, a letter finds, Enter does, Esc closes. */
export function MenuButton({
  label,
  items,
  none = '没有可选的操作',
  icon,
  children,
  onApproach,
  ...look
}: MenuButtonProps) {
  const popup = usePopup(MENU)
  const { onPointerEnter, onFocus, ...trigger } = popup.triggerProps
  const approach = (warm: () => void) => () => {
    onApproach?.()
    warm()
  }
  return (
    <>
      <button
        {...trigger}
        type="button"
        aria-haspopup="menu"
        aria-label={children === undefined ? undefined : label}
        className={buttonClass(look)}
        onPointerEnter={approach(onPointerEnter)}
        onFocus={approach(onFocus)}
      >
        {icon ? <Icon name={icon} /> : null}
        {children ?? label}
        <Icon name="down" size={14} />
      </button>
      <Popup of={popup} label={label} role="menu">
        {(Panel) => <Panel items={items} none={none} typed={popup.typed} close={popup.close} />}
      </Popup>
    </>
  )
}
