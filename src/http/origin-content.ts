import type { Content } from './content.ts'

/** Stands in a text for the origin until a caller's own takes its place. */
export const ORIGIN_HELD_OPEN = 'https://origin.invalid'

/** Origins whose content is kept ready: whoever asks under many names makes it anew each time. */
const MOST_KEPT = 4

/** Content that names the origin under which its caller reached the server, fitted to each origin. */
export class OriginContent {
  readonly #fit: (origin: string) => Content
  readonly #made = new Map<string, Content>()

  constructor(fit: (origin: string) => Content) {
    this.#fit = fit
  }

  at(origin: string): Content {
    const known = this.#made.get(origin)
    if (known !== undefined) return known
    if (this.#made.size >= MOST_KEPT) this.#made.clear()
    const content = this.#fit(origin)
    this.#made.set(origin, content)
    return content
  }
}
