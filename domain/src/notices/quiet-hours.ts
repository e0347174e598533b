import { shanghaiHour } from '../time.ts'

/** When nobody is to be woken: from one full hour to another in Shanghai, over midnight too; the same hour twice is never. */
export interface QuietHours {
  readonly quietFrom: number
  readonly quietUntil: number
}

export const STANDARD_QUIET_HOURS: QuietHours = { quietFrom: 22, quietUntil: 8 }

/** How many messages a person gets within a day, unless they choose otherwise. */
export const STANDARD_SMS_A_DAY = 20

/** Whether a moment, ISO 8601, is one at which nobody is to be woken. */
export function isQuiet({ quietFrom, quietUntil }: QuietHours, moment: string): boolean {
  const hour = shanghaiHour(moment)
  if (quietFrom <= quietUntil) return hour >= quietFrom && hour < quietUntil
  return hour >= quietFrom || hour < quietUntil
}
