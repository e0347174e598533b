import type { SandboxControl, ShopOpening } from '@huanji/marketplace/sandbox/options'

/** What the journeys need of the marketplace's own people and clock, wherever the sandbox runs. */
export interface Outside {
  openShop(shop: ShopOpening): Promise<void>
  advance(durationMs: number): Promise<void>
  nowMs(): Promise<number>
  placeBid(bid: { entryId: number; buyer: number; amountFen: number }): Promise<void>
  concludeEntry(entryId: number, priceFen: number): Promise<void>
  payOrder(orderNo: string): Promise<void>
  confirmReceipt(orderNo: string): Promise<void>
  dump(): Promise<Record<string, Record<string, unknown>>>
}

/** The outside world of a sandbox in this process. */
export function outsideOf(control: SandboxControl): Outside {
  return {
    openShop: async (shop) => control.openShop(shop),
    advance: (durationMs) => control.advance(durationMs),
    nowMs: async () => control.nowMs(),
    placeBid: async (bid) => control.placeBid(bid),
    concludeEntry: async (entryId, priceFen) => {
      control.concludeEntry(entryId, { priceFen })
    },
    payOrder: async (orderNo) => control.payOrder(orderNo),
    confirmReceipt: async (orderNo) => control.confirmReceipt(orderNo),
    dump: async () => control.dump(),
  }
}
