import { byFormat, isoTime } from '../dates.ts'
import { type NumberStyle, numberReader } from '../numbers.ts'
import { Range } from './range.ts'

/** The kind of value that the cells of a column have. */
export type ColumnType =
  | 'empty'
  | 'whole number'
  | 'number'
  | 'yes or no'
  | 'day'
  | 'time'
  | 'web address'
  | 'list'
  | 'text'

/** Tells how the cells of a column are written. */
export interface CellShape {
  readonly type: ColumnType
  /** The format of days or times. Absent when it is ISO 8601. */
  readonly format?: string
  /** The sign between thousands, and the sign in front or behind, of a column of numbers. */
  readonly thousands?: string
  readonly unit?: string
  readonly decimalComma?: boolean
}

const YES_NO: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no', 'y', 'n', 't', 'f'])

/** The formats of days and times, the likelier first where a text fits several. */
const DAY_FORMATS = [
  'YYYY-MM-DD',
  'M/D/YYYY',
  'D/M/YYYY',
  'D.M.YYYY',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'M-D-YYYY',
  'D MMM YYYY',
  'D-MMM-YYYY',
  'MMM D, YYYY',
  'MMMM D, YYYY',
  'M/D/YY',
] as const
const TIME_FORMATS = [
  'YYYYMMDDTHHmmss',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'M/D/YYYY H:mm',
  'M/D/YYYY H:mm:ss',
  'M/D/YYYY h:mm:ss A',
  'D.M.YYYY HH:mm',
] as const

/** A possible type of a column. */
export interface Shape extends CellShape {
  /** Collects the moments of the texts that fit, if they are days or times. */
  readonly moments?: Range
  fits(text: string): boolean
}

function reads(style: NumberStyle): Shape['fits'] {
  const read = numberReader(style)
  return (text) => read(text) !== undefined
}

function dated(type: 'day' | 'time', format?: string): Shape {
  const read = format === undefined ? isoTime : byFormat(format)
  const moments = new Range()
  const fits = (text: string) => {
    const timeMs = type === 'time' || format !== undefined || text.length === 10 ? read(text) : undefined
    if (timeMs === undefined || !isYear(timeMs)) return false
    moments.add(timeMs)
    return true
  }
  return { type, ...(format !== undefined && { format }), moments, fits }
}

/** Returns the possible types of a column, the stricter first. */
export function shapesOf(decimalComma: boolean): readonly Shape[] {
  const units = ['$', '€', 'zł', 'PLN', 'sqft', 'sq ft', '%']
  const comma = decimalComma ? { decimalComma: true } : {}
  const plain = reads({ decimalComma })
  const thousands = decimalComma ? '.' : ','
  return [
    dated('day'),
    ...DAY_FORMATS.map((format) => dated('day', format)),
    dated('time'),
    ...TIME_FORMATS.map((format) => dated('time', format)),
    { type: 'whole number', ...comma, fits: (text) => /^[+-]?\d+(\.0+)?$/.test(text) },
    { type: 'number', ...comma, fits: plain },
    { type: 'number', ...comma, thousands, fits: reads({ decimalComma, thousands }) },
    ...units.map((unit): Shape => {
      const fits = reads({ decimalComma, thousands, units: new Map([[unit, 1]]) })
      return { type: 'number', ...comma, unit, thousands, fits }
    }),
    ...(decimalComma ? [] : [{ type: 'number' as const, decimalComma: true, fits: reads({ decimalComma: true }) }]),
    { type: 'yes or no', fits: (text) => YES_NO.has(text.toLowerCase()) },
    { type: 'web address', fits: (text) => /^https?:\/\/\S+$/i.test(text) },
  ]
}

export const TEXT: Shape = { type: 'text', fits: () => true }

/** Whether a year lies in our time. Numbers of eight digits are read as days only then. */
function isYear(timeMs: number): boolean {
  return timeMs > Date.UTC(1800, 0) && timeMs < Date.UTC(2100, 0)
}
