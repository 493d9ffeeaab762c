import { Content } from './content.ts'

/** Stands in the text for the origin until a caller's own takes its place. */
export const ORIGIN_HELD_OPEN = 'https://origin.invalid'

/** Origins whose content is kept ready: whoever asks under many names makes it anew each time. */
const MOST_KEPT = 4

/** JSON that names the origin under which its caller reached the server: made once, and fitted to each origin. */
export class OriginContent {
  readonly #json: string
  readonly #made = new Map<string, Content>()

  constructor(value: object) {
    this.#json = JSON.stringify(value)
  }

  at(origin: string): Content {
    const known = this.#made.get(origin)
    if (known !== undefined) return known
    if (this.#made.size >= MOST_KEPT) this.#made.clear()
    const content = Content.jsonText(this.#json.replaceAll(ORIGIN_HELD_OPEN, origin))
    this.#made.set(origin, content)
    return content
  }
}
