import type { Clock } from '../platform/clock.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { readSettings, type Settings } from '../settings.ts'
import { checkDatabase } from './database-check.ts'
import { type Finding, well, wrong } from './finding.ts'
import { checkOutside } from './outside-check.ts'
import { checkStorage } from './storage-check.ts'

/**
 * Reads the settings as the server does and looks at all that they name. It starts nothing and leaves nothing behind.
 * Settings that cannot be read end it: nothing else can be said then.
 */
export async function examine(environment: NodeJS.ProcessEnv, clock: Clock): Promise<Finding[]> {
  const settings = settingsOf(environment)
  if ('verdict' in settings) return [settings]
  const parts = await Promise.all([
    checkDatabase(settings, clock),
    checkStorage(settings, clock),
    checkOutside(settings, clock),
  ])
  return [well('设置', '全部可读'), ...parts.flat()]
}

function settingsOf(environment: NodeJS.ProcessEnv): Settings | Finding {
  try {
    return readSettings(environment)
  } catch (error) {
    if (!(error instanceof StartupRefusal)) throw error
    return wrong('设置', error.message, '详见 docs/settings.md。')
  }
}

/** The findings as lines for a terminal, the last of them the sum. */
export function linesOf(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(({ verdict, about, says, cure }) => [
    `${verdict}  ${about}：${says}`,
    ...(cure === '' ? [] : [`      → ${cure}`]),
  ])
  const faults = findings.filter(isFault).length
  return [...lines, faults === 0 ? '可以正式使用。' : `还有 ${faults} 项需要处理。`]
}

/** True for what keeps the product from going live. */
export const isFault = ({ verdict }: Finding): boolean => verdict === '缺少' || verdict === '错误'
