import { isMap, isScalar, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { AreaName, Plan } from './access.ts'
import type { BucketLimit } from './bucket.ts'

export type Plans = ReadonlyMap<string, Plan>

interface Field<T> {
  readonly accepted: string
  read(value: unknown): T | undefined
}

function wholeNumber(min: number, max: number): Field<number> {
  return {
    accepted: `a whole number from ${min} to ${max.toLocaleString('en-US')}`,
    read: (value) =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  }
}

const AREAS: readonly AreaName[] = ['A', 'B', 'C']

function rate(): Field<number> {
  return {
    accepted: 'a number above 0, up to 1,000,000',
    read: (value) => (typeof value === 'number' && value > 0 && value <= 1_000_000 ? value : undefined),
  }
}

/** How to read the fields of a plan. All fields except `OPTIONAL` are required, because Plat must not guess a limit. */
const FIELDS: { readonly [K in Exclude<keyof Plan, 'name'>]-?: Field<NonNullable<Plan[K]>> } = {
  credits: wholeNumber(0, 1_000_000_000_000),
  period: {
    accepted: 'month or once',
    read: (value) => (value === 'month' || value === 'once' ? value : undefined),
  },
  areas: {
    accepted: 'a list of A, B and C such as [A, B], each at most once',
    read: (value) => {
      if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return undefined
      return value.every((area) => AREAS.includes(area)) ? AREAS.filter((area) => value.includes(area)) : undefined
    },
  },
  skip: {
    accepted: 'true, false or purpose',
    read: (value) => (typeof value === 'boolean' || value === 'purpose' ? value : undefined),
  },
  requestsPerSecond: rate(),
  burst: wholeNumber(1, 1_000_000),
  callsInFlight: wholeNumber(1, 1_000_000),
  missesPerSecond: rate(),
  operator: { accepted: 'true or false', read: (value) => (typeof value === 'boolean' ? value : undefined) },
  beyondCredits: {
    accepted: 'refuse or warn',
    read: (value) => (value === 'refuse' || value === 'warn' ? value : undefined),
  },
  rowsPerCredit: wholeNumber(1, 100_000),
}
/** Fields that are newer than some operators' files, and may be missing. */
const OPTIONAL: ReadonlySet<string> = new Set<keyof Plan>([
  'missesPerSecond',
  'operator',
  'beyondCredits',
  'rowsPerCredit',
])
const REQUIRED_NAMES = Object.keys(FIELDS).filter((name) => !OPTIONAL.has(name))

const PLAN_NAME = /^[a-z][a-z0-9-]{0,39}$/
const PLAN_NAME_ACCEPTED = 'a name of a-z, 0-9 and - that begins with a letter, up to 40 characters'

/**
 * Reads a plans file. Throws a CommandFault for the first mistake; the message has the path, the line, the wrong value
 * and the allowed values.
 */
export function readPlans(text: string, path: string): Plans {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const refuse = (offset: number, problem: string): never => {
    throw new CommandFault(`${path}, line ${lines.linePos(offset).line}: ${problem}`, EXIT.data)
  }
  const [syntax] = document.errors
  if (syntax) refuse(syntax.pos[0], `cannot be read as YAML: ${syntaxProblem(syntax.message)}`)
  if (!isMap(document.contents) || document.contents.items.length === 0) {
    throw new CommandFault(
      `${path} has no plans. It must have plan names with ${REQUIRED_NAMES.join(', ')}.`,
      EXIT.data,
    )
  }
  const plans = new Map<string, Plan>()
  for (const [name, pair] of entriesOf(document.contents, refuse)) {
    if (!PLAN_NAME.test(name)) refuse(offsetOf(pair.key), `plan name "${name}" must be ${PLAN_NAME_ACCEPTED}.`)
    plans.set(name, readPlan(name, pair, document, refuse))
  }
  return plans
}

type Refuse = (offset: number, problem: string) => never

function readPlan(name: string, pair: Pair, document: Parameters<Node['toJS']>[0], refuse: Refuse): Plan {
  const body = pair.value
  if (!isMap(body)) return refuse(offsetOf(pair.key), `plan "${name}" is empty: ${acceptedFields()}`)
  const plan: Record<string, unknown> = { name }
  for (const [field, { key, value }] of entriesOf(body, refuse)) {
    if (!isField(field)) return refuse(offsetOf(key), `unknown "${field}" in plan "${name}": ${acceptedFields()}`)
    const content = nodeValue(value, document, (problem) =>
      refuse(offsetOf(key), `${field} of plan "${name}" ${problem}`),
    )
    plan[field] = FIELDS[field].read(content)
    if (plan[field] === undefined) {
      const shown = content === undefined || content === null ? 'nothing' : `"${shownValue(content)}"`
      refuse(offsetOf(key), `${field} of plan "${name}" must be ${FIELDS[field].accepted}, not ${shown}.`)
    }
  }
  const missing = REQUIRED_NAMES.filter((field) => plan[field] === undefined)
  if (missing.length > 0) refuse(offsetOf(pair.key), `plan "${name}" lacks ${missing.join(', ')}: ${ALL_REQUIRED}.`)
  return Object.freeze(plan) as unknown as Plan // each entry of FIELDS returns the type of its field
}

/** Yields the entries of a map in order, with their names. Refuses duplicate names. */
function* entriesOf(map: YAMLMap, refuse: Refuse): Generator<[string, Pair]> {
  const seen = new Set<string>()
  for (const pair of map.items) {
    const name = isScalar(pair.key) ? String(pair.key.value) : 'a structure'
    if (seen.has(name)) refuse(offsetOf(pair.key), `"${name}" appears twice: write it once.`)
    seen.add(name)
    yield [name, pair]
  }
}

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name)
}

const ALL_REQUIRED = `a plan needs all of ${REQUIRED_NAMES.join(', ')}`

function acceptedFields(): string {
  return `${ALL_REQUIRED}, and ${[...OPTIONAL].join(', ')} if you need them.`
}

/** Returns the value of a node, with resolved aliases. */
function nodeValue(node: unknown, document: Parameters<Node['toJS']>[0], refuse: (problem: string) => never): unknown {
  try {
    return (node as Node | null)?.toJS(document) // unknown in the parser's type, but always a node or null
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    const unfolds = error.message.startsWith('Excessive')
    return refuse(
      unfolds
        ? 'is an alias bomb, aliases of aliases that expand to more than fits in memory: write the value itself.'
        : `${error.message.replace(/^U/, 'u')}: write the value itself.`,
    )
  }
}

function syntaxProblem(message: string): string {
  return message.startsWith('Maximum call stack') ? 'it is nested too deeply.' : message.replace(/\.?$/, '.')
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0 // the parser makes nodes
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 60)
  try {
    return JSON.stringify(value).slice(0, 60)
  } catch {
    return 'something that contains itself'
  }
}

/** Returns a plan's limit for error answers (400, 404, 409). Default: half of its rate of requests. */
export function missRateOf({ requestsPerSecond, missesPerSecond = requestsPerSecond / 2, burst }: Plan): BucketLimit {
  return { perSecond: missesPerSecond, burst }
}
