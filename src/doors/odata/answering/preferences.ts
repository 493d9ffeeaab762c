import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { ODataCall } from '../door.ts'

export const JSON_TYPE = 'application/json'
export const XML_TYPE = 'application/xml'

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

/** Media types by the names that `$format` has for them. */
const NAMES: Readonly<Record<string, string>> = { json: JSON_TYPE, xml: XML_TYPE }

/**
 * The media type that `$format` asks for, or else the first of those offered; a Fault of status 406 for one that is not
 * offered. The header Accept decides nothing: programs send one that they use for all addresses.
 */
export function typeFor(types: readonly string[], format: string | undefined): string {
  const [first = JSON_TYPE] = types
  if (format === undefined || format === '') return first
  const bare = (format.toLowerCase().split(';', 1)[0] as string).trim()
  const offered = types.find((type) => type === (NAMES[bare] ?? bare))
  if (offered !== undefined) return offered
  throw new Fault(
    'odata.unacceptable',
    `Cannot answer as ${quote(format)}: accepted ${types.length === 1 ? 'is' : 'are'} ${types.join(' and ')}.`,
  )
}

/** The metadata are XML, but for callers of version 4.01 who take JSON alone. */
export function metadataTypes({ accept = '', maxVersion }: ODataCall): readonly string[] {
  const wantsJson = maxVersion?.trim() === '4.01' && /json/i.test(accept) && !/xml/i.test(accept)
  return wantsJson ? [JSON_TYPE, XML_TYPE] : [XML_TYPE, JSON_TYPE]
}
