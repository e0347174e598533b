import { buttonClass } from '../../../components/button/button-class.ts'
import { latePart } from '../../../components/late/late-part.ts'
import { Popup } from '../../../components/popup/popup.tsx'
import { usePopup } from '../../../components/popup/use-popup.ts'
import type { PricedGoods } from './lines.ts'

const PANEL = latePart(async () => (await import('./price-help-panel.tsx')).PriceHelpPanel)

/** What the same goods are worth grade by grade, and what they were sold for last. */
export function PriceHelp({ goods, name }: { goods: PricedGoods; name: string }) {
  const popup = usePopup(PANEL)
  return (
    <>
      <button
        {...popup.triggerProps}
        type="button"
        aria-haspopup="dialog"
        aria-label={`行情 ${name}`}
        className={buttonClass({ tone: 'quiet', small: true })}
      >
        行情
      </button>
      <Popup of={popup} label={`行情 ${name}`}>
        {(Panel) => <Panel goods={goods} />}
      </Popup>
    </>
  )
}
