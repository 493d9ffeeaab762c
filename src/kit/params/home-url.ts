import { Refusal, type Shape } from './shape.ts'
import { readZpid } from './zpid-text.ts'

const ACCEPTED = 'must be the URL of a property with its id, such as …/homedetails/{address}/{id}_zpid/.'
const BUILDING = 'this is the URL of a building: use /apartment_details with the parameter byapturl.'

/** Path segments that occur only in the URLs of buildings. */
const BUILDING_SEGMENTS = new Set(['b', 'apartment', 'apartments'])

/**
 * Reads the property id from a property's URL. Only path and query matter; any host is allowed, and the host may be
 * missing. The URL of a building is rejected with a message that names the operation for buildings.
 */
export const homeUrl: Shape<number> = {
  schema: { type: 'string' },
  example: 'https://portal.example/homedetails/1204-N-Lamar-Blvd-Austin-TX-78703/48749425_zpid/',
  parse: (text) => {
    const url = readUrl(text)
    if (!url) return new Refusal(ACCEPTED)
    if (segmentsOf(url).some((segment) => BUILDING_SEGMENTS.has(segment.toLowerCase()))) return new Refusal(BUILDING)
    return zpidIn(url) ?? new Refusal(ACCEPTED)
  },
}

export function looksLikeUrl(text: string): boolean {
  return (
    /^[a-z][a-z\d+.-]*:\/\/|_zpid\/|^\/|^www\.|^[\w-]+(\.[\w-]+)+\/|[?&]zpid=/i.test(text) ||
    text.split(/\s+/).some(hasIdAfterSlash)
  )
}

/** Searches without a regular expression, which would take quadratic time over a text of slashes. */
function hasIdAfterSlash(word: string): boolean {
  const slash = word.indexOf('/')
  return slash >= 0 && word.toLowerCase().includes('_zpid', slash)
}

/** Parses a URL. A URL without scheme or host is read as a path. */
export function readUrl(text: string): URL | undefined {
  return URL.canParse(text, 'https://any.example') ? new URL(text, 'https://any.example') : undefined
}

/** The segments of the path, percent-decoded if possible. */
export function segmentsOf(url: URL): string[] {
  return url.pathname.split('/').filter(Boolean).map(decoded)
}

function zpidIn(url: URL): number | undefined {
  const inPath = segmentsOf(url).findLast((segment) => /_zpid$/i.test(segment))
  return readZpid(inPath?.match(/(?<!\d)\d+_zpid$/i)?.[0] ?? url.searchParams.get('zpid') ?? '')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // a stray percent sign: leave the segment unchanged
  }
}
