import { readUrl, segmentsOf } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'

const ACCEPTED =
  'must be the URL of a building that ends in its id, such as …/b/{name}-{id}/ or …/apartments/{name}/{id}/.'

/** Maximum number of words, separated by dashes, in an id. */
const MAX_ID_WORDS = 30

/**
 * Returns the ids that a building's URL may mean, shortest first. An id may contain dashes, so the id in `a-b-c` is
 * `c`, `b-c` or `a-b-c`. A `lotid=` in the query takes precedence over the path.
 */
export const buildingUrl: Shape<readonly string[]> = {
  schema: { type: 'string' },
  example: 'https://portal.example/apartments/austin-tx/the-lamar/Tz4kQ9xLw2Vb7NfR/',
  parse: (text) => {
    const url = readUrl(text)
    if (!url) return new Refusal(ACCEPTED)
    const lotId = url.searchParams.get('lotid') ?? url.searchParams.get('lotId')
    if (lotId) return [lotId]
    const last = segmentsOf(url).at(-1)
    return last === undefined ? new Refusal(ACCEPTED) : suffixesOf(last)
  },
}

function suffixesOf(segment: string): string[] {
  const words = segment.split('-').slice(-MAX_ID_WORDS)
  const suffixes = words.map((_, index) => words.slice(-1 - index).join('-'))
  return [...new Set([...suffixes, segment])].filter(Boolean)
}
