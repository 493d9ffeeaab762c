import assert from 'node:assert/strict'
import { RecordContents } from '../../src/catalog/facts/record-contents.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { type IdOf, idOf, type Records } from '../../src/catalog/ports/nouns.ts'
import {
  type Between,
  CHANGING_NOUNS,
  type Change,
  type ChangingNoun,
  type RecordPages,
  type StampedRecord,
} from '../../src/catalog/ports/record-pages.ts'
import type { RecordChange } from './changing-records.ts'

export const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER }
export const ALL_TEXTS = { from: '', to: '\u{10ffff}' }

interface NaiveChange {
  readonly noun: ChangingNoun
  readonly id: number | string
  readonly record: object | undefined
  /** The number of the commit that last changed the record. The order within a commit is not promised. */
  readonly commit: number
}

/** Stores the last change of each record in a map. */
export class NaiveChanges {
  #last = new Map<string, NaiveChange>()
  /** Keys and values of all records that were ever put, even of removed ones. */
  #contents = new Map(CHANGING_NOUNS.map((noun) => [noun, new RecordContents(noun)]))
  #commits = 0

  copy(): NaiveChanges {
    const copy = new NaiveChanges()
    copy.#last = new Map(this.#last)
    copy.#contents = new Map(
      Array.from(this.#contents, ([noun, contents]) => [noun, new RecordContents(noun, contents.json())]),
    )
    return copy
  }

  make(writer: Pick<CatalogWriter, 'put' | 'remove'>, { noun, record, isRemoved }: RecordChange): void {
    const id = idOf(noun, record as never) // `noun` determines the record's type
    if (isRemoved) writer.remove(noun, id)
    else writer.put(noun, record as Records[typeof noun]) // `noun` determines the record's type
    const changing: ChangingNoun | undefined = CHANGING_NOUNS.find((each) => each === noun)
    if (changing === undefined) return
    if (!isRemoved) this.#contents.get(changing)?.add(record)
    const key = `${noun} ${id}`
    if (!isRemoved || this.#last.has(key))
      this.#last.set(key, { noun: changing, id, record: isRemoved ? undefined : record, commit: -1 })
  }

  commit(next: NaiveChanges): void {
    this.#commits++
    this.#contents = next.#contents
    for (const [key, change] of next.#last) {
      const before = this.#last.get(key)
      if (JSON.stringify(before?.record) === JSON.stringify(change.record)) continue
      this.#last.set(key, { ...change, commit: this.#commits })
    }
  }

  /** Compares these changes with the changes that `pages` returns, three per page. */
  async check(pages: RecordPages): Promise<void> {
    const changes = await allChanges(pages)
    assert.deepEqual(
      new Map(changes.map(({ noun, id, isGone }) => [`${noun} ${id}`, isGone])),
      new Map([...this.#last].map(([key, { record }]) => [key, record === undefined])),
    )
    let [last, lastCommit] = [0, 0]
    for (const { noun, id, sequence } of changes) {
      const { commit } = this.#last.get(`${noun} ${id}`) as NaiveChange // compared above, so the key exists
      assert.ok(Number.isSafeInteger(sequence) && sequence > last && commit >= lastCommit)
      last = sequence
      lastCommit = commit
    }
    assert.deepEqual(await allChanges(pages, 'last'), changes.toReversed())
    for (const from of [0, ...changes.slice(0, 3).map(({ sequence }) => sequence)]) {
      const { sequence: to } = changes.at(-2) ?? { sequence: ALL.to }
      const [some, fewer] = [changes.filter(({ sequence }) => sequence >= from), ['offer', 'home'] as const]
      assert.equal(await pages.countChanges(CHANGING_NOUNS, { ...ALL, from }), some.length)
      const between = some.filter(({ sequence, noun }) => sequence <= to && (noun === 'offer' || noun === 'home'))
      assert.equal(await pages.countChanges(fewer, { from, to }), between.length)
    }
    const changeByKey = new Map(changes.map((change) => [`${change.noun} ${change.id}`, change]))
    for (const noun of CHANGING_NOUNS) await this.#checkNoun(pages, noun, changeByKey)
  }

  async #checkNoun(pages: RecordPages, noun: ChangingNoun, changeByKey: ReadonlyMap<string, Change>): Promise<void> {
    const existing = [...this.#last.values()].filter((each) => each.noun === noun && each.record !== undefined)
    const ids = existing.map(({ id }) => id).sort((one, other) => (one < other ? -1 : 1))
    const paged = await allBetween(pages, noun)
    assert.deepEqual(
      paged.map(({ record }) => idOf(noun, record)),
      ids,
    )
    assert.deepEqual(await allIds(pages, noun), ids)
    assert.deepEqual(await pages.byId(noun, ids as IdOf<ChangingNoun>[]), paged)
    const contents = new RecordContents(noun)
    for (const { record, sequence } of paged) {
      const key = `${noun} ${idOf(noun, record)}`
      assert.equal(sequence, changeByKey.get(key)?.sequence)
      assert.deepEqual(record, JSON.parse(JSON.stringify(this.#last.get(key)?.record)))
      contents.add(record)
    }
    const { held, values, rows } = await pages.contents(noun)
    const [least, most] = [contents.contents(), this.#contents.get(noun)?.contents()]
    assert.ok(isWithin(least.held, held) && isWithin(held, most?.held))
    for (const [key, words] of least.values) assert.ok(isWithin(words, values.get(key)))
    for (const [key, words] of values) assert.ok(isWithin(words, most?.values.get(key)))
    assert.deepEqual(rows, least.rows)
  }
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string> | undefined): boolean {
  return [...part].every((each) => whole?.has(each))
}

async function allChanges(pages: RecordPages, order: 'first' | 'last' = 'first'): Promise<readonly Change[]> {
  const all: Change[] = []
  for (;;) {
    const last = all.at(-1)?.sequence
    const span = order === 'first' ? { ...ALL, from: (last ?? -1) + 1 } : { ...ALL, to: (last ?? ALL.to) - 1 }
    const page = await pages.changes(CHANGING_NOUNS, span, 3, order)
    all.push(...page)
    if (page.length < 3) return all
  }
}

async function allBetween<N extends ChangingNoun>(pages: RecordPages, noun: N) {
  const all: StampedRecord<Records[N]>[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await pages.between(noun, behind(noun, last && idOf(noun, last.record)), 3)
    all.push(...page)
    if (page.length < 3) return all
  }
}

async function allIds<N extends ChangingNoun>(pages: RecordPages, noun: N) {
  const all: IdOf<N>[] = []
  for (;;) {
    const page = await pages.ids(noun, behind(noun, all.at(-1)), 3)
    all.push(...page)
    if (page.length < 3) return all
  }
}

/** Returns the range of all ids after an id. */
function behind<N extends ChangingNoun>(noun: N, id: IdOf<N> | undefined): Between<IdOf<N>> {
  const isNumbered = noun === 'home' || noun === 'offer'
  const from = isNumbered ? Number(id ?? -1) + 1 : id === undefined ? '' : `${id}\0`
  return { from, to: isNumbered ? ALL.to : ALL_TEXTS.to } as Between<IdOf<N>> // `noun` determines the type of ids
}
