import type { AuditEntry, Suppression } from '../../guard/privacy/index.ts'
import { dayOf } from '../../kit/base/clock.ts'
import { visible } from '../../kit/base/sentence.ts'
import { table } from '../terminal/table.ts'

/** Returns the JSON document of `--json` for a person who is hidden from answers. */
export function suppressionDocument({ number, personId, erased, sinceMs, addresses }: Suppression): object {
  return { number, personId: personId ?? null, erased, since: new Date(sinceMs).toISOString(), addresses }
}

export function suppressionTable(entries: readonly Suppression[], watched: boolean): readonly string[] {
  const rows = entries.map(({ number, personId, erased, sinceMs, addresses }) => [
    String(number),
    personId === undefined ? '(by name and address)' : visible(personId),
    erased ? 'erased' : 'suppressed',
    dayOf(sinceMs),
    String(addresses),
  ])
  return table(['NUMBER', 'PERSON', 'STATE', 'SINCE', 'ADDRESSES KNOWN'], rows, watched)
}

export function auditDocument({ number, atMs, keyId, label, operation, subject, requestId }: AuditEntry): object {
  return { number, at: new Date(atMs).toISOString(), keyId, label, operation, subject, requestId }
}

/** Formats an entry of the audit log as one line: time, key, operation, and the query as the caller wrote it. */
export function auditLine({ atMs, keyId, label, operation, subject }: AuditEntry): string {
  const at = new Date(atMs).toISOString().slice(0, 19)
  const key = label === '' ? keyId : `${keyId} (${visible(label)})`
  return `${at}Z  ${key}  ${operation}  ${visible(subject)}`
}
