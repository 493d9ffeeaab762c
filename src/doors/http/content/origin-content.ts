import type { Content } from './content.ts'

/** Stands in a text for the origin until a caller's own takes its place. */
export const ORIGIN_HELD_OPEN = 'https://origin.invalid'

/** Origins whose content is kept. Beyond that all are dropped, so asking under many names takes no memory. */
const MAX_KEPT_ORIGINS = 4

/** Content that names the origin under which its caller reached the server, fitted to each origin. */
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
