import { cx } from '../class-names.ts'
import field from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import { latePart } from '../popup/late-part.ts'
import popupStyles from '../popup/popup.module.css'
import { Popup } from '../popup/popup.tsx'
import { usePopup } from '../popup/use-popup.ts'
import { chosenText, type Option, type OptionCounts, type OptionSource } from './option.ts'

interface OptionBoxProps {
  id?: string
  /** What is chosen here: 机型. The box's own `<label>` names the box, this names what opens. */
  label: string
  chosen: readonly Option[]
  /** What no choice is called. */
  none: string
  source: OptionSource
  multiple?: boolean
  counts?: OptionCounts | undefined
  /** @param isFurther true from the second change on, until the box is closed */
  onChange: (chosen: readonly Option[], isFurther: boolean) => void
  /** The box is about to be opened. */
  onApproach?: () => void
  invalid?: boolean
  describedBy?: string | undefined
}

const OPTIONS = latePart(async () => (await import('./option-panel.tsx')).OptionPanel)

/**
 * A box for one or several of given values, with a search over them. Closed it is a plain button with the words of what
 * is chosen; the list comes when it is opened.
 */
export function OptionBox({ id, label, chosen, none, onApproach, invalid, describedBy, ...panel }: OptionBoxProps) {
  const popup = usePopup(OPTIONS)
  const { onPointerEnter, onFocus, ...trigger } = popup.triggerProps
  const approach = (warm: () => void) => () => {
    onApproach?.()
    warm()
  }
  return (
    <>
      <button
        {...trigger}
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={popup.isOpen}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        className={cx(field.input, popupStyles.box, chosen.length === 0 && popupStyles.empty)}
        onPointerEnter={approach(onPointerEnter)}
        onFocus={approach(onFocus)}
      >
        <span>{chosenText(chosen) || none}</span>
        <Icon name="down" size={14} />
      </button>
      <Popup of={popup} label={label}>
        {(Panel) => <Panel {...panel} label={label} chosen={chosen} typed={popup.typed} close={popup.close} />}
      </Popup>
    </>
  )
}
