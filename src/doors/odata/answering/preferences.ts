import { Fault } from '../../../kit/base/failure.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { ODataCall } from '../door.ts'

export const JSON_TYPE = 'application/json'
export const XML_TYPE = 'application/xml'

/** How the client wants the answer. */
export interface Preferences {
  /** The page size that the client prefers; undefined without a preference. */
  readonly pageSize: number | undefined
  /** Whether rows omit fields without a value. */
  readonly omitsNulls: boolean
  /** `4.01` for clients that declare support for it, otherwise `4.0`. */
  readonly version: '4.0' | '4.01'
  /** The value of the header `Preference-Applied`; undefined if no preference was applied. */
  readonly applied: string | undefined
}

const PAGE_SIZE = /(?:^|[,;])\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i
const OMIT_NULLS = /(?:^|[,;])\s*(?:odata\.)?omit-values\s*=\s*"?nulls"?\s*(?:[,;]|$)/i

/** @param pageMax Maximum number of rows per page. */
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
 * Returns the media type in `$format`, by default the first of `types`. Throws a Fault with status 406 if it is not in
 * `types`. Ignores the header `Accept`, because programs send the same header to all paths.
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
 * Returns the media types of the metadata, the default first. JSON is the default for clients of version 4.01 that
 * accept JSON but not XML.
 */
export function metadataTypes({ accept = '', maxVersion }: ODataCall): readonly string[] {
  const wantsJson = maxVersion?.trim() === '4.01' && /json/i.test(accept) && !/xml/i.test(accept)
  return wantsJson ? [JSON_TYPE, XML_TYPE] : [XML_TYPE, JSON_TYPE]
}
