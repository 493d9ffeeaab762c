import type { Person } from '../../model/person.ts'

/** One call about people: who asked, for whom, when. Never what the answer was. */
export interface AuditEntry {
  readonly number: number
  readonly atMs: number
  readonly keyId: string
  readonly label: string
  readonly operation: string
  /** The person or address that was asked for, as the caller wrote it. */
  readonly subject: string
  readonly requestId: string
}

/**
 * Written before a call runs. `record` resolves once the entry is on the disk: it outlives the process and a power
 * cut. It rejects when that takes more than some seconds or cannot be done: the call must not be answered then, though
 * its entry may be there. The operator is told of it at most once a minute, and of another program that an entry
 * waited for, which `record` resolves with. Nothing in the log is ever changed.
 */
export interface Audit {
  record(entry: Omit<AuditEntry, 'number' | 'atMs'>): Promise<boolean>
}

/** Who is withheld, for one thread of a running service. */
export interface FollowedWithheld {
  readonly withheld: WithheldPeople
  /** Takes over changes of the suppression list now rather than within the next quarter of a second. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** The privacy of a running service. */
export interface Privacy extends Omit<FollowedWithheld, 'close'> {
  readonly audit: Audit
  close(): Promise<void>
}

/** The answers that `catalog/ports/withheld.ts` needs. */
export interface WithheldPeople {
  /** Changes with the list, and is another one for every other list. */
  readonly version: string
  has(person: Person): boolean
  isErased(person: Person): boolean
  homeId(source: string, sourceKey: string): number
  readonly homeIds?: HomeIds
}

/** Runs a statement in the transaction of a catalogue that is in a database. */
export type StoreIds = (text: string, values: readonly unknown[]) => void

/** See `catalog/ports/withheld.ts`. */
export interface HomeIds {
  readonly isEmpty: boolean
  has(id: number): boolean
  add(id: number): void
  store(query?: StoreIds): void
}

/** Somebody who is withheld. Names and addresses are not kept: only marks, which tell whether a person fits. */
export interface Suppression {
  readonly number: number
  /** Absent for one that was made from a name and an address. */
  readonly personId: string | undefined
  readonly erased: boolean
  readonly sinceMs: number
  /** How many addresses the person is recognised at, under whatever id. */
  readonly addresses: number
}

/** Who is meant: a record, an id that no record has now, or a name with an address. */
export type Whom =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'id'; readonly personId: string }
  | { readonly kind: 'written'; readonly name: string; readonly address: string }

export interface AuditFilter {
  readonly fromMs?: number
  /** Exclusive. */
  readonly untilMs?: number
  readonly keyId?: string
  readonly operation?: string
  /** Part of the subject, letter case ignored. */
  readonly subject?: string
}

/**
 * Administration, beside a running service or without one; running services follow within a second. Every method
 * rejects with a CommandFault of one sentence when it cannot be done, and is done wholly or not at all.
 */
export interface PeopleAdmin {
  readonly withheld: WithheldPeople
  /** Withholds somebody; once more: adds what is new. Erased stays erased. */
  suppress(whom: Whom, erased: boolean): Promise<Suppression>
  /** By person id, else by number; the entries that are gone. */
  unsuppress(numberOrPersonId: string): Promise<readonly Suppression[]>
  /** In the order in which they were made. */
  list(): Promise<readonly Suppression[]>
  /** Oldest first. */
  audit(filter: AuditFilter): AsyncIterable<AuditEntry>
  close(): Promise<void>
}
