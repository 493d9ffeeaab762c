import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { grown } from '../engine/growing.ts'
import type { NounDescription } from '../facts/searched.ts'
import type { Selection } from '../ports/query.ts'
import { gateOf, passOf } from './gates.ts'
import { holds } from './holds.ts'
import { Names } from './names.ts'
import { ANCHORS_END, HEAD, programOf, releaseNames } from './program.ts'
import { Programs } from './programs.ts'
import { RecordView } from './record-view.ts'
import { type How, howTouched } from './touch.ts'

/** A search that an event affects. */
export interface Touch {
  readonly id: string
  readonly how: How
}

/** The stored searches for one type of record; see `SearchIndex`. */
export class NounIndex<N extends SearchedNoun> {
  readonly #noun: NounDescription<N>
  readonly #names = new Names()
  readonly #programs = new Programs()
  readonly #numbers = new Map<string, number>()
  /** Ids by the number of the search; `#seen` is indexed in the same way. */
  readonly #ids: string[] = []
  #seen = new Uint32Array(64)
  readonly #free: number[] = []
  /** By the number of a name: for each search under the name, its number, then its gate (see `gateOf`). */
  readonly #under: number[][] = []
  #turn = 0

  constructor(noun: NounDescription<N>) {
    this.#noun = noun
  }

  get size(): number {
    return this.#numbers.size
  }

  put(id: string, selection: Selection<N>): void {
    this.remove(id)
    const program = programOf(this.#noun, selection, this.#names)
    const number = this.#free.pop() ?? this.#ids.length
    const gate = gateOf(this.#noun, selection)
    this.#numbers.set(id, number)
    this.#ids[number] = id
    this.#seen = grown(this.#seen, number + 1)
    this.#programs.put(number, program)
    for (const name of program.slice(HEAD, program[ANCHORS_END])) {
      const searches = this.#under[name]
      if (searches === undefined || searches.length === 0) this.#under[name] = [number, gate]
      else searches.push(number, gate)
    }
  }

  remove(id: string): void {
    const number = this.#numbers.get(id)
    if (number === undefined) return
    const [words, start] = [this.#programs.chunkOf(number), this.#programs.startOf(number)]
    for (let at = start + HEAD; at < start + (words[start + ANCHORS_END] as number); at++)
      takeOut(this.#under[words[at] as number] ?? [], number)
    releaseNames(words, start, this.#names)
    this.#programs.drop(number)
    this.#numbers.delete(id)
    this.#ids[number] = ''
    this.#free.push(number)
  }

  touched(before: RecordOf<N> | undefined, after: RecordOf<N> | undefined): Touch[] {
    const [was, is] = [this.#viewOf(before), this.#viewOf(after)]
    const touches: Touch[] = []
    this.#beginTurn()
    for (const name of new Set([...(was?.view.anchors() ?? []), ...(is?.view.anchors() ?? [])])) {
      const searches = this.#under[name] ?? []
      for (let at = 0; at < searches.length; at += 2) {
        const gate = searches[at + 1] as number
        const mayHaveMatched = was !== undefined && (gate & was.pass) === was.pass
        const mayMatch = is !== undefined && (gate & is.pass) === is.pass
        if (!mayHaveMatched && !mayMatch) continue
        const number = searches[at] as number
        if (this.#seen[number] === this.#turn) continue
        this.#seen[number] = this.#turn
        const [words, start] = [this.#programs.chunkOf(number), this.#programs.startOf(number)]
        const how = howTouched(
          mayHaveMatched && holds(words, start, was.view),
          mayMatch && holds(words, start, is.view),
        )
        if (how !== undefined) touches.push({ id: this.#ids[number] as string, how })
      }
    }
    return touches
  }

  /** Returns a record in the form that compiled searches test. Undefined if no search finds the record. */
  #viewOf(record: RecordOf<N> | undefined) {
    if (record === undefined || this.#noun.classOf(record) === undefined) return undefined
    const view = new RecordView(this.#noun, record, this.#names)
    return { view, pass: passOf(this.#noun, view) }
  }

  #beginTurn(): void {
    if (++this.#turn <= MAX_TURN) return
    this.#seen.fill(0)
    this.#turn = 1
  }
}

const MAX_TURN = 0xffff_ffff

/** Removes the search with this number. The list must contain it. */
function takeOut(searches: number[], number: number): void {
  let at = 0
  while (searches[at] !== number) at += 2
  const [lastNumber, lastGate] = searches.splice(-2) as [number, number] // the list contains at least the removed search
  if (at === searches.length) return
  searches[at] = lastNumber
  searches[at + 1] = lastGate
}
