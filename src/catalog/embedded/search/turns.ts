import { nextSlot, type Place, placeNow } from '../../../kit/base/slots.ts'
import { type Steps, Work } from '../../engine/work.ts'

/** Maximum work of one search in nanoseconds, as `Work` estimates it. A longer search would block all calls. */
const MAX_NS = 200e6

/**
 * Maximum nanoseconds of work per turn of the event loop, for all searches that begin in it. Nearly every search needs
 * less.
 */
const TURN_NS = 3e6

/**
 * Nanoseconds of work after which a paused search pauses again. While a search is paused, new calls wait up to this
 * long.
 */
const STEP_NS = 0.5e6

/** Maximum number of paused searches. A paused search uses at least four bytes of memory per row. */
const MAX_PAUSED = 6

type Search<T> = (work: Work) => Steps<T>

/** A search that must wait until another search frees its memory. */
interface Waiting {
  readonly place: Place | undefined
  readonly begin: () => void
}

/**
 * Lets searches share a thread. A search that fits into the current turn of the event loop runs immediately. A longer
 * search runs in short steps, with other calls in between. If too many searches are paused, a new search waits for one
 * of them to end, and starts again.
 */
export class Turns {
  readonly #mostNs: number
  /** Nanoseconds of work of the searches that began in this turn of the event loop. */
  #doneNs = 0
  #isBooked = false
  #paused = 0
  readonly #waiting: Waiting[] = []

  /** @param mostNs Maximum work of a search in nanoseconds. A search that needs more throws TooMuchWork. */
  constructor(mostNs = MAX_NS) {
    this.#mostNs = mostNs
  }

  /** Runs a search. Returns the result without a promise if the search fits into the current turn. */
  run<T>(search: Search<T>): T | Promise<T> {
    const leftNs = (this.#paused > 0 ? STEP_NS : TURN_NS) - this.#doneNs
    if (leftNs <= 0) return nextSlot().then(() => this.run(search))
    const work = new Work(this.#mostNs)
    this.#book()
    try {
      const steps = search(work)
      const ended = advance(steps, work, leftNs)
      return ended ? ended.value : this.#goOn(search, steps, work)
    } finally {
      this.#doneNs += work.doneNs
    }
  }

  async #goOn<T>(search: Search<T>, begun: Steps<T>, begunWork: Work): Promise<T> {
    let [steps, work] = [begun, begunWork]
    if (this.#paused >= MAX_PAUSED) {
      steps.return(undefined as never) // a search without a result
      await new Promise<void>((begin) => this.#waiting.push({ place: placeNow(), begin }))
      work = new Work(this.#mostNs)
      steps = search(work)
    } else this.#paused += 1
    try {
      for (;;) {
        await nextSlot()
        const ended = advance(steps, work, STEP_NS)
        if (ended) return ended.value
      }
    } finally {
      this.#leave()
    }
  }

  /** Called when a search has ended. Starts the waiting search whose key has used the least time. */
  #leave(): void {
    const [first] = this.#waiting.toSorted((one, other) => usedMs(one) - usedMs(other))
    if (first === undefined) this.#paused -= 1
    else {
      this.#waiting.splice(this.#waiting.indexOf(first), 1)
      first.begin()
    }
  }

  #book(): void {
    if (this.#isBooked) return
    this.#isBooked = true
    setImmediate(() => {
      this.#isBooked = false
      this.#doneNs = 0
    })
  }
}

/** Runs a search until it ends or has used `mostNs`. Returns undefined if it has not ended. */
function advance<T>(steps: Steps<T>, work: Work, mostNs: number): { readonly value: T } | undefined {
  const begunNs = work.doneNs
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { value }
    if (work.doneNs - begunNs >= mostNs) return undefined
  }
}

/** Returns how much time the key of a search has used. Searches of the service itself have no key and come first. */
function usedMs({ place }: Waiting): number {
  return place?.usedMs ?? 0
}
