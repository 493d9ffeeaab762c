import {
  type GetPromptResult,
  type Prompt as PromptOnWire,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import { type Fields, isFields, textAt } from './json.ts'

/** A task that a user starts in the host: fields for the user to fill in, and steps for the model. */
interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Descriptions of the required arguments, by name. */
  readonly needed: Readonly<Record<string, string>>
  /** Descriptions of the optional arguments, by name. */
  readonly other: Readonly<Record<string, string>>
  /** The instructions for the model. Each argument is added as a sentence. */
  readonly steps: string
}

const PLACE = { place: 'City with state, ZIP code, neighborhood, county or state.' }

const CLOSING =
  'Report what was applied, dropped and ambiguous, the exact total, the day of the data, and whether it is a sample of invented homes.'

/** The tasks that a user can start. All of them use tools of area A (homes). */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'find_a_home',
    title: 'Find a home to buy',
    description: 'Searches homes for sale and compares those that fit best.',
    needed: PLACE,
    other: { budget: 'Maximum price in dollars.', bedrooms: 'Minimum number of bedrooms.', wishes: 'Anything else.' },
    steps:
      'Find homes for sale. Turn each wish into a filter of search_homes with kind for_sale; name the wishes that no filter covers. Show up to five homes as a table with price, beds, baths, size, address and id, and say why each fits. If no home matches, drop one wish at a time and say which.',
  },
  {
    name: 'home_worth',
    title: 'What is my home worth?',
    description: 'Values a home by nearby sales and by its estimate.',
    needed: { address: 'Full address, with unit, city and state.' },
    other: { changes: 'Changes to the home since its last sale.' },
    steps:
      'Say what this home is worth. Call home_details for its facts, then comparables_and_value. Report one value with its range and source, the sales that support it, and what neither tool can know, such as the condition of rooms.',
  },
  {
    name: 'compare_homes',
    title: 'Compare homes',
    description: 'Compares two to five homes side by side.',
    needed: { homes: 'Ids or full addresses, separated by semicolons.' },
    other: { matters: 'What matters most.' },
    steps:
      'Call home_details for each home. Compare the homes in one table: price, estimate, price per square foot, beds, baths, size, lot, year, dues and taxes. Include scores and climate if they matter. Close with one strength and one weakness of each home.',
  },
  {
    name: 'where_to_rent',
    title: 'Where to rent',
    description: 'Shows the rents of a place, and homes for rent there.',
    needed: PLACE,
    other: {
      budget: 'Maximum rent in dollars a month.',
      bedrooms: 'Minimum number of bedrooms.',
      wishes: 'Anything else.',
    },
    steps:
      'Say where in this place to rent. Call rents for the place, then summarize for homes for rent by ZIP code, then search_homes with kind for_rent in the ZIP codes that fit. Show each median with its number of homes, and up to five homes.',
  },
  {
    name: 'whats_new',
    title: 'What is new',
    description: 'Shows what changed for a saved search.',
    needed: {},
    other: { search: 'Name or id of the saved search. May be left out if there is only one.' },
    steps:
      'Report what is new in this saved search. Call saved_search with action "list" for its id, then whats_new. Group new listings, price changes and removed listings, with the largest changes first.',
  },
]

/** Returns a prompt as an entry of `prompts/list`. */
export function onWire({ name, title, description, needed, other }: Prompt): PromptOnWire {
  return { name, title, description, arguments: [...argumentsOf(needed, true), ...argumentsOf(other, false)] }
}

function argumentsOf(described: Prompt['needed'], required: boolean) {
  return Object.entries(described).map(([name, description]) => ({ name, description, required }))
}

const VALUE_CHARACTERS_MAX = 500

/**
 * Returns the message that starts a task. The user's values are quoted, so that models do not read them as
 * instructions.
 */
export function promptOf(prompts: readonly Prompt[], name: string, sent: unknown): GetPromptResult {
  const prompt = promptNamed(prompts, name)
  const values = isFields(sent) ? sent : {}
  const problem = problemOf(prompt, values)
  if (problem !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problem)
  const sentences = Object.entries(values).map(([each, value]) => `${each}: ${JSON.stringify(value)}.`)
  const text = [prompt.steps, ...sentences, CLOSING].join('\n')
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}

export function promptNamed(prompts: readonly Prompt[], name: string): Prompt {
  const prompt = prompts.find((each) => each.name === name)
  if (prompt === undefined) throw unknownName('prompt', name, prompts)
  return prompt
}

/** Returns the refusal of an unknown name. It suggests the nearest known name. */
export function unknownName(what: string, name: string, known: readonly { readonly name: string }[]): ProtocolError {
  const names = known.map((each) => each.name)
  const nearest = nearestName(name, names)
  const hint = nearest === undefined ? `there are ${names.join(', ') || 'none'}.` : `did you mean ${nearest}?`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${what} ${quote(name)}: ${hint}`)
}

function problemOf({ needed, other }: Prompt, values: Fields): string | undefined {
  const names = [...Object.keys(needed), ...Object.keys(other)]
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name)) return `Unknown argument ${quote(name)}. Allowed: ${names.join(', ')}.`
    if (String(value).length > VALUE_CHARACTERS_MAX)
      return `${name} must be text of up to ${VALUE_CHARACTERS_MAX} characters; you sent ${quote(String(value))}.`
  }
  const missing = Object.keys(needed).find((name) => (textAt(values, name) ?? '').trim() === '')
  return missing === undefined ? undefined : `${missing} is missing: ${needed[missing]}`
}
