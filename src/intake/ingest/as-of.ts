import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Day, dayOf, startOfDay } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import type { MappingNode } from './mapping-node.ts'

/** The moment that a file describes. A day or a month means its first millisecond. */
export interface FileMoment {
  readonly day: Day
  /** Milliseconds since 1970. */
  readonly ms: number
}

/** How a mapping states the moment: a fixed date, a date in the file's name, or the file's modification time. */
export type AsOf = FileMoment | { readonly fileName: string } | 'modified'

/** The forms of a moment, as error sentences list them. */
export const MOMENTS = 'YYYY-MM-DD, YYYY-MM or a time such as 2026-01-31T06:00Z'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/

/** Reads a moment. `2023-08` means the first day of the month, and a time without a zone is in UTC. */
export function momentIn(text: string): FileMoment | undefined {
  const time = TIME.exec(text)
  const day = /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text
  const ms = time ? Date.parse(time[3] === undefined ? `${text}Z` : text) : startOfDay(day)
  return Number.isNaN(ms) ? undefined : momentAt(ms)
}

function momentAt(ms: number): FileMoment {
  return { day: dayOf(ms), ms }
}

/** Reads `asOf: 2023-08`, `asOf: { fileName: flats_YYYY_MM.csv }` or `asOf: modified`. */
export function readAsOf(node: MappingNode): AsOf {
  if (!node.isMap) {
    const given = node.text('asOf')
    if (given === 'modified') return given
    return momentIn(given) ?? node.fail(`asOf must be modified, ${MOMENTS}; the mapping says ${quote(given)}.`)
  }
  const { fileName } = node.keyed('asOf', ['fileName'])
  if (!fileName) return node.fail('asOf needs a day, or a file name pattern: { fileName: flats_YYYY_MM.csv }.')
  const form = fileName.text('fileName of asOf')
  if (form.includes('YYYY') && form.includes('MM')) return { fileName: form }
  return fileName.fail(
    `fileName of asOf must be a name with YYYY, MM and optionally DD, HH, mm and ss in it; the mapping says ${quote(form)}.`,
  )
}

/**
 * Returns the moment that one file describes. Throws a CommandFault if the moment should be in the file's name but is
 * not.
 */
export function momentOfFile(asOf: AsOf | undefined, file: string): FileMoment | undefined {
  if (asOf === undefined) return undefined
  if (asOf === 'modified') {
    const stats = statSync(file, { throwIfNoEntry: false }) // opening the file reports that it is missing
    return stats && momentAt(Math.floor(stats.mtimeMs))
  }
  if ('day' in asOf) return asOf
  const { fileName } = asOf
  const name = basename(file)
  const moment = momentInName(name, fileName)
  if (moment !== undefined) return moment
  throw new CommandFault(
    `The name of ${quote(name)} has no date: pass --as-of, or name the file like ${fileName}.`,
    EXIT.usage,
  )
}

function momentInName(name: string, form: string): FileMoment | undefined {
  const literal = form.replace(/[^\w\s]/g, '\\$&')
  const pattern = literal
    // `mm` means minutes only after `HH`; elsewhere it is part of a word
    .replace(/HH(\W{0,2})mm/, '(?<hour>\\d{2})$1(?<minute>\\d{2})')
    .replace('YYYY', '(?<year>\\d{4})')
    .replace('MM', '(?<month>\\d{2})')
    .replace('DD', '(?<day>\\d{2})')
    .replace('HH', '(?<hour>\\d{2})')
    .replace(/(<minute>\\d\{2\}\)\W{0,2})ss/, '$1(?<second>\\d{2})')
  const {
    year,
    month,
    day = '01',
    hour,
    minute = '00',
    second = '00',
  } = new RegExp(`^${pattern}$`).exec(name)?.groups ?? {}
  return momentIn(`${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}Z`}`)
}
