import { cx } from '../class-names.ts'
import field from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import { latePart } from '../late/late-part.ts'
import popupStyles from '../popup/popup.module.css'
import { Popup } from '../popup/popup.tsx'
import { usePopup } from '../popup/use-popup.ts'
import { type Days, daysText } from './days.ts'
import { today } from './today.ts'

interface DaysBoxProps {
  id?: string
  /** What the days are of: 下单时间. The box's own `<label>` names the box, this names what opens. */
  label: string
  /** `first` may be a preset's word; `last` is empty then, and where there is only one day to choose. */
  days: Days
  /** Only one day can be chosen. */
  single?: boolean
  onChange: (days: Days) => void
}

const CALENDAR = latePart(async () => (await import('./days-panel.tsx')).DaysPanel)

/** A box for days of Asia/Shanghai: closed a plain button with their words; presets and calendar come when it is opened. */
export function DaysBox({ id, label, days, single = false, onChange }: DaysBoxProps) {
  const popup = usePopup(CALENDAR)
  const words = daysText(single ? { first: days.first, last: days.first } : days, today())
  return (
    <>
      <button
        {...popup.triggerProps}
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={popup.isOpen}
        className={cx(field.input, popupStyles.box, words === '' && popupStyles.empty)}
      >
        <span>{words || '不限'}</span>
        <Icon name="calendar" size={14} />
      </button>
      <Popup of={popup} label={label}>
        {(Panel) => (
          <Panel label={label} days={days} single={single} today={today()} onChange={onChange} close={popup.close} />
        )}
      </Popup>
    </>
  )
}
