import { hash } from 'node:crypto'
import type { RecordResource, SyncConfig } from './config.ts'
import type { Known } from './recent.ts'
import { JOINED, type JoinedName } from './resources.ts'

/**
 * How far a resource was followed. It is stored in the same transaction as the rows, so that they agree after a crash.
 */
export interface Mark {
  /** A fingerprint of the request. If it changes, the resource is copied again. */
  readonly asked: string
  /** Present until the full copy is complete. */
  readonly copy?: {
    /** Start of the copy by the server's clock. */
    readonly startedMs: number
    /** Key of the last row, if rows are sorted by key. */
    readonly behind?: string | undefined
    /** Link to the next page, if paging by key does not work. */
    readonly next?: string | undefined
    /** Number of the last event before the copy, if the server has numbered events. */
    readonly sequence?: string
  }
  /** Number of the last event that was followed. */
  readonly sequence?: string
  /** Time of the last known change, by field. */
  readonly since?: Readonly<Record<string, string>>
  /** Recently changed rows that the catalog has, by field or resource. */
  readonly recent?: Readonly<Record<string, Known>>
  /** Time of the last known change of parts, by their resource, such as Media. */
  readonly joinedSince?: Readonly<Partial<Record<JoinedName, string>>>
  /** Time of the last comparison of all keys. */
  readonly reconciledMs?: number
}

/** Prefix of the keys under which the catalog stores how far each resource was followed. */
export const MARKS = 'sync '

export function markName(source: string, resource: string): string {
  return `${MARKS}${source} ${resource}`
}

/** Parses a mark. Undefined if its request has another fingerprint. */
export function markIn(text: string | undefined, asked: string): Mark | undefined {
  const mark = text === undefined ? undefined : (JSON.parse(text) as Mark) // only this program writes it
  return mark?.asked === asked ? mark : undefined
}

/** Returns a fingerprint of the settings that decide which rows are requested and which fields are read. */
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
