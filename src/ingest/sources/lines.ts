import { CommandFault, EXIT } from '../../base/failure.ts'

/** What is read ahead at most in search of an end: of a line, or of a cell in quotes. */
export const AHEAD_MAX_CHARACTERS = 1_000_000

/**
 * The lines of a file in order, a character a byte (Latin-1), each with its end: `\n`, `\r\n` or `\r`. Whoever reads may
 * look ahead before taking a line. Throws a CommandFault where a line has no end.
 */
export class Lines {
  readonly #file: string
  readonly #chunks: AsyncIterator<Buffer>
  #lines: string[] = []
  /** Place of the first line in `#lines` that is not taken. */
  #next = 0
  #linesRead = 0
  #rest = ''
  #ended = false

  constructor(file: string, chunks: AsyncIterable<Buffer>) {
    this.#file = file
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Of the lines that are not taken the one at `offset`, where it is read already. */
  at(offset: number): string | undefined {
    return this.#lines[this.#next + offset]
  }

  /** The same, read where it must be; undefined: the file ends before. */
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
    return new CommandFault(
      `"${this.#file}" breaks off: in the row that begins in line ${this.#linesRead + 1} no end was found within ${most} characters; nothing was imported.`,
      EXIT.data,
    )
  }
}

/** Whole lines at the beginning of a text; of the last text the rest is one too. */
function linesIn(text: string, isLast: boolean): string[] {
  const lines: string[] = []
  let start = 0
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  for (;;) {
    if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
    if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
    const isFeed = carriage === -1 || (feed !== -1 && feed < carriage)
    // what follows a carriage return may be the other half of the line end
    if (isFeed ? feed === -1 : carriage + 1 === text.length && !isLast) break
    const end = isFeed ? feed + 1 : carriage + (feed === carriage + 1 ? 2 : 1)
    lines.push(text.slice(start, end))
    start = end
  }
  if (isLast && start < text.length) lines.push(text.slice(start))
  return lines
}

/** A line, or several, without the line end that stands last. */
export function withoutEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2)
  return text.endsWith('\n') || text.endsWith('\r') ? text.slice(0, -1) : text
}
