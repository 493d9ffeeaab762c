import { hash } from 'node:crypto'
import type { RecordResource, SyncConfig } from './config.ts'
import type { Known } from './recent.ts'
import { JOINED, type JoinedName } from './resources.ts'

/**
 * How far a resource was followed. The mark is stored in the transaction of the rows, so after a crash the next turn
 * begins where the catalog is.
 */
export interface Mark {
  /** A fingerprint of the request. A different request starts from the beginning. */
  readonly asked: string
  /** The full copy that is not complete yet. */
  readonly copy?: {
    /** The beginning of the copy, by the server's clock. */
    readonly startedMs: number
    /** The key of the last row read, if rows are requested in the order of their keys. */
    readonly behind?: string | undefined
    /** The link to the next page, used if paging by keys does not work. */
    readonly next?: string | undefined
    /** The number of the last event before the copy began, if the server publishes changes as events. */
    readonly sequence?: string
  }
  /** The number of the last event that was followed. */
  readonly sequence?: string
  /** The last known moment, by the field that has it. */
  readonly since?: Readonly<Record<string, string>>
  /** The recently changed rows that the catalog has, by field or resource. */
  readonly recent?: Readonly<Record<string, Known>>
  /** The last known moments of the joined resources. */
  readonly joinedSince?: Readonly<Partial<Record<JoinedName, string>>>
  /** When all keys were last compared. */
  readonly reconciledMs?: number
}

/** The prefix of the names of notes. */
export const MARKS = 'sync '

export function markName(source: string, resource: string): string {
  return `${MARKS}${source} ${resource}`
}

/** Returns the mark, if it belongs to the same request. */
export function markIn(text: string | undefined, asked: string): Mark | undefined {
  const mark = text === undefined ? undefined : (JSON.parse(text) as Mark) // only we write it
  return mark?.asked === asked ? mark : undefined
}

/** Returns a fingerprint of everything that decides which rows are requested, and what is read from them. */
export function askedOf(
  { server, joined }: Pick<SyncConfig, 'server' | 'joined'>,
  { name, path, filter, expand, mapping }: RecordResource,
): string {
  const belonging = joined.filter((one) => JOINED[one.name].of.some((owner) => owner === name))
  const keys = (mapping.key ?? []).map(({ cells }) => cells.columns)
  const fields = mapping.records
    .flat()
    .map(({ field, from }) => [field, 'columns' in from ? from.columns : from.constant])
  const asked = [server.href, path, filter, expand, belonging, mapping.name, keys, fields]
  return hash('sha256', JSON.stringify(asked)).slice(0, 16)
}
