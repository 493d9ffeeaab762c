import type { Person } from '../../model/person.ts'

/** An audit entry: who asked about which person, and when. Never contains the answer. */
export interface AuditEntry {
  readonly number: number
  readonly atMs: number
  readonly keyId: string
  readonly label: string
  readonly operation: string
  /** The person or address in question, as the caller typed it. */
  readonly subject: string
  readonly requestId: string
}

/**
 * The audit log, whose entries never change. `record` writes an entry before the call runs. It resolves once the entry
 * is safely on the disk: with true if it had to wait for another program. It rejects if writing fails or takes more
 * than a few seconds; the call must then not be answered, although the entry may exist. Waiting and failures are logged
 * at most once a minute.
 */
export interface Audit {
  record(entry: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean>
}

/** The withheld people, for one thread of a running service. */
export interface FollowedWithheld {
  readonly withheld: WithheldPeople
  /** Reads changes of the list now. Without this call, changes are read within a quarter of a second. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** The list of withheld people and the audit log, for a running service. */
export interface Privacy extends Omit<FollowedWithheld, 'close'> {
  readonly audit: Audit
  close(): Promise<void>
}

/** The people who are withheld from all answers, for `catalog/ports/withheld.ts`. */
export interface WithheldPeople {
  /** Changes with every change of the list, and is different for every list. */
  readonly version: string
  has(person: Person): boolean
  mayHave(personId: string, name: string): boolean
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

/** An entry for a withheld person. It contains no name and no address, only hashes that recognize the person. */
export interface Suppression {
  readonly number: number
  /** Absent if the person was identified by name and address. */
  readonly personId: string | undefined
  readonly erased: boolean
  readonly sinceMs: number
  /** Number of addresses at which the person is recognized, under any id. */
  readonly addresses: number
}

/** Identifies a person by a record, by an id without a record, or by name and address. */
export type PersonReference =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'id'; readonly personId: string }
  | { readonly kind: 'written'; readonly name: string; readonly address: string }

export interface AuditFilter {
  readonly fromMs?: number
  readonly untilMs?: number
  readonly keyId?: string
  readonly operation?: string
  /** Selects entries whose subject contains this text, in any letter case. */
  readonly subject?: string
}

/**
 * Administers the list of withheld people and the audit log, even while services run. Services apply changes within a
 * second. Every method is all or nothing, and rejects with a CommandFault if it fails.
 */
export interface PeopleAdmin {
  readonly withheld: WithheldPeople
  /** Withholds a person from all answers. Repeating the call adds new hashes. An erased person stays erased. */
  suppress(whom: PersonReference, erased: boolean): Promise<Suppression>
  /**
   * Removes the entries with a person id or, if there are none, the entry with a number. Returns the removed entries.
   */
  unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]>
  /** Returns all entries for withheld people, oldest first. */
  list(): Promise<readonly Suppression[]>
  /** Yields audit entries, oldest first. */
  audit(filter: AuditFilter): AsyncIterable<AuditEntry>
  close(): Promise<void>
}
