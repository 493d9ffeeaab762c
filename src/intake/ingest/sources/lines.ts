import type { CommandFault } from '../../../kit/base/failure.ts'
import { dataFault } from '../file-fault.ts'

/** Maximum number of characters to read ahead for the end of a line or quoted cell. */
export const AHEAD_MAX_CHARACTERS = 1_000_000

/**
 * The lines of a file, one character per byte (Latin-1), each with its line break. Callers may look ahead before
 * consuming a line. Throws a CommandFault if a line is too long.
 */
export class Lines {
  readonly #file: string
  readonly #chunks: AsyncIterator<Buffer>
  #lines: string[] = []
  /** The index in `#lines` of the next line. */
  #next = 0
  #linesRead = 0
  #rest = ''
  #ended = false

  constructor(file: string, chunks: AsyncIterable<Buffer>) {
    this.#file = file
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Returns the line `offset` lines ahead, if it was already read. */
  at(offset: number): string | undefined {
    return this.#lines[this.#next + offset]
  }

  /** Returns the line `offset` lines ahead. Undefined if the file ends before it. */
  async reach(offset: number): Promise<string | undefined> {
    while (this.at(offset) === undefined && !this.#ended) await this.#readOn()
    return this.at(offset)
  }

  take(count: number): void {
    this.#next += count
  }

  async #readOn(): Promise<void> {
    const next = await this.#chunks.next()
    this.#ended = next.done === true
    const text = next.done === true ? this.#rest : this.#rest + next.value.toString('latin1')
    const lines = linesIn(text, this.#ended)
    this.#rest = text.slice(lines.reduce((sum, line) => sum + line.length, 0))
    this.#linesRead += lines.length
    this.#lines = this.#lines.slice(this.#next).concat(lines)
    this.#next = 0
    if (this.#rest.length > AHEAD_MAX_CHARACTERS) throw this.#endless()
  }

  #endless(): CommandFault {
    const most = AHEAD_MAX_CHARACTERS.toLocaleString('en-US')
    return dataFault(
      `"${this.#file}" is cut off: in the row that begins on line ${this.#linesRead + 1} no end was found within ${most} characters; nothing was imported.`,
    )
  }
}

/** Returns the complete lines at the beginning of a text. In the last text, also the incomplete line. */
function linesIn(text: string, isLast: boolean): string[] {
  const lines: string[] = []
  let start = 0
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  for (;;) {
    if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
    if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
    const isFeed = carriage === -1 || (feed !== -1 && feed < carriage)
    // A `\r` at the end may be the first half of a Windows line break.
    if (isFeed ? feed === -1 : carriage + 1 === text.length && !isLast) break
    const end = isFeed ? feed + 1 : carriage + (feed === carriage + 1 ? 2 : 1)
    lines.push(text.slice(start, end))
    start = end
  }
  if (isLast && start < text.length) lines.push(text.slice(start))
  return lines
}

/** Removes the final line break. */
export function withoutEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2)
  return text.endsWith('\n') || text.endsWith('\r') ? text.slice(0, -1) : text
}
