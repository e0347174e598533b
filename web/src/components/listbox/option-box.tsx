import { cx } from '../class-names.ts'
import field from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import { latePart } from '../late/late-part.ts'
import popupStyles from '../popup/popup.module.css'
import { Popup } from '../popup/popup.tsx'
import { usePopup } from '../popup/use-popup.ts'
import { chosenText, type Option, type OptionCounts, type OptionSource } from './option.ts'

interface OptionBoxProps {
  id?: string
  /** What is chosen here: 机型. The box's own `<label>` names the box, this names what opens. */
  label: string
  /** True where no `<label>` stands beside it: `label` names the box as well. */
  isUnlabelled?: boolean
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
  onBlur?: (() => void) | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  disabled?: boolean
}

const OPTIONS = latePart(async () => (await import('./option-panel.tsx')).OptionPanel)

/**
 * A box for one or several of given values, with a search over them. Closed it is a plain button with the words of what
 * is chosen; the list comes when it is opened.
 */
export function OptionBox({ id, label, chosen, none, source, multiple, counts, onChange, ...box }: OptionBoxProps) {
  const popup = usePopup(OPTIONS)
  const { onPointerEnter, onFocus, onBlur, ...trigger } = popup.triggerProps
  const approach = (warm: () => void) => () => {
    box.onApproach?.()
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
        aria-label={box.isUnlabelled ? label : undefined}
        aria-invalid={box.invalid || undefined}
        aria-describedby={box.describedBy}
        disabled={box.disabled}
        className={cx(field.input, popupStyles.box, chosen.length === 0 && popupStyles.empty)}
        onPointerEnter={approach(onPointerEnter)}
        onFocus={approach(onFocus)}
        onBlur={() => {
          onBlur()
          box.onBlur?.()
        }}
      >
        <span>{chosenText(chosen) || none}</span>
        <Icon name="down" size={14} />
      </button>
      <Popup of={popup} label={label}>
        {(Panel) => (
          <Panel
            {...{ label, chosen, source, counts, onChange }}
            multiple={multiple ?? false}
            typed={popup.typed}
            close={popup.close}
          />
        )}
      </Popup>
    </>
  )
}
