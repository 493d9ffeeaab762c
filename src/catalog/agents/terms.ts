import { foldText } from '../../kit/names/name-key.ts'
import type { Agent } from '../../model/agent.ts'
import { cityRegionKey, stateRegionKey } from '../../places/regions/region-keys.ts'
import { shortText } from '../facts/short-text.ts'
import type { AgentQuery } from '../ports/agents.ts'

/** Maximum number of indexed characters of a word. PostgreSQL cannot index long strings. */
const WORD_MAX = 100

/**
 * Makes search terms for agents, such as `language/spanish`. A search by name also finds words that begin with the
 * term.
 */
export const TERM = {
  region: (key: string) => `region/${key}`,
  name: (word: string) => `name/${word.slice(0, WORD_MAX)}`,
  trait: (trait: AgentQuery['traits'][number]) => `trait/${trait}`,
  specialty: (name: string) => shortText(`specialty/${name}`),
  language: (name: string) => shortText(`language/${name}`),
  username: (name: string) => shortText(`username/${name.toLowerCase()}`),
} as const

/** Returns the search terms that depend only on the agent's record. */
export function termsOfRecord(agent: Agent): ReadonlySet<string> {
  const { name, username, city, state, isTopAgent, specialties = [], languages = [] } = agent
  const words = foldText(name)
    .split(' ')
    .filter((word) => word !== '')
  return new Set([
    TERM.username(username),
    ...words.map(TERM.name),
    ...(state ? [TERM.region(stateRegionKey(state))] : []),
    ...(city && state ? [TERM.region(cityRegionKey(city, state))] : []),
    ...(isTopAgent ? [TERM.trait('top')] : []),
    ...specialties.map(TERM.specialty),
    ...(languages.length === 0 ? ['english'] : languages).map(TERM.language),
  ])
}
