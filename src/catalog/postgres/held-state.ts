import type { Connection } from '../../base/postgres/database.ts'
import { RegionIndex } from '../../completion/region-index.ts'
import { WordList, type WordSource, wordArrays } from '../../completion/word-list.ts'
import type { Region } from '../../model/region.ts'
import type { Commit } from './commits.ts'
import { HeldRows } from './held-rows.ts'

/** What is small of one committed state, as every node has it in memory. */
export interface HeldState {
  /** In order of key. */
  readonly regions: readonly Region[]
  readonly regionIndex: () => RegionIndex
  readonly words: WordSource
}

/** Keeps what is small of the newest state: of each commit a node reads what it changed. */
export class Held {
  readonly #regions = new HeldRows('region', (json): Region => JSON.parse(json))
  readonly #words = new HeldRows('address_word', Number)
  #state: HeldState | undefined
  /** Kept until the state is made: the next read finds nothing new of what one that failed has read. */
  #areRegionsNew = true
  #areWordsNew = true

  /** Reads within a transaction that sees a commit; one call after the other. */
  async read(connection: Connection, commit: Commit): Promise<HeldState> {
    if (await this.#regions.read(connection, commit)) this.#areRegionsNew = true
    if (await this.#words.read(connection, commit)) this.#areWordsNew = true
    const { regions, regionIndex, words } = this.#state ?? {}
    this.#state = {
      ...(this.#areRegionsNew || regions === undefined || regionIndex === undefined
        ? regionsOf(this.#regions.rows)
        : { regions, regionIndex }),
      words: this.#areWordsNew || words === undefined ? wordsOf([...this.#words.rows]) : words,
    }
    this.#areRegionsNew = false
    this.#areWordsNew = false
    return this.#state
  }
}

function regionsOf(rows: ReadonlyMap<string, Region>): Pick<HeldState, 'regions' | 'regionIndex'> {
  const regions = [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return { regions, regionIndex: onceAsked(() => new RegionIndex(regions)) }
}

/** The list is made when a slip is looked for: most calls never do. */
function wordsOf(uses: readonly (readonly [word: string, uses: number])[]): WordSource {
  const list = onceAsked(() => new WordList(wordArrays(uses)))
  return {
    wordsOneSlipAway: (word) => list().wordsOneSlipAway(word),
    beginningsOneSlipAway: (beginning) => list().beginningsOneSlipAway(beginning),
  }
}

/** Makes something when it is first asked for. */
function onceAsked<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
