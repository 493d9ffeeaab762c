import { CONTENTS, RecordContents } from '../../facts/record-contents.ts'
import { CHANGING_NOUNS, type ChangingNoun } from '../../ports/record-pages.ts'
import type { Session } from '../session.ts'
import type { EventWriter } from './event-writer.ts'
import { eachRow, numberedRecords } from './rows.ts'
import type { WriterMeta } from './writer-meta.ts'

/** Whether the contents of all record types have been counted. If not, the next commit counts the missing ones. */
export function areContentsCounted(meta: WriterMeta): boolean {
  return CHANGING_NOUNS.every((noun) => meta.get(CONTENTS + noun) !== undefined)
}

/** Makes the next commit count the contents of all records. */
export function forgetContents(meta: WriterMeta): void {
  for (const noun of CHANGING_NOUNS) meta.remove(CONTENTS + noun)
}

/** Counts the keys and values in records while a transaction derives data from changed records. */
export class ContentsWriter {
  readonly #session: Session
  readonly #meta: WriterMeta
  readonly #contents = new Map<ChangingNoun, RecordContents>()
  /** Record types that have not been counted since an upgrade. All of their records are read at the end. */
  readonly #uncounted: ReadonlySet<ChangingNoun>

  /** @param isAll Whether all records are counted as if they were new. */
  constructor(session: Session, meta: WriterMeta, isAll: boolean) {
    this.#session = session
    this.#meta = meta
    if (isAll) for (const noun of CHANGING_NOUNS) this.#contents.set(noun, new RecordContents(noun))
    const isCounted = (noun: ChangingNoun) => isAll || meta.get(CONTENTS + noun) !== undefined
    this.#uncounted = new Set(CHANGING_NOUNS.filter((noun) => !isCounted(noun)))
  }

  take(noun: ChangingNoun, before: object | undefined, after: object | undefined): void {
    if (this.#uncounted.has(noun)) return
    const contents = this.#contents.get(noun) ?? new RecordContents(noun, this.#meta.get(CONTENTS + noun))
    this.#contents.set(noun, contents)
    if (before !== undefined) contents.remove(before)
    if (after !== undefined) contents.add(after)
  }

  /** Counts the changed records of a type, and passes them to the change log. */
  takeChanged(noun: Exclude<ChangingNoun, 'home'>, events: EventWriter): void {
    for (const batch of numberedRecords(this.#session, noun))
      for (const each of batch) {
        this.take(noun, each.before, each.after)
        if (noun !== 'office') events.take(noun, each)
      }
  }

  store(): void {
    for (const noun of this.#uncounted) {
      const contents = new RecordContents(noun)
      for (const { record } of eachRow(this.#session, noun)) contents.add(JSON.parse(String(record)))
      this.#contents.set(noun, contents)
    }
    for (const [noun, contents] of this.#contents) this.#meta.set(CONTENTS + noun, contents.json())
  }
}
