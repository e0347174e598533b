export const BILL_DIRECTION_LABELS = { in: '收入', out: '支出' } as const
