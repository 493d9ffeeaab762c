import {
  type GetPromptResult,
  type Prompt as PromptOnWire,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import { type Fields, isFields, textAt } from './json.ts'

/** A task as a person begins it: what the person fills in, and what the model is then told. */
interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needed: Readonly<Record<string, string>>
  readonly other: Readonly<Record<string, string>>
  /** Each argument that was given comes as a sentence of its own. */
  readonly steps: string
}

const PLACE = { place: 'City with state, ZIP code, neighbourhood, county or state.' }

const CLOSING =
  'Say what was applied, dropped and ambiguous, the exact total, the day that the data is of, and whether it is a sample of invented homes.'

/** The tasks, all of which use tools of area A. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: 'find_a_home',
    title: 'Find a home to buy',
    description: 'Searches homes for sale and compares those that fit best.',
    needed: PLACE,
    other: { budget: 'The highest price in dollars.', bedrooms: 'How many at least.', wishes: 'Anything else.' },
    steps:
      'Find homes for sale. Turn each wish into a filter of search_homes with kind for_sale; name the wishes that have none. Show up to five homes as a table with price, beds, baths, size, address and id, and say why each fits. Where nothing is found, drop one wish at a time and say which.',
  },
  {
    name: 'home_worth',
    title: 'What is my home worth?',
    description: 'Values a home by sales nearby and by its estimate.',
    needed: { address: 'The whole address, with unit, city and state.' },
    other: { changes: 'What was done to the home since it was last sold.' },
    steps:
      'Say what this home is worth. Ask home_details for what is known of it, then comparables_and_value. Give one value with its range and source, the sales that speak for it, and what neither of them can know, such as the condition of rooms.',
  },
  {
    name: 'compare_homes',
    title: 'Compare homes',
    description: 'Sets two to five homes side by side.',
    needed: { homes: 'Ids or whole addresses, separated by semicolons.' },
    other: { matters: 'What matters most.' },
    steps:
      'Compare these homes in one table: price, estimate, price per square foot, beds, baths, size, lot, year, dues and taxes by home_details for each. Include scores and climate where they matter. Close with one strength and one weakness of each.',
  },
  {
    name: 'where_to_rent',
    title: 'Where to rent',
    description: 'Looks at rents of a place, and at homes for rent in it.',
    needed: PLACE,
    other: { budget: 'The highest rent in dollars a month.', bedrooms: 'How many at least.', wishes: 'Anything else.' },
    steps:
      'Say where in this place to rent. Ask rents for the place, then summarize homes for rent by ZIP code, then search_homes with kind for_rent in those that fit. Show medians with how many homes they are of, and up to five homes.',
  },
  {
    name: 'whats_new',
    title: 'What is new',
    description: 'Tells what changed for a saved search.',
    needed: {},
    other: { search: 'The name or id of the saved search; the only one where it is left out.' },
    steps:
      'Tell what is new of this saved search. Ask saved_search with action list for its id, then whats_new. Group new listings, price changes and those that are gone, the largest changes first.',
  },
]

/** A prompt as it is listed. */
export function onWire({ name, title, description, needed, other }: Prompt): PromptOnWire {
  return { name, title, description, arguments: [...argumentsOf(needed, true), ...argumentsOf(other, false)] }
}

function argumentsOf(described: Prompt['needed'], required: boolean) {
  return Object.entries(described).map(([name, description]) => ({ name, description, required }))
}

const VALUE_CHARACTERS_MAX = 500

/** The message that begins a task; what the person gave stands in quotes, so that it is no instruction. */
export function promptOf(prompts: readonly Prompt[], name: string, given: unknown): GetPromptResult {
  const prompt = promptNamed(prompts, name)
  const values = isFields(given) ? given : {}
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

/** The refusal of a name that none of these has. */
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
