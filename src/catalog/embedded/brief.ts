import type { Home } from '../../model/home.ts'
import { BRIEF_FACTS, type HomeBrief, partedFacts } from '../../model/home-brief.ts'

/** A home as it is stored, in the order of `HomeBrief`: what is brief comes first, then what is long and seldom needed. */
export function homeJson({ listing, facts, history, taxes, estimate, interest, ...brief }: Home): string {
  const [briefFacts, others] = partedFacts(facts)
  return JSON.stringify({ ...brief, listing, facts: { ...briefFacts, ...others }, history, taxes, estimate, interest })
}

/** Inside a text its quotes would be escaped: it occurs as a key only, and the first time as that of the home. */
const FACTS = '"facts":{'

const BRIEF_ENTRIES = new RegExp(`(?:"(?:${BRIEF_FACTS.join('|')})":[-+.eE0-9]+,?)*`, 'y')

/** The brief part of a stored home. Nothing behind it is parsed, which is three quarters. */
export function briefOf(json: string): HomeBrief {
  BRIEF_ENTRIES.lastIndex = json.indexOf(FACTS) + FACTS.length
  BRIEF_ENTRIES.test(json)
  const end = BRIEF_ENTRIES.lastIndex
  return JSON.parse(`${json.slice(0, json[end - 1] === ',' ? end - 1 : end)}}}`)
}
