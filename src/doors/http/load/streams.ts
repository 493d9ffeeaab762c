import { Fault } from '../../../kit/base/failure.ts'

/** Streams that this thread holds open for one key, and for all. */
export const STREAMS_OF_KEY_MAX = 10
export const STREAMS_MAX = 1000

/** Counts the answers that are sent on for as long as their callers listen. */
export class Streams {
  readonly #openByKey = new Map<string, number>()
  #open = 0

  /** Takes a stream in: throws a Fault of status 429 or 503, or returns a function to be called when it has ended. */
  enter(keyId: string): () => void {
    const ofKey = this.#openByKey.get(keyId) ?? 0
    if (ofKey >= STREAMS_OF_KEY_MAX)
      throw new Fault('calls.too_many', `This key has ${ofKey} open streams: close one before the next is opened.`)
    if (this.#open >= STREAMS_MAX)
      throw new Fault('server.busy', `All ${STREAMS_MAX} streams are in use: ask with wait=60 instead.`)
    this.#count(keyId, 1)
    return () => this.#count(keyId, -1)
  }

  #count(keyId: string, by: number): void {
    const ofKey = (this.#openByKey.get(keyId) ?? 0) + by
    if (ofKey > 0) this.#openByKey.set(keyId, ofKey)
    else this.#openByKey.delete(keyId)
    this.#open += by
  }
}
