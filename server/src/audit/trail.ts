import type { CallSpec } from '@huanji/contract/call'
import type { Tx } from '../database/database.ts'
import type { AuditEntry, AuditOrigin } from './entry.ts'
import { recordAudit } from './store.ts'

/** What one call has to tell the audit log; made anew for each try of its transaction. */
export interface Trail {
  /** Notes a change; null says that this call changed nothing worth a record. */
  readonly note: (entry: AuditEntry | null) => void
  /** Writes the entries. @throws Error when the contract asks for a record and the handler gave none, or the other way round */
  write(tx: Tx, origin: AuditOrigin, now: Date): Promise<void>
}

/** The trail of a call of `spec`. */
export function trailOf(spec: CallSpec): Trail {
  const noted: (AuditEntry | null)[] = []
  return {
    note: (entry) => noted.push(entry),
    write: async (tx, origin, now) => {
      if (noted.length > 0 !== (spec.audit !== null)) {
        throw new Error(
          `${spec.path} ${spec.audit === null ? 'is recorded without being' : 'is not recorded though'} declared so`,
        )
      }
      const entries = noted.filter((entry) => entry !== null)
      await recordAudit(tx, origin, { action: spec.path, actionLabel: spec.audit ?? spec.title, now }, entries)
    },
  }
}
