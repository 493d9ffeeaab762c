import { storable } from '../../../kit/postgres/storable.ts'

/** Number of lines to read at once. Most reads in line order need no more lines. */
export const LINES_AHEAD = 64

/** Maximum number of cached blocks. A call seldom needs more. */
const BLOCKS = 32

interface Block {
  /** The block has every line from this text up to its last line. */
  readonly from: string
  readonly lines: readonly string[]
}

/** Reads and caches the completion lines that come next in alphabetical order, as of the newest known commit. */
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

  /**
   * Returns the first line at or after the text if it is cached. Returns null if there is no such line, undefined if it
   * is not cached.
   */
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

  /**
   * Caches lines at or after a text, in order and at most `LINES_AHEAD`. `version`: the version with which the read
   * began.
   */
  hold(version: string, text: string, lines: readonly string[]): void {
    const from = storable(text)
    if (version !== this.begin() || [from, ...lines].some(isOrderedOtherwise)) return
    this.#blocks = [{ from, lines }, ...this.#blocks.slice(0, BLOCKS - 1)]
  }
}

/**
 * Whether databases and this program order a text differently: databases compare UTF-8, this program compares UTF-16.
 * The orders differ for texts with surrogates.
 */
function isOrderedOtherwise(text: string): boolean {
  return /[\ud800-\udfff]/.test(text)
}
