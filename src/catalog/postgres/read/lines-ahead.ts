import { storable } from '../../../kit/postgres/storable.ts'

/** Number of lines to read at once. Most walks along lines end within these. */
export const LINES_AHEAD = 64

/** Maximum number of cached blocks. A call seldom needs more. */
const BLOCKS = 32

interface Block {
  /** The block has every line from this text up to its last line. */
  readonly from: string
  readonly lines: readonly string[]
}

/** Caches neighboring completion lines, as of the newest commit that the catalog knows. */
export class LinesAhead {
  readonly #versionNow: () => string
  #version = ''
  #blocks: Block[] = []

  constructor(versionNow: () => string) {
    this.#versionNow = versionNow
  }

  /** Returns the current version. Drops blocks of earlier versions. */
  begin(): string {
    const version = this.#versionNow()
    if (version !== this.#version) this.#blocks = []
    this.#version = version
    return version
  }

  /** The first line at or after the text if it is cached; null if there is none, undefined if it is not cached. */
  from(text: string): string | null | undefined {
    this.begin()
    const storedText = storable(text)
    if (isOrderedOtherwise(storedText)) return undefined
    for (const { from, lines } of this.#blocks) {
      if (storedText < from) continue
      const line = lines.find((each) => each >= storedText)
      if (line !== undefined) return line
      if (lines.length < LINES_AHEAD) return null
    }
    return undefined
  }

  /** Caches the lines at or after a text, in order and at most `LINES_AHEAD`, from a read that began with a version. */
  hold(version: string, text: string, lines: readonly string[]): void {
    const from = storable(text)
    if (version !== this.begin() || [from, ...lines].some(isOrderedOtherwise)) return
    this.#blocks = [{ from, lines }, ...this.#blocks.slice(0, BLOCKS - 1)]
  }
}

/** Databases compare UTF-8, this program UTF-16. The two orders differ for texts with surrogates. */
function isOrderedOtherwise(text: string): boolean {
  return /[\ud800-\udfff]/.test(text)
}
