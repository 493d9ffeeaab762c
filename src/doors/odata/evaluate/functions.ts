import { dayOf } from '../../../kit/base/clock.ts'
import type { Point } from '../../../model/home.ts'
import { dayMicroseconds, wholeTime } from '../language/moments.ts'
import { distanceM, isInside, type Ring } from './geography.ts'
import { asText, type Operand, type Type } from './types.ts'

/** A function of OData: what it takes and gives. Where an argument is null, so is the result, and `run` is not called. */
export interface QueryFunction {
  /** The types that each argument may have. */
  readonly takes: readonly (readonly Type[])[]
  /** The number of last arguments that may be left out. */
  readonly optional?: number
  readonly gives: Type
  run(...given: readonly Operand[]): Operand
}

const TEXT: readonly Type[] = ['text']
const NUMBER: readonly Type[] = ['number']
const DATED: readonly Type[] = ['moment', 'day']
const PLACE: readonly Type[] = ['point']

function ofTexts(gives: Type, run: (one: string, other: string) => Operand): QueryFunction {
  return { takes: [TEXT, TEXT], gives, run: (one, other) => run(one as string, other as string) } // as it takes them
}

function ofText(gives: Type, run: (text: string) => Operand): QueryFunction {
  return { takes: [TEXT], gives, run: (text) => run(text as string) } // likewise
}

function ofNumber(run: (number: number) => number): QueryFunction {
  return { takes: [NUMBER], gives: 'number', run: (number) => run(number as number) } // likewise
}

/** A part of a moment in UTC, or of a day. */
function partOf(takes: readonly Type[], run: (date: Date) => number): QueryFunction {
  return {
    takes: [takes],
    gives: 'number',
    run: (when) => run(new Date(typeof when === 'number' ? when / 1000 : asText(when))),
  }
}

export const FUNCTIONS: Readonly<Record<string, QueryFunction>> = {
  contains: ofTexts('boolean', (text, part) => text.includes(part)),
  startswith: ofTexts('boolean', (text, part) => text.startsWith(part)),
  endswith: ofTexts('boolean', (text, part) => text.endsWith(part)),
  indexof: ofTexts('number', (text, part) => text.indexOf(part)),
  concat: ofTexts('text', (one, other) => one + other),
  tolower: ofText('text', (text) => text.toLowerCase()),
  toupper: ofText('text', (text) => text.toUpperCase()),
  trim: ofText('text', (text) => text.trim()),
  length: ofText('number', (text) => text.length),
  substring: {
    takes: [TEXT, NUMBER, NUMBER],
    optional: 1,
    gives: 'text',
    run: (text, from, length) => cut(text as string, from as number, length as number | undefined), // as it takes them
  },
  round: ofNumber((number) => Math.sign(number) * Math.round(Math.abs(number))),
  floor: ofNumber(Math.floor),
  ceiling: ofNumber(Math.ceil),
  year: partOf(DATED, (date) => date.getUTCFullYear()),
  month: partOf(DATED, (date) => date.getUTCMonth() + 1),
  day: partOf(DATED, (date) => date.getUTCDate()),
  hour: partOf(['moment'], (date) => date.getUTCHours()),
  minute: partOf(['moment'], (date) => date.getUTCMinutes()),
  second: partOf(['moment'], (date) => date.getUTCSeconds()),
  date: { takes: [['moment']], gives: 'day', run: (moment) => dayOf((moment as number) / 1000) }, // as it takes it
  time: {
    takes: [['moment']],
    gives: 'timeOfDay',
    run: (moment) => wholeTime(new Date((moment as number) / 1000).toISOString().slice(11, 23)), // likewise
  },
  mindatetime: { takes: [], gives: 'moment', run: () => dayMicroseconds('0001-01-01') },
  maxdatetime: { takes: [], gives: 'moment', run: () => dayMicroseconds('9999-12-31') },
  'geo.distance': {
    takes: [PLACE, PLACE],
    gives: 'number',
    run: (one, other) => distanceM(one as Point, other as Point), // as it takes them
  },
  'geo.intersects': {
    takes: [PLACE, ['rings']],
    gives: 'boolean',
    run: (point, rings) => isInside(point as Point, rings as readonly Ring[]), // likewise
  },
}

function cut(text: string, from: number, length: number | undefined): string {
  const begin = Math.max(0, from)
  return length === undefined ? text.slice(begin) : text.slice(begin, begin + Math.max(0, length))
}
