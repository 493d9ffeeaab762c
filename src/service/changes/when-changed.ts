import type { Catalog } from '../../catalog/ports/catalog.ts'

/** Milliseconds between two checks for changed data. A check reads one string. */
const LOOK_MS = 25

type Watched = Pick<Catalog, 'about'>

/** All callers that wait for changes of one catalog. They share one timer. */
class Waiters {
  readonly #catalog: Watched
  readonly #waiting = new Map<() => void, string>()
  #timer: NodeJS.Timeout | undefined

  constructor(catalog: Watched) {
    this.#catalog = catalog
  }

  add(wake: () => void, dataVersion: string): void {
    this.#waiting.set(wake, dataVersion)
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref()
  }

  remove(wake: () => void): void {
    this.#waiting.delete(wake)
    if (this.#waiting.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const { dataVersion } = this.#catalog.about()
    for (const [wake, seen] of this.#waiting) if (seen !== dataVersion) wake()
  }
}

const waitersOf = new WeakMap<Watched, Waiters>()

/**
 * Resolves when this thread's data has another version than `dataVersion`, when the time is up, or when the signal
 * aborts. Sends no queries, because backends switch all threads and nodes to new data by themselves.
 */
export async function whenChanged(
  catalog: Watched,
  dataVersion: string,
  withinMs: number,
  signal?: AbortSignal,
): Promise<void> {
  if (signal?.aborted || withinMs <= 0 || catalog.about().dataVersion !== dataVersion) return
  const waiters = waitersOf.get(catalog) ?? new Waiters(catalog)
  waitersOf.set(catalog, waiters)
  const { promise, resolve: wake } = Promise.withResolvers<void>()
  const timer = setTimeout(wake, withinMs)
  const abort = () => wake()
  signal?.addEventListener('abort', abort)
  waiters.add(wake, dataVersion)
  await promise
  waiters.remove(wake)
  clearTimeout(timer)
  signal?.removeEventListener('abort', abort)
}
