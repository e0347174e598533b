import { shanghaiDate } from '@huanji/domain/time'
import { nowMs } from '../../platform/clock.ts'

/** The calendar day that it is in Asia/Shanghai, `yyyy-MM-dd`, wherever this machine stands. */
export const today = (): string => shanghaiDate(new Date(nowMs()).toISOString())
