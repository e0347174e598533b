/** What is told of a parcel that the marketplace knows under another number than ours. */
export const otherWaybillText = (waybill: string): string => `闲鱼上已用运单号${waybill}发货，请核对实际寄出的包裹`

/** The marketplace's number, where a refusal says that it is another than ours; null for any other refusal. */
export const otherWaybillIn = (problem: string): string | null =>
  /^闲鱼上已用运单号(.+)发货，/.exec(problem)?.[1] ?? null
