import type { FlagsNode, QueryNode } from '../../../../catalog/ports/query.ts'
import { type ListingClass, SALE_STATES } from '../../../../model/home-columns.ts'
import { COLUMN_TERMS, FLAG_TERMS, statusesOf } from './columns.ts'
import { allOf, anyOf, type HasField, isOneOf, not, type Term } from './terms.ts'

/** The condition of a node, on the fields of Property; undefined where OData cannot say it. */
export function termOf(node: QueryNode, listingClass: ListingClass, has: HasField): Term | undefined {
  switch (node.kind) {
    case 'range':
      return COLUMN_TERMS[node.column].range?.(node, listingClass, has)
    case 'oneOf':
      return COLUMN_TERMS[node.column].oneOf?.(node.values, has)
    case 'flags':
      return flagsTerm(node, has)
    case 'any':
      return joined(
        anyOf,
        node.alternatives.map((nodes) =>
          joined(
            grouped,
            nodes.map((each) => termOf(each, listingClass, has)),
          ),
        ),
      )
    case 'polygon':
      return node.holes?.length ? undefined : has('Coordinates') && intersects(node.points)
    case 'box':
      return has('Coordinates') && boxTerm(node)
    case 'circle':
      return (
        has('Coordinates') &&
        `geo.distance(Coordinates,geography'POINT(${node.longitude} ${node.latitude})') le ${node.radiusM}`
      )
    case 'sum':
    case 'place':
    case 'homes':
    case 'words':
    case 'none':
      return undefined
  }
}

/** Nodes that OData cannot say make their alternatives so too. */
function joined(join: (terms: readonly Term[]) => Term, terms: readonly (Term | undefined)[]): Term | undefined {
  const written = terms.filter((term) => term !== undefined)
  return written.length < terms.length ? undefined : join(written)
}

/** `and` binds more than `or`, but parentheses tell it to readers. */
function grouped(terms: readonly Term[]): Term {
  const term = allOf(terms)
  return typeof term === 'string' && term.includes(' and ') ? `(${term})` : term
}

function flagsTerm({ all, some, none }: FlagsNode, has: HasField): Term | undefined {
  const termsOf = (flags: FlagsNode['all']) => flags.map((flag) => FLAG_TERMS[flag]?.(has))
  return joined(allOf, [
    joined(allOf, termsOf(all)),
    some.length === 0 ? true : joined(anyOf, termsOf(some)),
    joined((terms) => not(anyOf(terms)), termsOf(none)),
  ])
}

function intersects(points: readonly (readonly [latitude: number, longitude: number])[]): string {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1]
  const corners = isClosed || first === undefined ? points : [...points, first]
  const ring = corners.map(([latitude, longitude]) => `${longitude} ${latitude}`).join(',')
  return `geo.intersects(Coordinates,geography'POLYGON((${ring}))')`
}

/** Homes that searches by shape do not find have no Latitude. */
function boxTerm({ west, south, east, north }: Extract<QueryNode, { kind: 'box' }>): Term {
  const longitudes =
    west <= east ? `Longitude ge ${west} and Longitude le ${east}` : `(Longitude ge ${west} or Longitude le ${east})`
  return `Latitude ge ${south} and Latitude le ${north} and ${longitudes}`
}

/** The conditions that make a class; `states` are those that a search for homes for sale includes. */
export function classTerms(listingClass: ListingClass, states: readonly string[] = SALE_STATES): readonly Term[] {
  const statuses = listingClass === 'Sold' ? ['Closed'] : statusesOf(states)
  return [
    isOneOf('StandardStatus', statuses),
    `PropertyType ${listingClass === 'For_Rent' ? 'eq' : 'ne'} 'Residential Lease'`,
    "Country eq 'US'", // offers of area B are rows beside the homes
  ]
}
