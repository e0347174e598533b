import { Button } from '../../components/button/button.tsx'
import type { AuctionInstead } from './use-auction-instead.ts'

/** 改为鱼市质检; nothing where that is no way on. */
export function AuctionInsteadButton({ way }: { way: AuctionInstead | null }) {
  if (way === null) return null
  return (
    <Button small busy={way.isBusy} onClick={way.run}>
      改为鱼市质检
    </Button>
  )
}
