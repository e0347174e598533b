import { Icon } from '../components/icon/icon.tsx'
import styles from './person-menu.module.css'
import { type MerchantOption, switchMerchant } from './switch-merchant.ts'

interface MerchantsProps {
  options: readonly MerchantOption[]
  choose: (run: () => unknown) => void
}

/** 切换商家: the one that is on is ticked, and pressing it again changes nothing. */
export function Merchants({ options, choose }: MerchantsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of menu items, and no form's fieldset
    <div role="group" aria-label="切换商家" className={styles.merchants}>
      <p className="muted" aria-hidden="true">
        切换商家
      </p>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.isCurrent}
          tabIndex={-1}
          onClick={() => choose(() => (option.isCurrent ? undefined : switchMerchant(option)))}
        >
          <Icon name={option.isCurrent ? 'check' : 'shop'} />
          <span>{option.label}</span>
          <span className="muted">{option.employeeName}</span>
        </button>
      ))}
    </div>
  )
}
