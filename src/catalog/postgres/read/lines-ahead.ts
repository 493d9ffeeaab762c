import { storable } from '../../../kit/postgres/storable.ts'

/** Number of completion lines to read at once. Most lookups need no more. */
export const LINES_AHEAD = 64

/** Maximum number of cached blocks of lines. A call seldom needs more. */
const BLOCKS = 32

interface Block {
  /** The block contains every completion line between this string and the block's last line. */
  readonly from: string
  readonly lines: readonly string[]
}

/**
 * Caches completion lines (addresses in alphabetical order), because the next lookups usually need the lines that
 * follow. Cached lines are as of the newest known commit.
 */
export class LinesAhead {
  readonly #versionNow: () => string
  #version = ''
  #blocks: Block[] = []

  constructor(versionNow: () => string) {
    this.#versionNow = versionNow
  }

  /** Returns the current version. Drops lines of earlier versions. */
  begin(): string {
    const version = this.#versionNow()
    if (version !== this.#version) this.#blocks = []
    this.#version = version
    return version
  }

  /**
   * Returns the first cached completion line that equals the string or sorts after it. Null means that there is no such
   * line; undefined means that it is not cached.
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
   * Caches the completion lines after a string, in order, at most `LINES_AHEAD`. `version`: the result of `begin`
   * before the read.
   */
  hold(version: string, text: string, lines: readonly string[]): void {
    const from = storable(text)
    if (version !== this.begin() || [from, ...lines].some(isOrderedOtherwise)) return
    this.#blocks = [{ from, lines }, ...this.#blocks.slice(0, BLOCKS - 1)]
  }
}

/**
 * Whether databases sort a string differently than this program. Databases compare UTF-8, this program UTF-16, which
 * differs for strings with surrogates.
 */
function isOrderedOtherwise(text: string): boolean {
  return /[\ud800-\udfff]/.test(text)
}
