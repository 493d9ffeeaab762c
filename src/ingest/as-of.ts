import { basename } from 'node:path'
import { type Day, startOfDay } from '../base/clock.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { quote } from '../base/sentence.ts'
import type { MappingNode } from './mapping-node.ts'

/** The day that a file describes: fixed by the mapping, or read from the file name. */
export type AsOf = { readonly day: Day } | { readonly fileName: string }

/** `2023-08` means the first day of the month. */
export function dayIn(text: string): Day | undefined {
  const day = /^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text
  return Number.isNaN(startOfDay(day)) ? undefined : day
}

/** `asOf: 2023-08`, or `asOf: { fileName: flats_YYYY_MM.csv }`. */
export function readAsOf(node: MappingNode): AsOf {
  if (!node.isMap) {
    const given = node.text('asOf')
    const day = dayIn(given)
    return day === undefined
      ? node.fail(`asOf cannot be ${quote(given)}: accepted are YYYY-MM-DD and YYYY-MM.`)
      : { day }
  }
  const { fileName } = node.keyed('asOf', ['fileName'])
  if (!fileName) return node.fail('asOf needs a day, or a file name pattern: { fileName: flats_YYYY_MM.csv }.')
  const form = fileName.text('fileName of asOf')
  if (form.includes('YYYY') && form.includes('MM')) return { fileName: form }
  return fileName.fail(
    `fileName of asOf cannot be ${quote(form)}: accepted is a name with YYYY, MM and optionally DD in it.`,
  )
}

/** The day that one file describes. Throws a CommandFault when its name does not contain it. */
export function asOfFile(asOf: AsOf | undefined, file: string): Day | undefined {
  if (asOf === undefined) return undefined
  if ('day' in asOf) return asOf.day
  const { fileName } = asOf
  const name = basename(file)
  const day = dayInName(name, fileName)
  if (day !== undefined) return day
  throw new CommandFault(
    `No day in the name of ${quote(name)}: pass --as-of, or name the file like ${fileName}.`,
    EXIT.usage,
  )
}

function dayInName(name: string, form: string): Day | undefined {
  const literal = form.replace(/[^\w\s]/g, '\\$&')
  const pattern = literal
    .replace('YYYY', '(?<year>\\d{4})')
    .replace('MM', '(?<month>\\d{2})')
    .replace('DD', '(?<day>\\d{2})')
  const { year, month, day = '01' } = new RegExp(`^${pattern}$`).exec(name)?.groups ?? {}
  return dayIn(`${year}-${month}-${day}`)
}
