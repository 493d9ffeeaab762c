import type { Content } from './content.ts'

/** A placeholder for the server's origin in content. `OriginContent` replaces it. */
export const ORIGIN_HELD_OPEN = 'https://origin.invalid'

/** The maximum number of origins to cache, so that requests with many different host names take no memory. */
const MAX_KEPT_ORIGINS = 4

/** Content that contains the server's origin. Makes and caches one version for each origin that clients use. */
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
