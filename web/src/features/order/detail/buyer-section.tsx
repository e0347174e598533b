import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { can } from '../../../session/session.ts'
import type { OrderDetail } from '../types.ts'

type Receiver = OrderDetail['receiver']

interface RevealProps {
  orderId: string
  onShown: (receiver: Receiver) => void
}

/** Asks for the contact of this one order; the server puts it on record each time. */
function RevealButton({ orderId, onShown }: RevealProps) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = async () => {
    setIsAsking(true)
    try {
      onShown(await api.buyerContacts.reveal({ orderId }))
    } catch {
      // the refusal was shown as a toast, and the button stays for another try
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Button small busy={isAsking} onClick={ask}>
      查看联系方式（会记下是谁看的）
    </Button>
  )
}

/** What stands beside the heading: how to see a masked contact, or that it was shown. */
function ContactHint({
  order,
  receiver,
  onShown,
}: { order: OrderDetail; receiver: Receiver } & Pick<RevealProps, 'onShown'>) {
  if (!receiver.masked) {
    return receiver === order.receiver ? null : (
      <span className="muted" role="status">
        联系方式已显示，本次查看已记入操作日志
      </span>
    )
  }
  const isEmpty = [receiver.name, receiver.phone, receiver.region, receiver.detail].every((part) => part === '')
  return !isEmpty && can(api.buyerContacts.reveal.path) ? (
    <RevealButton orderId={order.orderId} onShown={onShown} />
  ) : (
    <span className="muted">联系方式已脱敏</span>
  )
}

/**
 * Who bought it and where it goes; masked as the server sent it. Whoever may see contacts order by order can have this
 * one shown for as long as the page stays open: it is kept here alone, and not with what was fetched.
 */
export function BuyerSection({ order }: { order: OrderDetail }) {
  const [shown, setShown] = useState<Receiver | null>(null)
  const receiver = shown ?? order.receiver
  const address = `${receiver.region}${receiver.detail}`
  return (
    <Section title="买家与收货人" extra={<ContactHint order={order} receiver={receiver} onShown={setShown} />}>
      <Facts
        items={[
          { label: '买家昵称', value: order.buyerNick || '—' },
          { label: '收货人', value: receiver.name || '—' },
          {
            label: '手机号',
            value: receiver.masked ? receiver.phone || '—' : <Code text={receiver.phone} what="收货手机号" />,
          },
          {
            label: '收货地址',
            value: receiver.masked ? address || '—' : <Code text={address} what="收货地址" />,
            wide: true,
          },
        ]}
      />
    </Section>
  )
}
