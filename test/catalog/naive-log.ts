import { kindsOf } from '../../src/catalog/facts/change-kinds.ts'
import { momentsOf } from '../../src/catalog/facts/change-moments.ts'
import { storedRecord } from '../../src/catalog/facts/stored-home.ts'
import {
  type ChangeLog,
  LOGGED_NOUNS,
  type LogBounds,
  type LogEnd,
  type LoggedChange,
  type LoggedNoun,
} from '../../src/catalog/ports/change-log.ts'
import { type GivenRecords, type IdOf, idOf, type Records } from '../../src/catalog/ports/nouns.ts'

/** All records of a catalog, in any order. */
export type NaiveState = { readonly [N in LoggedNoun]?: readonly GivenRecords[N][] }

type StateByNoun = ReadonlyMap<LoggedNoun, ReadonlyMap<number | string, Records[LoggedNoun]>>

/**
 * A change log that stores every state of a catalog as plain records. The first state is the result of the first
 * import.
 */
export class NaiveLog implements ChangeLog {
  readonly #events: LoggedChange[] = []
  #state: StateByNoun
  #after: number
  #last: number
  readonly #wasThere = new Set<string>()

  constructor(first: NaiveState, momentMs: number) {
    this.#state = byNoun(first)
    this.#after = momentMs * 1000
    this.#last = this.#after
  }

  /**
   * Adds a commit. `next`: all records that exist after it. Record types that are missing in `next` have not changed.
   */
  commit(next: NaiveState, momentMs: number): readonly LoggedChange[] {
    const after = byNoun(next, this.#state)
    const changed = LOGGED_NOUNS.flatMap((noun) => this.#changesOf(noun, after))
    const { first, step } = momentsOf(changed.length, this.#last, momentMs * 1000)
    const events = changed.map((each, at) => ({ ...each, sequence: first + at * step }))
    this.#events.push(...events)
    this.#last = events.at(-1)?.sequence ?? this.#last
    this.#state = after
    return events
  }

  /** Forgets the events up to a sequence number, as stores forget old events. */
  forget(upTo: number): void {
    while ((this.#events[0]?.sequence ?? Number.POSITIVE_INFINITY) <= upTo) this.#events.shift()
    this.#after = Math.max(this.#after, upTo)
  }

  async bounds(): Promise<LogBounds> {
    return { after: this.#after, upTo: this.#last }
  }

  async between<N extends LoggedNoun>(
    nouns: readonly N[],
    { after, upTo }: LogBounds,
    limit: number,
    end: LogEnd = 'first',
  ) {
    const ofNouns = this.#events.filter((event): event is LoggedChange<N> =>
      (nouns as readonly LoggedNoun[]).includes(event.noun),
    )
    const within = ofNouns.filter(({ sequence }) => sequence > after && sequence <= upTo)
    return end === 'last' ? within.slice(-limit) : within.slice(0, limit)
  }

  async ofRecord<N extends LoggedNoun>(noun: N, id: IdOf<N>, limit: number) {
    return this.#ofRecord(noun, id).toReversed().slice(0, limit)
  }

  async recordsAt<N extends Exclude<LoggedNoun, 'agent'>>(noun: N, ids: readonly IdOf<N>[], sequence: number) {
    return ids.flatMap((id) => {
      const next = this.#ofRecord(noun, id).find((event) => event.sequence > sequence)
      const record = next === undefined ? this.#state.get(noun)?.get(id) : next.before
      return (record as Records[N] | undefined) ?? [] // the state stores records by type
    })
  }

  #ofRecord<N extends LoggedNoun>(noun: N, id: IdOf<N>): LoggedChange<N>[] {
    return this.#events.filter((event): event is LoggedChange<N> => event.noun === noun && event.id === id)
  }

  #changesOf(noun: LoggedNoun, afterByNoun: StateByNoun): Omit<LoggedChange, 'sequence'>[] {
    const [befores, afters] = [this.#state.get(noun), afterByNoun.get(noun)]
    const ids = [...new Set([...(befores?.keys() ?? []), ...(afters?.keys() ?? [])])]
    return ids
      .sort((one, other) => (one < other ? -1 : 1))
      .flatMap((id) => {
        const [before, after] = [befores?.get(id), afters?.get(id)]
        const key = `${noun} ${id}`
        const kinds = kindsOf(noun, before, after, () => this.#wasThere.has(key))
        if (kinds.includes('gone')) this.#wasThere.add(key)
        if (kinds.length === 0) return []
        return noun === 'agent'
          ? { noun, id, kinds, before: undefined, after: undefined }
          : { noun, id, kinds, before, after }
      })
  }
}

function byNoun(state: NaiveState, previous?: StateByNoun): StateByNoun {
  return new Map(
    LOGGED_NOUNS.map((noun) => {
      const records = state[noun] as readonly GivenRecords[typeof noun][] | undefined // its records
      return [
        noun,
        records
          ? new Map(records.map((record) => [idOf(noun, record), storedRecord(noun, record)]))
          : (previous?.get(noun) ?? new Map()),
      ]
    }),
  )
}
