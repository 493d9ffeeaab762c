import { grouped } from '../../kit/base/figures.ts'
import type { Fields } from './json.ts'
import { isFields } from './json.ts'
import { type Fix, Refusal } from './refusal.ts'

/** Problems that are told of one call: a model mends no more at once, and each costs a look at every known name. */
const TOLD_MAX = 10

/** Calls that a refusal offers, of which the caller chooses one. */
const CALLS_MAX = 4

interface Found {
  readonly sentences: string[]
  readonly fixes: (readonly Fix[])[]
  readonly paths: Set<string>
  more: number
}

/** Collects what is wrong with arguments: the first problems in words with what mends them, the others as a number. */
export class Problems {
  readonly #found: Found
  readonly #place: (fix: Fix) => Fix

  constructor(found: Found = { sentences: [], fixes: [], paths: new Set(), more: 0 }, place = (fix: Fix): Fix => fix) {
    this.#found = found
    this.#place = place
  }

  /** The same problems, for the arguments inside of one. */
  inside(name: string): Problems {
    return new Problems(this.#found, (fix) =>
      this.#place((given) => {
        const inner = given[name]
        return { ...given, [name]: fix(isFields(inner) ? inner : {}) }
      }),
    )
  }

  /** Of `fixes`, any one mends it; without any, the argument is left out. Both run for a problem that is told, and no other. */
  add(say: () => string, fixes: () => readonly Fix[] = () => [], path?: string): void {
    const found = this.#found
    if (path !== undefined) found.paths.add(path)
    if (this.isFull) {
      found.more += 1
      return
    }
    const all = fixes()
    if (all.length > 0) found.fixes.push(all.map(this.#place))
    const isGone = all.length === 0 && path !== undefined
    found.sentences.push(isGone ? `${say()} It is left out below.` : say())
  }

  /** Whether further problems are only counted. */
  get isFull(): boolean {
    return this.#found.sentences.length >= TOLD_MAX
  }

  isAbout(path: string): boolean {
    return this.#found.paths.has(path)
  }

  /** Throws a Refusal if there was any problem; `values` are the arguments that were read. */
  refuse(values: Fields): void {
    const { sentences, fixes, more } = this.#found
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
