/** One step of a search. Unless a step names its successor, the next instruction follows. */
export type Instruction =
  | { readonly kind: 'read'; readonly takes: (code: number) => boolean }
  | { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean }
  /** Tries two successors, of which the first is preferred. */
  | { readonly kind: 'fork'; readonly first: number; readonly second: number }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'group begins' | 'group ends' | 'match' }

/** The reason why an expression cannot be used. It completes the sentence `match cannot be "…": …`. */
export class PatternFault extends Error {}

const INSTRUCTIONS_MAX = 500

/** Compiles a regular expression into instructions. Throws a PatternFault. */
export function programOf(source: string): readonly Instruction[] {
  const ignoresCase = source.startsWith('(?i)')
  const pattern = ignoresCase ? source.slice(4) : source
  const fault = faultOf(pattern)
  if (fault !== undefined) throw new PatternFault(`it is not a regular expression (${fault}).`)
  return new Compiler(pattern, ignoresCase ? 'i' : '').program()
}

function faultOf(pattern: string): string | undefined {
  try {
    return RegExp(pattern) && undefined
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*: /, '').toLowerCase() : String(error)
  }
}

/** A piece of a program. Its jumps count from its own start. */
type Piece = readonly Instruction[]

/** Compiles a pattern that JavaScript accepts, from left to right. */
class Compiler {
  readonly #source: string
  readonly #flags: string
  #at = 0
  #groups = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  program(): readonly Instruction[] {
    const program = [...this.#alternatives(), { kind: 'match' } as const]
    return program.length <= INSTRUCTIONS_MAX ? program : tooLong()
  }

  #alternatives(): Piece {
    const first = this.#sequence()
    if (this.#source[this.#at] !== '|') return first
    this.#at++
    const second = this.#alternatives()
    return [
      { kind: 'fork', first: 1, second: first.length + 2 },
      ...moved(first, 1),
      { kind: 'jump', to: first.length + 2 + second.length },
      ...moved(second, first.length + 2),
    ]
  }

  #sequence(): Piece {
    let piece: Piece = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const groupsBefore = this.#groups
      const one = this.#one()
      piece = [...piece, ...moved(this.#repeated(one, this.#groups > groupsBefore), piece.length)]
      if (piece.length > INSTRUCTIONS_MAX) tooLong()
    }
    return piece
  }

  /** Compiles one character, class, assertion or group. */
  #one(): Piece {
    const sign = this.#source[this.#at] ?? ''
    if (sign === '(') return this.#group()
    if (sign === '[') return this.#reading(/\[(?:\\.|[^\]\\])*\]/y)
    if (sign === '^' || sign === '$') return this.#place(sign)
    if (sign === '\\') return this.#escaped()
    return this.#reading(/./sy)
  }

  #group(): Piece {
    const opening = /\((?:\?:|\?)?/y
    opening.lastIndex = this.#at
    const [open = ''] = opening.exec(this.#source) ?? []
    if (open === '(?') {
      throw new PatternFault('named groups, and conditions on what stands before or behind, are not taken.')
    }
    this.#at += open.length
    if (open === '(') this.#groups++
    if (this.#groups > 1) throw new PatternFault('accepted is one group; begin the others with (?:')
    const inner = this.#alternatives()
    this.#at++
    return open === '(?:' ? inner : [{ kind: 'group begins' }, ...moved(inner, 1), { kind: 'group ends' }]
  }

  #escaped(): Piece {
    const letter = this.#source[this.#at + 1] ?? ''
    if (letter === 'b' || letter === 'B') return this.#place(`\\${letter}`)
    if (/[1-9]/.test(letter)) throw new PatternFault('references to a group are not taken.')
    if (/[a-z0]/i.test(letter) && !/[dswtnrfvxu]/i.test(letter)) {
      throw new PatternFault(`"\\${letter}" is not taken.`)
    }
    return this.#reading(/\\(?:x[\da-f]{2}|u[\da-f]{4}|.)/isy)
  }

  /** Compiles the pattern of one character, which `shape` describes. JavaScript decides which characters it accepts. */
  #reading(shape: RegExp): Piece {
    const text = this.#taken(shape)
    const one = new RegExp(`^${/^[{}\]]$/.test(text) ? `\\${text}` : text}$`, this.#flags)
    const inAscii = Uint8Array.from({ length: 128 }, (_, code) => Number(one.test(String.fromCharCode(code))))
    const takes = (code: number) => (code < 128 ? inAscii[code] === 1 : one.test(String.fromCharCode(code)))
    return [{ kind: 'read', takes }]
  }

  #place(sign: string): Piece {
    this.#at += sign.length
    const holds = PLACES[sign]
    return holds ? [{ kind: 'place', holds }] : []
  }

  #taken(shape: RegExp): string {
    shape.lastIndex = this.#at
    const text = shape.exec(this.#source)?.[0] ?? ''
    this.#at += text.length
    return text
  }

  /** Compiles a piece with the quantifier behind it. */
  #repeated(piece: Piece, hasGroup: boolean): Piece {
    const [, sign = '', least = '', more = '', most = '', lazy = ''] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(this.#source.slice(this.#at)) ?? []
    if (sign === '' && least === '') return piece
    this.#taken(/(?:[*+?]|\{\d+,?\d*\})\??/y)
    const min = sign === '' ? Number(least) : sign === '+' ? 1 : 0
    const isEndless = sign === '*' || sign === '+' || (more !== '' && most === '')
    const max = isEndless ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most === '' ? least : most)
    if (hasGroup && max > 1) throw new PatternFault('its group repeats: put the repetition inside the group.')
    return copies(piece, min, max, lazy === '')
  }
}

/** Makes `min` copies, then further ones up to `max`, as many as possible if greedy. */
function copies(piece: Piece, min: number, max: number, isGreedy: boolean): Piece {
  const isEndless = max === Number.POSITIVE_INFINITY
  if (Math.max(min, isEndless ? 1 : max) * (piece.length + 1) > INSTRUCTIONS_MAX) tooLong()
  const all: Instruction[] = []
  for (let i = 0; i < min; i++) all.push(...moved(piece, all.length))
  const fork = (inside: number, outside: number): Instruction =>
    isGreedy ? { kind: 'fork', first: inside, second: outside } : { kind: 'fork', first: outside, second: inside }
  if (isEndless) {
    const start = all.length
    all.push(fork(start + 1, start + piece.length + 2), ...moved(piece, start + 1), { kind: 'jump', to: start })
    return all
  }
  const end = all.length + (max - min) * (piece.length + 1)
  for (let i = min; i < max; i++) all.push(fork(all.length + 1, end), ...moved(piece, all.length + 1))
  return all
}

function moved(piece: Piece, by: number): Piece {
  return piece.map((instruction) => {
    if (instruction.kind === 'fork') {
      return { ...instruction, first: instruction.first + by, second: instruction.second + by }
    }
    return instruction.kind === 'jump' ? { ...instruction, to: instruction.to + by } : instruction
  })
}

const PLACES: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  '^': (_, at) => at === 0,
  $: (text, at) => at === text.length,
  '\\b': isEdge,
  '\\B': (text, at) => !isEdge(text, at),
}

function isEdge(text: string, at: number): boolean {
  return /\w/.test(text[at - 1] ?? '') !== /\w/.test(text[at] ?? '')
}

function tooLong(): never {
  throw new PatternFault(`it is too long, or repeats too much: accepted are up to ${INSTRUCTIONS_MAX} steps.`)
}
