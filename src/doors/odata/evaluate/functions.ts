import { dayMicroseconds } from '../language/moments.ts'
import type { Operand, Type } from './types.ts'

/** A function with text arguments. If an argument is null, the result is null without calling `run`. */
export interface TextFunction {
  /** The number of text arguments. */
  readonly takes: number
  readonly gives: Type
  run(text: string, part: string): Operand
}

const ofPart = (run: (text: string, part: string) => boolean): TextFunction => ({ takes: 2, gives: 'boolean', run })
const changed = (run: (text: string) => string): TextFunction => ({ takes: 1, gives: 'text', run })

export const FUNCTIONS: Readonly<Record<string, TextFunction>> = {
  contains: ofPart((text, part) => text.includes(part)),
  startswith: ofPart((text, part) => text.startsWith(part)),
  endswith: ofPart((text, part) => text.endsWith(part)),
  tolower: changed((text) => text.toLowerCase()),
  toupper: changed((text) => text.toUpperCase()),
  trim: changed((text) => text.trim()),
  length: { takes: 1, gives: 'number', run: (text) => text.length },
}

/** Functions without arguments that return a moment, in microseconds since 1970. */
export const MOMENTS: Readonly<Record<string, (nowUs: number) => number>> = {
  now: (nowUs) => nowUs,
  mindatetime: () => dayMicroseconds('0001-01-01'),
  maxdatetime: () => dayMicroseconds('9999-12-31'),
}
