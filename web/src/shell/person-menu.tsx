import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { Icon, type IconName } from '../components/icon/icon.tsx'
import { latePart } from '../components/late/late-part.ts'
import { loginInfo } from '../session/session.ts'
import { openDevicesDialog, openPasswordDialog, openPhoneDialog } from './own-account-opener.tsx'
import styles from './person-menu.module.css'
import { signOut } from './sign-out.ts'
import type { MerchantOption } from './switch-merchant.ts'
import { WhoBox } from './who-box.tsx'

// Most phones work for one merchant: the choice comes to those that work for several.
const Merchants = latePart(async () => (await import('./merchants.tsx')).Merchants)

/** The merchants that the phone works for; a failure only leaves the choice out, so nobody is told. */
function useMerchants(isWanted: boolean): readonly MerchantOption[] {
  const { data } = useQuery({
    queryKey: [api.adminEmployee.mchOptions.path],
    queryFn: ({ signal }) => api.adminEmployee.mchOptions({}, { signal, handles: 'all' }),
    enabled: isWanted,
  })
  const options = data?.options ?? []
  return options.length > 1 ? options : []
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
]

/** Where an arrow leads from an item: round and round; undefined for any other key. */
function itemAfter(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item.matches(':focus'))
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key]
  return to === undefined ? undefined : items.at(to % items.length)
}

/** Arrows move through the open menu; Tab leaves it, and Esc is the browser's own doing. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget
  // The next tab stop is the page's; the menu would stay open over it.
  if (event.key === 'Tab') menu.hidePopover()
  const next = itemAfter(event.key, itemsOf(menu))
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Who one is, at which merchant, and what can be done about that. */
export function PersonMenu() {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const merchants = useMerchants(isWanted)
  const choose = (run: () => unknown) => {
    menu.current?.hidePopover()
    run()
  }
  return (
    <>
      <WhoBox
        who={loginInfo()}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={() => setWanted(true)}
        onFocus={() => setWanted(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          menu.current?.togglePopover(true)
          // At once: the next key may be meant for the menu already.
          itemsOf(menu.current)[0]?.focus()
        }}
      />
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label="我的账号"
        className={styles.menu}
        onKeyDown={walk}
        onToggle={({ newState }) => {
          setWanted(true)
          setOpen(newState === 'open')
          if (newState === 'open') itemsOf(menu.current)[0]?.focus()
        }}
      >
        {merchants.length > 0 ? (
          <Suspense fallback={null}>
            <Merchants options={merchants} choose={choose} />
          </Suspense>
        ) : null}
        <Item icon="edit" name="修改密码" run={() => choose(openPasswordDialog)} />
        <Item icon="edit" name="更换手机号" run={() => choose(openPhoneDialog)} />
        <Item icon="screen" name="登录设备" run={() => choose(openDevicesDialog)} />
        <Item icon="exit" name="退出登录" run={() => choose(signOut)} />
      </div>
    </>
  )
}

function Item({ icon, name, run }: { icon: IconName; name: string; run: () => void }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={run}>
      <Icon name={icon} />
      {name}
    </button>
  )
}
