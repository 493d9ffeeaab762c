import { hash } from 'node:crypto'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { LogBounds } from '../../catalog/ports/change-log.ts'
import { startOfDay } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { invalidParameters, Refusal, refusalSentence, type Shape } from '../../kit/params/index.ts'
import { whenChanged } from './when-changed.ts'

/** Where to start reading the change log: after a cursor, at a moment, or after the newest event. */
export type Since =
  | { readonly kind: 'cursor'; readonly catalogName: string; readonly sequence: number }
  | { readonly kind: 'moment'; readonly atMs: number; readonly text: string }
  | { readonly kind: 'now' }

/** Matches a cursor: six letters that identify a catalog, and the sequence number after which to continue. */
const CURSOR = /^([\w-]{6})\.([0-9a-z]{1,11})$/
const NAME_LETTERS = 6
const RADIX = 36

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/

/** How long a thread waits for its data to catch up with a cursor that another thread made, in milliseconds. */
const BEHIND_MS = 2000

export const since: Shape<Since> = {
  schema: { type: 'string', maxLength: 40 },
  example: '2026-05-01',
  parse: (text) => {
    if (text === 'now') return { kind: 'now' }
    const [, catalogName, digits = ''] = CURSOR.exec(text) ?? []
    const sequence = Number.parseInt(digits, RADIX)
    if (catalogName !== undefined && Number.isSafeInteger(sequence)) return { kind: 'cursor', catalogName, sequence }
    const atMs = MOMENT.test(text) && !Number.isNaN(startOfDay(text.slice(0, 10))) ? Date.parse(text) : Number.NaN
    if (!Number.isNaN(atMs)) return { kind: 'moment', atMs, text }
    return new Refusal(
      'must be a cursor from an earlier answer, a day such as 2026-05-01, a time such as 2026-05-01T12:00:00Z, or now.',
    )
  },
  format: (value) => {
    if (value.kind === 'cursor') return cursorText(value)
    return value.kind === 'now' ? 'now' : value.text
  },
}

function cursorText({ catalogName, sequence }: { readonly catalogName: string; readonly sequence: number }): string {
  return `${catalogName}.${sequence.toString(RADIX)}`
}

function nameOf({ catalogId }: { readonly catalogId: string }): string {
  return hash('sha256', catalogId, 'base64url').slice(0, NAME_LETTERS)
}

/** Returns the cursor with which a reader continues after an event. */
export function cursorAt(sequence: number, catalog: Pick<Catalog, 'about'>): string {
  return cursorText({ catalogName: nameOf(catalog.about()), sequence })
}

export function sinceCursor(text: string): Since {
  const read = since.parse(text)
  if (read instanceof Refusal) throw refused(text, read.why)
  return read
}

/**
 * Returns the earliest moment at which a reader can start, if the log's first event follows the sequence number
 * `after`.
 */
function firstMoment(after: number): string {
  return momentText(after + 1)
}

/**
 * Returns the part of the log that a reader wants; the whole log if `from` is undefined. Throws a Fault with status 410
 * if the log no longer goes back that far or the cursor belongs to another catalog. Throws a Fault with status 400 for
 * a cursor that is in the future.
 */
export async function boundsSince(from: Since | undefined, catalog: Catalog): Promise<LogBounds> {
  const { dataVersion } = catalog.about()
  const bounds = await catalog.log.bounds()
  if (from === undefined) return bounds
  const { upTo } = bounds
  if (from.kind === 'now') return { after: upTo, upTo }
  if (from.kind === 'moment') {
    const after = from.atMs * 1000 - 1
    if (after < bounds.after) throw expired(from, `the stored changes begin at ${firstMoment(bounds.after)}`)
    return { after: Math.min(after, upTo), upTo }
  }
  if (from.catalogName !== nameOf(catalog.about())) throw expired(from, 'it belongs to another catalog')
  if (from.sequence < bounds.after) throw expired(from, `the stored changes begin at ${firstMoment(bounds.after)}`)
  if (from.sequence <= upTo) return { after: from.sequence, upTo }
  await whenChanged(catalog, dataVersion, BEHIND_MS)
  const later = await catalog.log.bounds()
  if (from.sequence <= later.upTo) return { after: from.sequence, upTo: later.upTo }
  throw refused(
    since.format?.(from) ?? '',
    `must not be in the future. The newest cursor is ${cursorAt(later.upTo, catalog)}.`,
  )
}

/**
 * Returns the part of the log before a cursor, a moment or the end, and after `from` if it is given. A `from` moment
 * before the stored changes is not an error: the part then begins with the first stored change.
 */
export async function boundsBefore(before: Since, from: Since | undefined, catalog: Catalog): Promise<LogBounds> {
  const stored = await catalog.log.bounds()
  const after = from?.kind === 'moment' ? from.atMs * 1000 - 1 : (await boundsSince(from, catalog)).after
  if (before.kind === 'now') return { after: Math.max(after, stored.after), upTo: stored.upTo }
  const end = before.kind === 'moment' ? before.atMs * 1000 : (await boundsSince(before, catalog)).after
  return { after: Math.max(after, stored.after), upTo: Math.min(end - 1, stored.upTo) }
}

function expired(from: Since, why: string): Fault {
  return new Fault(
    'changes.expired',
    `Cannot continue from since ${quote(since.format?.(from) ?? '')}: ${why}. Read everything again, and continue from since=now.`,
  )
}

function refused(given: string, why: string): Fault {
  const detail = refusalSentence('since', given, why)
  return invalidParameters([{ parameter: 'since', code: 'param.invalid', detail, given }])
}

function momentText(sequence: number): string {
  return new Date(momentMs(sequence)).toISOString()
}

/** Returns the time that a change's sequence number contains, in milliseconds since 1970. */
export function momentMs(sequence: number): number {
  return Math.ceil(sequence / 1000)
}
