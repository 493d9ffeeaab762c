import { type Instruction, programOf } from './pattern-program.ts'

/** A regular expression of a mapping. */
export interface Pattern {
  /** Returns the text of the group, or of the whole match without one. Undefined when the text does not match. */
  find(text: string): string | undefined
}

/** Longer texts are not searched. */
export const SEARCHED_MAX_CHARACTERS = 10_000

/**
 * Compiles a regular expression. A search tries the ways to match in their order, and no step at a character twice: what
 * failed there once fails again. So the time grows with the length of the text, and no text can hang an import. Throws a
 * PatternFault when the expression is invalid, or has what cannot be searched that way.
 */
export function patternOf(source: string): Pattern {
  const program = programOf(source)
  const hasGroup = program.some(({ kind }) => kind === 'group begins')
  return {
    find(text) {
      if (text.length > SEARCHED_MAX_CHARACTERS) return undefined
      const tried = new Uint8Array(program.length * (text.length + 1))
      for (let begin = 0; begin <= text.length; begin++) {
        const end = endOf(program, text, begin, tried)
        if (end === undefined) continue
        if (!hasGroup) return text.slice(begin, end.at)
        return end.groupEnd === -1 ? '' : text.slice(end.groupBegin, end.groupEnd)
      }
      return undefined
    },
  }
}

/** A way to match: the next instruction and character, and where its group begins and ends; -1 without one. */
interface Way {
  readonly step: number
  readonly at: number
  readonly groupBegin: number
  readonly groupEnd: number
}

/** Returns the preferred way to match from `begin` on, at its end. `tried` has a mark for each step at each character. */
function endOf(program: readonly Instruction[], text: string, begin: number, tried: Uint8Array): Way | undefined {
  const ways: Way[] = [{ step: 0, at: begin, groupBegin: -1, groupEnd: -1 }]
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    const { step, at } = way
    const instruction = program[step]
    const state = step * (text.length + 1) + at
    if (tried[state] === 1 || instruction === undefined) continue
    tried[state] = 1
    if (instruction.kind === 'match') return way
    ways.push(...next(instruction, way, text))
  }
  return undefined
}

/** Returns the ways on from an instruction, the preferred one last. */
function next(instruction: Instruction, way: Way, text: string): readonly Way[] {
  const { step, at } = way
  const behind = { ...way, step: step + 1 }
  switch (instruction.kind) {
    case 'read':
      return at < text.length && instruction.takes(text.charCodeAt(at)) ? [{ ...behind, at: at + 1 }] : []
    case 'place':
      return instruction.holds(text, at) ? [behind] : []
    case 'fork':
      return [
        { ...way, step: instruction.second },
        { ...way, step: instruction.first },
      ]
    case 'jump':
      return [{ ...way, step: instruction.to }]
    case 'group begins':
      return [{ ...behind, groupBegin: at, groupEnd: -1 }]
    default:
      return [{ ...behind, groupEnd: at }]
  }
}
