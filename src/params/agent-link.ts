import { readUrl, segmentsOf } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'

const ACCEPTED = 'accepted is the URL of an agent’s profile page, such as …/profile/{username}/.'

const MOST_CHARACTERS = 2000

/**
 * The user name in the URL of an agent's profile page: any host, and none at all. A user name by itself is
 * understood.
 */
export const agentLink: Shape<string> = {
  schema: { type: 'string', maxLength: MOST_CHARACTERS },
  example: 'https://portal.example/profile/ann-agent/',
  parse: (text) => {
    if (text.length > MOST_CHARACTERS) return new Refusal(ACCEPTED)
    if (/^[\p{L}\p{N}._ -]+$/u.test(text)) return text
    const url = readUrl(text)
    const segments = url === undefined ? [] : segmentsOf(url)
    const at = segments.findIndex((segment) => segment.toLowerCase() === 'profile')
    return (at < 0 ? undefined : segments[at + 1]?.trim()) || new Refusal(ACCEPTED)
  },
}
