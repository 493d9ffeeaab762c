import { measuresOf } from './measures.ts'
import { plainName, wordsIn } from './names.ts'
import type { ColumnProfile } from './profile.ts'

const UNIT_WORDS = wordsIn('unit units uom unitofmeasure type period frequency interval per measure')

/** Returns the column with the units of another column: `Lot size unit` for `Lot size`. */
export function unitBeside(column: string, columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  const plain = plainName(column)
  const names = UNIT_WORDS.flatMap((word) => [plain + word, plain.replace(/(area|amount|fee|value)$/, '') + word])
  return columns.find(
    ({ name, values }) =>
      names.includes(plainName(name)) && values?.every(({ value }) => (measuresOf(value)?.length ?? 0) > 0),
  )
}

/** Plausible times in seconds since 1970: from 1980 to 2100. */
const COUNTED_SECONDS = [315_532_800, 4_102_444_800] as const
/** Plausible day numbers of spreadsheets: from 1927 to 2091. */
const SERIAL_DAYS = [10_000, 70_000] as const

/**
 * Returns the format of numbers that may be moments: seconds (`X`) or milliseconds (`x`) since 1970, or days as
 * spreadsheets count them.
 */
export function countedFormat({ numbers }: ColumnProfile): 'X' | 'x' | 'serial' | undefined {
  const [one, ...others] = numbers?.signed ?? []
  if (one === undefined || others.length > 0 || one.signs.length > 0) return undefined
  const [min, max] = one.most
  const lies = ([least, greatest]: readonly [number, number], unit = 1) => min >= least * unit && max <= greatest * unit
  if (lies(SERIAL_DAYS)) return 'serial'
  return lies(COUNTED_SECONDS) ? 'X' : lies(COUNTED_SECONDS, 1000) ? 'x' : undefined
}

export function described(column: ColumnProfile): string {
  const { type, format, min, max, distinct, distinctIsLeast, unit } = column
  const many = `${distinctIsLeast ? 'over ' : ''}${distinct.toLocaleString('en-US')}`
  if (min !== undefined && max !== undefined)
    return `${type}s${unit === undefined ? '' : ` in ${unit}`} from ${min} to ${max}`
  if (type === 'day' || type === 'time') return `${type}s${format === undefined ? '' : ` as ${format}`}`
  if (type === 'text') return `${many} different text${distinct === 1 ? '' : 's'}`
  return type
}
