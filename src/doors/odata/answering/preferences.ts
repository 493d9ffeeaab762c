import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { ODataCall } from '../door.ts'

/** How a caller wants rows to be written. */
export interface Preferences {
  /** Rows of a page, where the caller says how many. */
  readonly pageSize: number | undefined
  /** Fields without a value are left out. */
  readonly omitsNulls: boolean
  /** `4.0`, or `4.01` for callers who say that they read it. */
  readonly version: '4.0' | '4.01'
  /** The header `Preference-Applied`. */
  readonly applied: string | undefined
}

const PAGE_SIZE = /(?:^|[,;])\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i
const OMIT_NULLS = /(?:^|[,;])\s*(?:odata\.)?omit-values\s*=\s*"?nulls"?\s*(?:[,;]|$)/i

/** @param pageMax Rows that a page has at most. */
export function preferencesOf({ prefer = '', maxVersion }: ODataCall, pageMax: number): Preferences {
  const [, given] = PAGE_SIZE.exec(prefer) ?? []
  const pageSize = given === undefined || Number(given) === 0 ? undefined : Math.min(Number(given), pageMax)
  const omitsNulls = OMIT_NULLS.test(prefer)
  const applied = [
    ...(pageSize === undefined ? [] : [`maxpagesize=${pageSize}`]),
    ...(omitsNulls ? ['omit-values=nulls'] : []),
  ]
  return {
    pageSize,
    omitsNulls,
    version: maxVersion?.trim() === '4.01' ? '4.01' : '4.0',
    applied: applied.length === 0 ? undefined : applied.join(', '),
  }
}

/** Media types of one kind, by the names that `$format` has for them. */
const NAMES: Readonly<Record<string, string>> = { json: 'application/json', xml: 'application/xml' }

/**
 * The first of some media types that the caller takes, by `$format` or else by the header; a Fault of status 406 if
 * there is none.
 */
export function typeFor(types: readonly string[], format: string | undefined, accept: string | undefined): string {
  const asked = format === undefined || format === '' ? accept : (NAMES[format.toLowerCase()] ?? format)
  if (asked === undefined || asked.trim() === '') return types[0] as string // there is at least one
  const taken = asked
    .toLowerCase()
    .split(',')
    .map((each) => (each.split(';', 1)[0] as string).trim())
  const found =
    types.find((type) => taken.includes(type)) ?? types.find((type) => taken.some((each) => isMatch(each, type)))
  if (found !== undefined) return found
  throw new Fault(
    'odata.unacceptable',
    `Cannot answer as ${quote(asked)}: accepted ${types.length === 1 ? 'is' : 'are'} ${types.join(' and ')}.`,
  )
}

function isMatch(range: string, type: string): boolean {
  return range === '*/*' || range === '*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
}
