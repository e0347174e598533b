import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { can } from '../../session/session.ts'
import { registerRoll } from './roll-dialog.tsx'
import { stockText, useBagStock } from './use-bag-stock.ts'

/** Warns where bags are needed that they run out, with the way to a new roll; nothing while there are enough. */
export function LowStock() {
  const stock = useBagStock()
  if (!stock?.isLow) return null
  return (
    <>
      封袋{stockText(stock)}
      {can(api.bagRoll.registerRoll.path) ? (
        <>
          {' '}
          <Button tone="link" onClick={() => void registerRoll()}>
            登记一卷封袋
          </Button>
        </>
      ) : (
        '，请提醒发货员登记新的一卷'
      )}
    </>
  )
}
