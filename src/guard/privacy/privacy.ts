import type { Person } from '../../model/person.ts'

/** An entry of the audit log: who made a call about people, about whom, and when. It never includes the answer. */
export interface AuditEntry {
  readonly number: number
  readonly atMs: number
  readonly keyId: string
  readonly label: string
  readonly operation: string
  /** The person or address that the call was about, as the caller typed it. */
  readonly subject: string
  readonly requestId: string
}

/**
 * The audit log. An entry is written before the call runs. `record` resolves once the entry is on the disk and survives
 * a power failure. If `record` rejects (because writing failed or took more than a few seconds), the call must not be
 * answered, although its entry may exist. `record` resolves with true if the entry waited for another program. Either
 * problem is logged at most once a minute. Entries never change.
 */
export interface Audit {
  record(entry: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean>
}

/** The withheld people, as one thread of a running service sees them. */
export interface FollowedWithheld {
  readonly withheld: WithheldPeople
  /** Reads changes of the suppression list now. Otherwise, changes are read within a quarter of a second. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** The privacy of a running service. */
export interface Privacy extends Omit<FollowedWithheld, 'close'> {
  readonly audit: Audit
  close(): Promise<void>
}

/** The withheld people, as `catalog/ports/withheld.ts` needs them. */
export interface WithheldPeople {
  /** Differs between any two lists, and between any two states of a list. */
  readonly version: string
  has(person: Person): boolean
  isErased(person: Person): boolean
  homeId(source: string, sourceKey: string): number
  readonly homeIds?: HomeIds
}

/** Runs a statement in the open transaction of a catalog in a database. */
export type StoreIds = (text: string, values: readonly unknown[]) => void

/** See `catalog/ports/withheld.ts`. */
export interface HomeIds {
  readonly isEmpty: boolean
  has(id: number): boolean
  add(id: number): void
  store(query?: StoreIds): void
}

/**
 * An entry for a withheld person. The entry has no name and no address, only marks that show whether a person matches.
 */
export interface Suppression {
  readonly number: number
  /** Absent if the entry was made from a name and an address. */
  readonly personId: string | undefined
  readonly erased: boolean
  readonly sinceMs: number
  /** At how many addresses the person is recognized, under any id. */
  readonly addresses: number
}

/** Identifies a person: by a record, by an id without a record, or by a name with an address. */
export type PersonReference =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'id'; readonly personId: string }
  | { readonly kind: 'written'; readonly name: string; readonly address: string }

export interface AuditFilter {
  readonly fromMs?: number
  readonly untilMs?: number
  readonly keyId?: string
  readonly operation?: string
  /** Matches entries whose subject contains this text. Ignores letter case. */
  readonly subject?: string
}

/**
 * Administration of privacy, also while services run. Running services apply changes within a second. Every method is
 * all or nothing, and rejects with a CommandFault if it fails.
 */
export interface PeopleAdmin {
  readonly withheld: WithheldPeople
  /** Withholds a person. Repeating the call adds new marks. An erased person stays erased. */
  suppress(whom: PersonReference, erased: boolean): Promise<Suppression>
  /** Removes the entries with a person id, or else the entry with a number. Returns the removed entries. */
  unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]>
  /** Returns the entries, oldest first. */
  list(): Promise<readonly Suppression[]>
  /** Yields the entries of the audit log, oldest first. */
  audit(filter: AuditFilter): AsyncIterable<AuditEntry>
  close(): Promise<void>
}
