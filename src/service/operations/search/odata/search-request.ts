import type { Condition, OneOfNode, QueryNode } from '../../../../catalog/ports/query.ts'
import { dayNumber, startOfDay } from '../../../../kit/base/clock.ts'
import { type Parameters, parse, type QueryPairs, type Rule } from '../../../../kit/params/index.ts'
import type { ListingClass } from '../../../../model/home-columns.ts'
import type { AreaKind } from '../area.ts'
import { type OrderName, orderOf } from '../filters/index.ts'
import { classTerms, termOf } from './conditions.ts'
import { orderText } from './order.ts'
import { placesTerm, type UnderstoodPlace } from './places.ts'
import { allOf, type HasField, type Term } from './terms.ts'

/** A request below `/odata`, without its encoding. */
export interface ODataRequest {
  /** Behind `/odata`: `/Property`, `/Property('1')`. */
  readonly path: string
  readonly options: QueryPairs
  /** Parameters that it cannot carry: its answer is about more than theirs. */
  readonly untold: readonly string[]
  /** Sentences on how the answer differs otherwise. */
  readonly notes: readonly string[]
}

/** The facts that a request needs besides the parameters. */
export interface ODataFacts {
  /** The day that counts as today, where that is not the clock's. */
  readonly today: string
  /** How the locations of the search were understood; undefined until they are. */
  readonly places: readonly UnderstoodPlace[] | undefined
  /** The fields of Property in the catalogue; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined
}

/** A search; one without an area takes a location. */
export type SearchKind = Pick<AreaKind, 'parameters' | 'rules' | 'filters'> & Partial<Pick<AreaKind, 'areaOf'>>

/** The arguments that every search has. */
interface Shared {
  readonly listingStatus: ListingClass
  readonly sortOrder: OrderName | undefined
  readonly page: number
}

const PAGE_ROWS = 200

/**
 * The request that asks for the homes of a search; a kind without an area is told the places of its `location`. Throws
 * a Fault for parameters that the search refuses.
 */
export function searchRequest(
  kind: SearchKind,
  given: QueryPairs,
  { today, places, fields }: ODataFacts,
): ODataRequest {
  const has: HasField = (name) => fields?.has(name) ?? true
  const parameters: Parameters = { ...kind.parameters, ...kind.filters.parameters }
  const rules = [...kind.rules, ...kind.filters.rules] as readonly Rule<Parameters>[] // of these parameters
  const sent = given.map(([name, text]) => [declaredName(name), declaredText(text)] as const)
  const declared = sent.filter(([name]) => name in parameters)
  const { args } = parse(parameters, rules, declared)
  const { listingStatus, sortOrder, page } = args as unknown as Shared // every search has them
  const area = kind.areaOf?.(args, NO_CATALOG)
  const context = { listingClass: listingStatus, today: dayNumber(startOfDay(today)), rate30Year: undefined }
  const conditions = [...(area !== undefined && 'conditions' in area ? area.conditions : [])]
  conditions.push(...kind.filters.conditions(args, context))
  const isElsewhere = (name: string) => name in parameters || UNASKED.has(name) || (name === 'location' && !kind.areaOf)
  const untold = new Set(given.flatMap(([name]) => (isElsewhere(declaredName(name)) ? [] : [name])))
  const states = conditions.map(({ node }) => node).find(isOfStates)
  const others = conditions.filter(({ node }) => node !== states)
  const { terms, search } = told(others, listingStatus, has, untold)
  const placed = kind.areaOf === undefined ? placesTerm(places ?? [UNKNOWN_PLACE], has) : true
  if (placed === undefined) untold.add('location')
  const filter = allOf([...classTerms(listingStatus, states?.values), ...terms, placed ?? true])
  const order = orderText(orderOf(sortOrder, listingStatus), listingStatus, has)
  const options: [name: string, value: string][] = [['$filter', String(filter)]]
  if (search !== undefined) options.push(['$search', search])
  if (order !== undefined) options.push(['$orderby', order])
  options.push(['$top', String(PAGE_ROWS)])
  if (page > 1) options.push(['$skip', String((page - 1) * PAGE_ROWS)])
  return { path: '/Property', options, untold: [...untold], notes: notesOn(listingStatus, order) }
}

function isOfStates(node: QueryNode): node is OneOfNode {
  return node.kind === 'oneOf' && node.column === 'saleState'
}

const UNKNOWN_PLACE: UnderstoodPlace = {}

/** Parameters that say how an answer is told. */
const UNASKED: ReadonlySet<string> = new Set(['explain', 'facets'])

/** Areas other than places are the same in every catalogue. */
const NO_CATALOG = undefined as never

/** The conditions as OData writes them; parameters whose conditions it cannot say are added to `untold`. */
function told(conditions: readonly Condition[], listingClass: ListingClass, has: HasField, untold: Set<string>) {
  const terms: Term[] = []
  let search: string | undefined
  for (const { parameter, node } of conditions) {
    if (node.kind === 'words') {
      const words = node.words.filter((word) => !node.phrases.some((phrase) => phrase.includes(word)))
      search = [...words, ...node.phrases.map((phrase) => phrase.join(' '))].map(inQuotes).join(' AND ')
      continue
    }
    const term = termOf(node, listingClass, has)
    if (term === undefined) untold.add(parameter)
    else terms.push(term)
  }
  return { terms, search }
}

function inQuotes(text: string): string {
  return /^[a-z0-9]+$/.test(text) ? text : `"${text}"`
}

function notesOn(listingClass: ListingClass, order: string | undefined): readonly string[] {
  return [
    ...(order === undefined
      ? ['Rows come in the order of their keys: OData has no word for the order of this search.']
      : []),
    ...(listingClass === 'For_Rent' ? ['Every home is a row, also each of a building.'] : []),
  ]
}

/** `daysOn…` ends in a word of the operator's, and a value has it inside. */
function declaredName(name: string): string {
  return name.startsWith('daysOn') ? 'daysOn{Portal}' : name
}

function declaredText(text: string): string {
  return text.replace(/\bAccepts \S+ Applications\b/, 'Accepts {Portal} Applications')
}
