import { Fault } from '../../../kit/base/failure.ts'

/** Maximum number of open streams of one key in this thread. */
export const STREAMS_OF_KEY_MAX = 10
/** Maximum number of open streams of all keys together in this thread. */
export const STREAMS_MAX = 1000

/** Counts and limits open streams. */
export class Streams {
  readonly #openByKey = new Map<string, number>()
  #open = 0

  /**
   * Counts a stream. Returns the function to call when the stream ends. Throws a Fault with status 429 or 503 if too
   * many streams are open.
   */
  enter(keyId: string): () => void {
    const ofKey = this.#openByKey.get(keyId) ?? 0
    if (ofKey >= STREAMS_OF_KEY_MAX)
      throw new Fault('calls.too_many', `This key has ${ofKey} open streams: close a stream before you open another.`)
    if (this.#open >= STREAMS_MAX)
      throw new Fault('server.busy', `All ${STREAMS_MAX} streams are in use: use wait=60 instead.`)
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
