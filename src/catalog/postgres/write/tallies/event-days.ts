import { firstAbove } from '../../../../kit/algorithms/sorted.ts'
import type { RecordOf, SearchedNoun } from '../../../../model/searched.ts'
import { eventDaysOf, type NounDescription, SEARCHED, SEARCHED_NOUNS } from '../../../facts/searched.ts'
import type { Session } from '../../session.ts'
import { type BlobKind, storeBlob } from '../../tables/blobs.ts'

/**
 * The days on which something happened to a record, sorted, by record type. Services compute `newestDay` from these.
 */
export const EVENT_DAYS: { readonly [N in SearchedNoun]: BlobKind<Float64Array> } = {
  home: daysKind('home'),
  offer: daysKind('offer'),
  experience: daysKind('experience'),
}

function daysKind(noun: SearchedNoun): BlobKind<Float64Array> {
  return {
    name: `days/${noun}`,
    read: (bytes) => new Float64Array(Uint8Array.from(bytes ?? []).buffer),
  }
}

/** Returns the last of these sorted days that is at most `last`. */
export function newestIn(days: Float64Array, last: number): number | undefined {
  return days[firstAbove(days, last) - 1]
}

/** Counts records by the days on which something happened to them, within the writer's transaction. */
export class EventDays {
  readonly #session: Session
  readonly #changes = new Map<SearchedNoun, Map<number, number>>()

  constructor(session: Session) {
    this.#session = session
  }

  /**
   * Subtracts the days of a record before its change, and adds its days after the change. Skips records that no search
   * finds.
   */
  replace<N extends SearchedNoun>(noun: N, before: RecordOf<N> | undefined, after: RecordOf<N> | undefined): void {
    if (before !== undefined) this.#count(noun, before, -1)
    if (after !== undefined) this.#count(noun, after, 1)
  }

  store(): void {
    for (const noun of SEARCHED_NOUNS) {
      const changes = [...(this.#changes.get(noun) ?? [])].filter(([, uses]) => uses !== 0)
      if (changes.length === 0) continue
      const session = this.#session
      session.query(
        `INSERT INTO catalog.event_day AS kept (noun, day, uses) SELECT $1, day, uses FROM unnest($2::int4[], $3::int8[])
           AS changed (day, uses) ON CONFLICT (noun, day) DO UPDATE SET uses = kept.uses + excluded.uses`,
        [noun, changes.map(([day]) => day), changes.map(([, uses]) => uses)],
      )
      session.query('DELETE FROM catalog.event_day WHERE noun = $1 AND uses <= 0', [noun])
      const rows = session.query('SELECT day FROM catalog.event_day WHERE noun = $1 ORDER BY day', [noun])
      const days = Float64Array.from(rows, ({ day }) => Number(day))
      storeBlob(session, EVENT_DAYS[noun], new Uint8Array(days.buffer))
    }
  }

  #count<N extends SearchedNoun>(noun: N, record: RecordOf<N>, by: 1 | -1): void {
    const { classOf }: NounDescription<N> = SEARCHED[noun]
    if (classOf(record) === undefined) return
    const days = this.#changes.get(noun) ?? new Map<number, number>()
    this.#changes.set(noun, days)
    for (const day of eventDaysOf(noun, record)) days.set(day, (days.get(day) ?? 0) + by)
  }
}
