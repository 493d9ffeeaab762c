import { readUrl, segmentsOf } from './home-url.ts'
import { Refusal, type Shape } from './shape.ts'

const ACCEPTED = 'must be the URL of an agent’s profile page, such as …/profile/{username}/.'

const MAX_CHARACTERS = 2000

/**
 * Reads an agent's user name, alone or in the URL of the agent's profile page. Any host is allowed, and the host may be
 * missing.
 */
export const agentLink: Shape<string> = {
  schema: { type: 'string', maxLength: MAX_CHARACTERS },
  example: 'https://portal.example/profile/ann-agent/',
  parse: (text) => {
    if (text.length > MAX_CHARACTERS) return new Refusal(ACCEPTED)
    if (/^[\p{L}\p{N}._ -]+$/u.test(text)) return text
    const url = readUrl(text)
    const segments = url === undefined ? [] : segmentsOf(url)
    const at = segments.findIndex((segment) => segment.toLowerCase() === 'profile')
    return (at < 0 ? undefined : segments[at + 1]?.trim()) || new Refusal(ACCEPTED)
  },
}
