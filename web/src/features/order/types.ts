import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

/** The contract's order shapes by the names that these screens use; both channels share them. */
export type OrderRow = OutputOf<Calls['auctionOrder']['list']>['list'][number]
export type OrderDetail = OutputOf<Calls['auctionOrder']['detail']>
export type OrderUnit = OutputOf<Calls['auctionOrder']['barcodeList']>['units'][number]
/** A phone of an order with its part of the money, as the order's own page has it. */
export type SoldUnit = OrderDetail['units'][number]
export type OrderState = OrderRow['state']
export type ShipmentSync = OrderRow['deliverySync']
export type Shipment = InputOf<Calls['auctionOrder']['delivery']>
export type Candidate = OutputOf<Calls['curatedPicking']['candidates']>['units'][number]
export type PickSheet = OutputOf<Calls['manyOrders']['pickList']>
export type PickRow = PickSheet['rows'][number]
