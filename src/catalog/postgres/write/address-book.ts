import type { AddressEntry } from '../../../model/address-entry.ts'
import { completionLines } from '../../../places/completion/completion-lines.ts'
import { countWords } from '../../../places/completion/word-list.ts'
import type { Session } from '../session.ts'
import { copyLine } from '../tables/copy-lines.ts'
import { entryValues } from '../tables/entries.ts'

/** Lines that are read at a time. */
const BATCH = 2000

/** An entry, and the name of a building, under which completion finds it, too. */
export interface NamedEntry {
  readonly entry: AddressEntry
  readonly name: string
}

/** The address book of homes and buildings within the writer's transaction. */
export class AddressBook {
  readonly #session: Session
  readonly #isEmpty: boolean
  /** How much more often words occur in lines than before. */
  readonly #words = new Map<string, number>()

  /** `isEmpty`: there is nothing to be removed. */
  constructor(session: Session, isEmpty: boolean) {
    this.#session = session
    this.#isEmpty = isEmpty
  }

  /** Removes the entries of the records that changed. */
  removeChanged(kind: 'home' | 'building'): void {
    if (this.#isEmpty) return
    const changed = `USING changed_${kind} changed WHERE kept.id = changed.id::text AND kind = '${kind}'`
    this.#session.query(`DELETE FROM catalog.address_book kept ${changed}`)
    const gone = `DELETE FROM catalog.address_line kept ${changed} RETURNING line`
    this.#session.query('CREATE TEMP TABLE gone_line (line text) ON COMMIT DROP')
    this.#session.query(`WITH gone AS (${gone}) INSERT INTO gone_line SELECT line FROM gone`)
    for (const lines of this.#goneLines()) countWords(lines, this.#words, -1)
    this.#session.query('DROP TABLE gone_line')
  }

  /** A few at a time: those of a large change would not fit into memory. */
  *#goneLines(): Generator<readonly string[]> {
    this.#session.query('DECLARE gone NO SCROLL CURSOR FOR SELECT line FROM gone_line')
    for (;;) {
      const rows = this.#session.query(`FETCH ${BATCH} FROM gone`)
      if (rows.length === 0) break
      yield rows.map(({ line }) => String(line))
    }
    this.#session.query('CLOSE gone')
  }

  add(all: readonly NamedEntry[]): void {
    const entries: string[] = []
    const lines: string[] = []
    for (const { entry, name } of all) {
      entries.push(copyLine(entryValues(entry)))
      const found = completionLines(entry, name)
      for (const line of found) lines.push(copyLine([line, entry.kind, entry.id]))
      countWords(found, this.#words)
    }
    this.#session.copy('COPY catalog.address_book FROM STDIN', entries.join(''))
    this.#session.copy('COPY catalog.address_line FROM STDIN', lines.join(''))
  }

  /** To be called once, before the commit. */
  storeWords(): void {
    const changed = [...this.#words].filter(([, uses]) => uses !== 0)
    if (changed.length === 0) return
    const session = this.#session
    session.query('CREATE TEMP TABLE changed_word (word text COLLATE "C", uses int4) ON COMMIT DROP')
    session.copy('COPY changed_word FROM STDIN', changed.map(copyLine).join(''))
    session.query(`INSERT INTO catalog.address_word AS kept (word, uses) SELECT word, uses FROM changed_word
      ON CONFLICT (word) DO UPDATE SET uses = kept.uses + excluded.uses`)
    if (changed.some(([, uses]) => uses < 0))
      session.query(`DELETE FROM catalog.address_word AS kept USING changed_word
      WHERE kept.word = changed_word.word AND kept.uses <= 0`)
  }
}
