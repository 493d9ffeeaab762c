import type { Person } from '../../model/person.ts'

/** One call about people: who made it, about whom, and when. It never has the answer. */
export interface AuditEntry {
  readonly number: number
  readonly atMs: number
  readonly keyId: string
  readonly label: string
  readonly operation: string
  /** The person or address that the call was about, as the caller wrote it. */
  readonly subject: string
  readonly requestId: string
}

/**
 * The audit log, which is written before a call runs. `record` resolves once the entry is on the disk and survives the
 * process and a power failure. It rejects if that fails or takes more than a few seconds; the call must not be answered
 * then, although its entry may exist. It resolves with true if the entry waited for another program. The operator
 * learns of either at most once a minute. Entries never change.
 */
export interface Audit {
  record(entry: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean>
}

/** Who is withheld, for one thread of a running service. */
export interface FollowedWithheld {
  readonly withheld: WithheldPeople
  /** Reads changes of the suppression list now. Otherwise they are read within a quarter of a second. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** The privacy of a running service. */
export interface Privacy extends Omit<FollowedWithheld, 'close'> {
  readonly audit: Audit
  close(): Promise<void>
}

/** What `catalog/ports/withheld.ts` needs to know. */
export interface WithheldPeople {
  /** Changes with the list, and differs between any two lists. */
  readonly version: string
  has(person: Person): boolean
  isErased(person: Person): boolean
  homeId(source: string, sourceKey: string): number
  readonly homeIds?: HomeIds
}

/** Runs a statement in the transaction of a catalog that is in a database. */
export type StoreIds = (text: string, values: readonly unknown[]) => void

/** See `catalog/ports/withheld.ts`. */
export interface HomeIds {
  readonly isEmpty: boolean
  has(id: number): boolean
  add(id: number): void
  store(query?: StoreIds): void
}

/** A person who is withheld. The entry has no name and no address, only marks that show whether a person matches. */
export interface Suppression {
  readonly number: number
  /** Absent if the entry was made from a name and an address. */
  readonly personId: string | undefined
  readonly erased: boolean
  readonly sinceMs: number
  /** Number of addresses at which the person is recognized, under any id. */
  readonly addresses: number
}

/** Identifies a person by a record, by an id that no record has now, or by a name with an address. */
export type PersonReference =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'id'; readonly personId: string }
  | { readonly kind: 'written'; readonly name: string; readonly address: string }

export interface AuditFilter {
  readonly fromMs?: number
  readonly untilMs?: number
  readonly keyId?: string
  readonly operation?: string
  /** Part of the subject; letter case is ignored. */
  readonly subject?: string
}

/**
 * Administration of privacy, with or without a running service. Running services follow within a second. Every method
 * is all or nothing, and rejects with a CommandFault of one sentence if it fails.
 */
export interface PeopleAdmin {
  readonly withheld: WithheldPeople
  /** Withholds a person. A repeated call adds marks that are new. An erased person stays erased. */
  suppress(whom: PersonReference, erased: boolean): Promise<Suppression>
  /** Removes the entry of a person id, or else of a number. Returns the removed entries. */
  unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]>
  /** Returns the entries, oldest first. */
  list(): Promise<readonly Suppression[]>
  /** Yields the entries of the audit log, oldest first. */
  audit(filter: AuditFilter): AsyncIterable<AuditEntry>
  close(): Promise<void>
}
