import { type Instruction, programOf } from './pattern-program.ts'

/** A regular expression of a mapping. */
export interface Pattern {
  /** Returns the text of the group, or of the whole match without one. Undefined when the text does not match. */
  find(text: string): string | undefined
}

/** Longer texts are not searched. */
export const SEARCHED_MAX_CHARACTERS = 10_000

/**
 * Compiles a regular expression. It never backtracks: all ways to match advance together, one character at a time, so
 * the time grows with the length of the text, and no text can hang an import. Throws a PatternFault when the expression
 * is invalid, or has what cannot be searched that way.
 */
export function patternOf(source: string): Pattern {
  const search = new Search(programOf(source))
  return { find: (text) => search.find(text) }
}

/** The ways to match that have read the same characters, the preferred first. No two are at one instruction. */
class Ways {
  readonly instructions: Int32Array
  /** The positions where each way began, and where its group begins and ends; -1 when it has no group yet. */
  readonly begins: Int32Array
  readonly groupBegins: Int32Array
  readonly groupEnds: Int32Array
  readonly #met: Int32Array
  #turn = 0
  count = 0

  constructor(size: number) {
    this.instructions = new Int32Array(size)
    this.begins = new Int32Array(size)
    this.groupBegins = new Int32Array(size)
    this.groupEnds = new Int32Array(size)
    this.#met = new Int32Array(size)
  }

  clear(): void {
    this.count = 0
    this.#turn++
  }

  /** Returns whether this is the first way to reach the instruction. */
  meets(instruction: number): boolean {
    if (this.#met[instruction] === this.#turn) return false
    this.#met[instruction] = this.#turn
    return true
  }

  add(instruction: number, begin: number, groupBegin: number, groupEnd: number): void {
    this.instructions[this.count] = instruction
    this.begins[this.count] = begin
    this.groupBegins[this.count] = groupBegin
    this.groupEnds[this.count] = groupEnd
    this.count++
  }
}

class Search {
  readonly #program: readonly Instruction[]
  readonly #hasGroup: boolean
  #now: Ways
  #next: Ways
  #text = ''

  constructor(program: readonly Instruction[]) {
    this.#program = program
    this.#hasGroup = program.some(({ kind }) => kind === 'group begins')
    this.#now = new Ways(program.length)
    this.#next = new Ways(program.length)
  }

  find(text: string): string | undefined {
    if (text.length > SEARCHED_MAX_CHARACTERS) return undefined
    this.#text = text
    let match: string | undefined
    this.#now.clear()
    for (let at = 0; at <= text.length; at++) {
      // A match that begins earlier is preferred.
      if (match === undefined) this.#follow(this.#now, 0, at, at, -1, -1)
      if (this.#now.count === 0 && match !== undefined) break
      match = this.#step(at) ?? match
      const read = this.#now
      this.#now = this.#next
      this.#next = read
    }
    return match
  }

  /** Lets each way read the character at `at`. Returns the match of the most preferred way that is complete. */
  #step(at: number): string | undefined {
    const { instructions, begins, groupBegins, groupEnds, count } = this.#now
    this.#next.clear()
    const code = at < this.#text.length ? this.#text.charCodeAt(at) : -1
    for (let i = 0; i < count; i++) {
      const instruction = this.#program[instructions[i] ?? 0]
      const [begin = 0, groupBegin = -1, groupEnd = -1] = [begins[i], groupBegins[i], groupEnds[i]]
      if (instruction?.kind === 'match') {
        if (!this.#hasGroup) return this.#text.slice(begin, at)
        return groupEnd === -1 ? '' : this.#text.slice(groupBegin, groupEnd)
      }
      if (code !== -1 && instruction?.kind === 'read' && instruction.takes(code)) {
        this.#follow(this.#next, (instructions[i] ?? 0) + 1, at + 1, begin, groupBegin, groupEnd)
      }
    }
    return undefined
  }

  /** Adds the instructions that can be reached without reading a character, the preferred ones first. */
  #follow(ways: Ways, start: number, at: number, begin: number, groupBegin: number, groupEnd: number): void {
    if (!ways.meets(start)) return
    const instruction = this.#program[start]
    switch (instruction?.kind) {
      case 'fork':
        this.#follow(ways, instruction.first, at, begin, groupBegin, groupEnd)
        this.#follow(ways, instruction.second, at, begin, groupBegin, groupEnd)
        break
      case 'jump':
        this.#follow(ways, instruction.to, at, begin, groupBegin, groupEnd)
        break
      case 'group begins':
        this.#follow(ways, start + 1, at, begin, at, -1)
        break
      case 'group ends':
        this.#follow(ways, start + 1, at, begin, groupBegin, at)
        break
      case 'place':
        if (instruction.holds(this.#text, at)) this.#follow(ways, start + 1, at, begin, groupBegin, groupEnd)
        break
      default:
        ways.add(start, begin, groupBegin, groupEnd)
    }
  }
}
