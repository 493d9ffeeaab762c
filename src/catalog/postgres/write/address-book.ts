import type { AddressEntry } from '../../../model/address-entry.ts'
import { completionLines } from '../../../places/completion/completion-lines.ts'
import { countWords } from '../../../places/completion/word-list.ts'
import { entryValues } from '../../facts/entries.ts'
import type { Session } from '../session.ts'
import { copyLine } from '../tables/copy-lines.ts'
import { batchesOf } from './rows.ts'

/** An address with the name of its building, by which address completion also finds it. */
export interface NamedEntry {
  readonly entry: AddressEntry
  readonly name: string
}

/** Updates the addresses of homes and buildings within the writer's transaction. */
export class AddressBook {
  readonly #session: Session
  readonly #isEmpty: boolean
  /** How much the number of uses of each word has changed. */
  readonly #words = new Map<string, number>()

  /** @param isEmpty Whether no addresses are stored, so that none need be removed. */
  constructor(session: Session, isEmpty: boolean) {
    this.#session = session
    this.#isEmpty = isEmpty
  }

  /** Removes the addresses of changed records. */
  removeChanged(kind: 'home' | 'building'): void {
    if (this.#isEmpty) return
    const changed = `USING changed_${kind} changed WHERE kept.id = changed.id::text AND kind = '${kind}'`
    this.#session.query(`DELETE FROM catalog.address_book kept ${changed}`)
    const gone = `DELETE FROM catalog.address_line kept ${changed} RETURNING line`
    this.#session.query('CREATE TEMP TABLE gone_line (line text) ON COMMIT DROP')
    this.#session.query(`WITH gone AS (${gone}) INSERT INTO gone_line SELECT line FROM gone`)
    for (const rows of batchesOf(this.#session, 'SELECT line FROM gone_line')) {
      const lines = rows.map(({ line }) => String(line))
      countWords(lines, this.#words, -1)
    }
    this.#session.query('DROP TABLE gone_line')
  }

  add(all: readonly NamedEntry[]): void {
    const entries: string[] = []
    const lines: string[] = []
    for (const { entry, name } of all) {
      entries.push(copyLine(entryValues(entry)))
      const lineTexts = completionLines(entry, name)
      for (const line of lineTexts) lines.push(copyLine([line, entry.kind, entry.id, entry.state]))
      countWords(lineTexts, this.#words)
    }
    this.#session.copy('COPY catalog.address_book FROM STDIN', entries.join(''))
    this.#session.copy('COPY catalog.address_line FROM STDIN', lines.join(''))
  }

  /** Call this only once, before the commit. */
  storeWords(): void {
    const changed = [...this.#words].filter(([, uses]) => uses !== 0)
    if (changed.length === 0) return
    const lessUsed = changed.flatMap(([word, uses]) => (uses < 0 ? word : []))
    this.#session.query(COUNT_WORDS, [changed.map(([word]) => word), changed.map(([, uses]) => uses)])
    if (lessUsed.length > 0)
      this.#session.query('DELETE FROM catalog.address_word WHERE word = ANY($1) AND uses <= 0', [lessUsed])
  }
}

const COUNT_WORDS = `INSERT INTO catalog.address_word AS kept (word, uses) SELECT * FROM unnest($1::text[], $2::int4[])
  ON CONFLICT (word) DO UPDATE SET uses = kept.uses + excluded.uses`
