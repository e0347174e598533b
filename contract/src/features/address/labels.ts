export const ADDRESS_KIND_LABELS = { ship: '发货地址', return: '退货地址' } as const
