import type { Content } from './content.ts'

/** A placeholder for the server's origin, which `OriginContent` replaces. */
export const ORIGIN_HELD_OPEN = 'https://origin.invalid'

/** The maximum number of origins to cache. Requests with many host names therefore take no memory. */
const MAX_KEPT_ORIGINS = 4

/** Content that contains the server's origin. It is made and cached for each origin that callers use. */
export class OriginContent {
  readonly #fit: (origin: string) => Content
  readonly #made = new Map<string, Content>()

  constructor(fit: (origin: string) => Content) {
    this.#fit = fit
  }

  at(origin: string): Content {
    const kept = this.#made.get(origin)
    if (kept !== undefined) return kept
    if (this.#made.size >= MAX_KEPT_ORIGINS) this.#made.clear()
    const content = this.#fit(origin)
    this.#made.set(origin, content)
    return content
  }
}
