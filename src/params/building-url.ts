import { readUrl, segmentsOf } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'

const WHY =
  'accepted is the URL of a building that ends in its id, such as …/b/{name}-{id}/ or …/apartments/{name}/{id}/.'

/** The longest run of words in front of an id that is looked past. */
const MOST_DASHES = 30

/**
 * The ids that may stand in a building's URL, the shortest first: an id may itself hold a dash, so `a-b-c` may end in
 * `c`, in `b-c`, or be one id. A query `lotid=` goes before the path.
 */
export const buildingUrl: Shape<readonly string[]> = {
  schema: { type: 'string' },
  example: 'https://portal.example/apartments/austin-tx/the-lamar/Tz4kQ9xLw2Vb7NfR/',
  parse: (text) => {
    const url = readUrl(text)
    if (!url) return new Refusal(WHY)
    const asked = url.searchParams.get('lotid') ?? url.searchParams.get('lotId')
    if (asked) return [asked]
    const last = segmentsOf(url).at(-1)
    return last === undefined ? new Refusal(WHY) : endingsOf(last)
  },
}

function endingsOf(segment: string): string[] {
  const words = segment.split('-').slice(-MOST_DASHES)
  const endings = words.map((_, index) => words.slice(-1 - index).join('-'))
  return [...new Set([...endings, segment])].filter(Boolean)
}
