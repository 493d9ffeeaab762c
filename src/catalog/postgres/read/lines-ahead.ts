import { storable } from '../../../kit/postgres/storable.ts'

/** Lines that are read at once: most walks along lines end within so many. */
export const LINES_AHEAD = 64

/** Blocks that are held: one call seldom needs more. */
const BLOCKS = 32

interface Block {
  /** No line that is not in the block lies between this text and the last of the lines. */
  readonly from: string
  readonly lines: readonly string[]
}

/** Neighboring lines of completion, as of the newest commit that the catalog tells of. */
export class LinesAhead {
  readonly #versionNow: () => string
  #version = ''
  #blocks: Block[] = []

  constructor(versionNow: () => string) {
    this.#versionNow = versionNow
  }

  /** Returns the version; what was held of an earlier one is forgotten. */
  begin(): string {
    const version = this.#versionNow()
    if (version !== this.#version) this.#blocks = []
    this.#version = version
    return version
  }

  /** The first line that is not before the text, if it is among those held; null where there is none at all. */
  from(text: string): string | null | undefined {
    this.begin()
    const asked = storable(text)
    if (isOrderedOtherwise(asked)) return undefined
    for (const { from, lines } of this.#blocks) {
      if (asked < from) continue
      const line = lines.find((each) => each >= asked)
      if (line !== undefined) return line
      if (lines.length < LINES_AHEAD) return null
    }
    return undefined
  }

  /** Holds the lines from a text on, in order and at most `LINES_AHEAD`, of a read that began with a version. */
  hold(version: string, text: string, lines: readonly string[]): void {
    const from = storable(text)
    if (version !== this.begin() || [from, ...lines].some(isOrderedOtherwise)) return
    this.#blocks = [{ from, lines }, ...this.#blocks.slice(0, BLOCKS - 1)]
  }
}

/** Databases compare UTF-8, this program UTF-16: they differ where there are surrogates. */
function isOrderedOtherwise(text: string): boolean {
  return /[\ud800-\udfff]/.test(text)
}
