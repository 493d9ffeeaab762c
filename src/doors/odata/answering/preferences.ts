import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { ODataCall } from '../door.ts'

export const JSON_TYPE = 'application/json'
export const XML_TYPE = 'application/xml'

/** The caller's preferences for the form of the answer. */
export interface Preferences {
  /** Maximum rows of a page; undefined if the caller has no preference. */
  readonly pageSize: number | undefined
  /** Whether rows leave out fields without a value. */
  readonly omitsNulls: boolean
  /** `4.01` for callers that declare to support it, otherwise `4.0`. */
  readonly version: '4.0' | '4.01'
  /** Value of the header `Preference-Applied`. */
  readonly applied: string | undefined
}

const PAGE_SIZE = /(?:^|[,;])\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i
const OMIT_NULLS = /(?:^|[,;])\s*(?:odata\.)?omit-values\s*=\s*"?nulls"?\s*(?:[,;]|$)/i

/** @param pageMax Maximum rows of a page. */
export function preferencesOf({ prefer = '', maxVersion }: ODataCall, pageMax: number): Preferences {
  const [, sentSize] = PAGE_SIZE.exec(prefer) ?? []
  const pageSize = sentSize === undefined || Number(sentSize) === 0 ? undefined : Math.min(Number(sentSize), pageMax)
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

/** Media types by their short names in `$format`. */
const NAMES: Readonly<Record<string, string>> = { json: JSON_TYPE, xml: XML_TYPE }

/**
 * Returns the media type that `$format` requests, or else the first of `types`. Throws a Fault of status 406 for any
 * other type. The header `Accept` has no effect, because programs send the same one to all addresses.
 */
export function typeFor(types: readonly string[], format: string | undefined): string {
  const [first = JSON_TYPE] = types
  if (format === undefined || format === '') return first
  const bare = (format.toLowerCase().split(';', 1)[0] as string).trim()
  const offered = types.find((type) => type === (NAMES[bare] ?? bare))
  if (offered !== undefined) return offered
  throw new Fault('odata.unacceptable', `Cannot answer as ${quote(format)}: the format must be ${types.join(' or ')}.`)
}

/**
 * Returns the media types of the metadata, the default first: JSON if a caller of version 4.01 accepts JSON but not
 * XML.
 */
export function metadataTypes({ accept = '', maxVersion }: ODataCall): readonly string[] {
  const wantsJson = maxVersion?.trim() === '4.01' && /json/i.test(accept) && !/xml/i.test(accept)
  return wantsJson ? [JSON_TYPE, XML_TYPE] : [XML_TYPE, JSON_TYPE]
}
