import { firstAbove } from '../../../../kit/algorithms/sorted.ts'
import type { RecordOf, SearchedNoun } from '../../../../model/searched.ts'
import { eventDaysOf, type NounDescription, SEARCHED, SEARCHED_NOUNS } from '../../../facts/searched.ts'
import type { Session } from '../../session.ts'
import { type BlobKind, storeBlob } from '../../tables/blobs.ts'

/** The days with an event of a record, in order, for each noun. Nodes compute `newestDay` from them. */
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

/** Returns the last of these sorted days that is not later than `last`. */
export function newestIn(days: Float64Array, last: number): number | undefined {
  return days[firstAbove(days, last) - 1]
}

/** Counts records by the days of their events, within the writer's transaction. */
export class EventDays {
  readonly #session: Session
  readonly #changes = new Map<SearchedNoun, Map<number, number>>()

  constructor(session: Session) {
    this.#session = session
  }

  /** Replaces a record's days before a change by those after it. Records that no search finds have no days. */
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
