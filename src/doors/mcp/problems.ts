import { grouped } from '../../kit/base/figures.ts'
import type { Fields } from './json.ts'
import { isFields } from './json.ts'
import { type Fix, Refusal } from './refusal.ts'

/** Problems that are told of one call: a model mends no more at once, and each costs a look at every known name. */
const TOLD_MAX = 10

/** Calls that a refusal offers, of which the caller chooses one. */
const CALLS_MAX = 4

interface State {
  readonly sentences: string[]
  readonly fixes: (readonly Fix[])[]
  readonly paths: Set<string>
  more: number
}

/** Collects what is wrong with arguments: the first problems in words with what mends them, the others as a number. */
export class Problems {
  readonly #state: State
  readonly #place: (fix: Fix) => Fix

  constructor(state: State = { sentences: [], fixes: [], paths: new Set(), more: 0 }, place = (fix: Fix): Fix => fix) {
    this.#state = state
    this.#place = place
  }

  /** Adds to the same problems those of the arguments inside of one. */
  inside(name: string): Problems {
    return new Problems(this.#state, (fix) =>
      this.#place((given) => {
        const inner = given[name]
        return { ...given, [name]: fix(isFields(inner) ? inner : {}) }
      }),
    )
  }

  /** Any one of the fixes mends it; without any, the argument is left out. Both run for a problem that is told alone. */
  add(say: () => string, fixes: () => readonly Fix[] = () => [], path?: string): void {
    const state = this.#state
    if (path !== undefined) state.paths.add(path)
    if (this.isFull) {
      state.more += 1
      return
    }
    const all = fixes()
    if (all.length > 0) state.fixes.push(all.map(this.#place))
    const isGone = all.length === 0 && path !== undefined
    state.sentences.push(isGone ? `${say()} It is left out below.` : say())
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.#state.sentences.length >= TOLD_MAX
  }

  isAbout(path: string): boolean {
    return this.#state.paths.has(path)
  }

  /** Throws a Refusal if there was any problem; `values` are the arguments that were read. */
  refuse(values: Fields): void {
    const { sentences, fixes, more } = this.#state
    if (sentences.length === 0) return
    const rest = more === 0 ? [] : [`And ${grouped(more)} more problem${more === 1 ? '' : 's'}.`]
    const calls = fixes.reduce<readonly Fields[]>(
      (all, each) => all.flatMap((call) => each.map((fix) => fix(call))).slice(0, CALLS_MAX),
      [values],
    )
    throw new Refusal(
      [...sentences, ...rest].join(' '),
      [],
      calls.map((call) => () => call),
    )
  }
}
