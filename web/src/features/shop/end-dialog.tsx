import { linkTo, PAGES } from '@huanji/contract/pages'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { buttonClass } from '../../components/button/button-class.ts'
import { LOST_BY_TOAST, useWrite } from '../../components/form/use-write.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { can } from '../../session/session.ts'
import type { ShopRow } from './types.ts'

interface EndDialogProps {
  shop: ShopRow
  end: 'unbind' | 'delete'
  onClose: (isDone?: true) => void
}

const WORDS = {
  unbind: {
    title: '解绑店铺',
    ok: '解绑',
    body: '解绑后不能再用该店铺发布商品，需要重新授权才能恢复；历史订单和账单保留。',
  },
  delete: {
    title: '删除店铺',
    ok: '删除',
    body: '删除后该店铺不再显示，需要重新绑定才能恢复；历史订单和账单保留。',
  },
} as const

/** Asks before a shop is unbound or deleted; what hangs on it is said here, and it stays. */
export function EndDialog({ shop, end, onClose }: EndDialogProps) {
  const { send, isSending, fault } = useWrite(LOST_BY_TOAST)
  const refusal = fault?.message ?? ''
  const { title, ok, body } = WORDS[end]
  const seen = useRef<HTMLButtonElement>(null)
  // the button that was pressed is gone, and took the focus with it
  useEffect(() => {
    if (refusal !== '') seen.current?.focus()
  }, [refusal])
  const go = async () => {
    const input = { shopAccountId: shop.shopAccountId, version: shop.version }
    const done = await send(input, async (options) => {
      if (end === 'delete') await api.shop.del(input, options)
      else await api.shop.bind({ step: 'unbind', ...input }, options)
      return true
    })
    if (done) onClose(true)
  }
  return (
    <Dialog
      title={title}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={480}
      footer={
        <>
          {refusal !== '' && shop.liveListings > 0 && can(PAGES.listings.path) ? (
            <Link
              className={buttonClass({})}
              to={linkTo('listings', { shopAccountId: shop.shopAccountId })}
              onClick={() => onClose()}
            >
              查看商品
            </Link>
          ) : null}
          <Button ref={seen} disabled={isSending} onClick={() => onClose()}>
            {refusal === '' ? '取消' : '看完了'}
          </Button>
          {refusal === '' ? (
            <Button tone="danger" busy={isSending} onClick={() => void go()}>
              {ok}
            </Button>
          ) : null}
        </>
      }
    >
      {refusal === '' ? (
        <p>
          将{ok}“{shop.shopName}”。{body}
        </p>
      ) : (
        <FailureNote text={refusal} />
      )}
    </Dialog>
  )
}
