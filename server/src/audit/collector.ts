import type { CallSpec } from '@huanji/contract/call'
import type { Tx } from '../database/database.ts'
import type { AuditEntry, AuditOrigin } from './entry.ts'
import { recordAudit } from './store.ts'

/** Collects what one call writes to the audit log; made anew for each try of its transaction. */
export interface AuditCollector {
  /** Takes a change; null says that this call changed nothing worth a record. */
  readonly record: (entry: AuditEntry | null) => void
  /** Writes the entries. @throws Error when the contract asks for a record and the handler gave none, or the other way round */
  write(tx: Tx, origin: AuditOrigin, now: Date): Promise<void>
}

/** The collector of a call of `spec`. */
export function auditCollectorOf(spec: CallSpec): AuditCollector {
  const recorded: (AuditEntry | null)[] = []
  return {
    record: (entry) => recorded.push(entry),
    write: async (tx, origin, now) => {
      if (recorded.length > 0 !== (spec.audit !== null)) {
        throw new Error(
          `${spec.path} ${spec.audit === null ? 'is recorded without being' : 'is not recorded though'} declared so`,
        )
      }
      const entries = recorded.filter((entry) => entry !== null)
      await recordAudit(tx, origin, { action: spec.path, actionLabel: spec.audit ?? spec.title, now }, entries)
    },
  }
}
