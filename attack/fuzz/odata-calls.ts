import { Random } from '../../test/engine/random.ts'
import type { Answer } from '../caller.ts'
import { headLinesFor } from './headers.ts'
import { STATUSES, wrongWithHead } from './judge.ts'
import type { FuzzRequest, KeyOf } from './requests.ts'

const RESOURCES = [
  'Property',
  'Property',
  'Property',
  'Member',
  'Office',
  'Media',
  'OpenHouse',
  'Lookup',
  'EntityEvent',
]
const FIELDS = [
  'City StateOrProvince PostalCode StandardStatus PropertySubType ListPrice BedroomsTotal YearBuilt CloseDate View',
  'ModificationTimestamp ListingKey ListingId PoolPrivateYN Coordinates PublicRemarks MemberKey MemberFullName',
  'ResourceRecordKey LookupName EntityEventSequence Nothing __proto__ Media/MediaURL x',
].flatMap((names) => names.split(' '))
const LITERALS = [
  "'Austin'|'a'|''|'it''s'|'Active'|3|-0|1e308|-1.5|NaN|INF|-INF|null|true|false|10:00:00|{}|[]|%",
  "2026-01-31|0001-01-01|9999-12-31|2026-13-45|2026-01-31T00:00:00Z|now()|duration'P1D'|'\u{1f3e0}'|'\ud800'",
  "geography'SRID=4326;POINT(-97.7 30.2)'|geography'SRID=4326;POLYGON((-98 30,-97 30,-97 31,-98 30))'",
  '9'.repeat(400),
].flatMap((literals) => literals.split('|'))
const OPERATORS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'has', 'in', 'add', 'mod', 'xx']
const FUNCTIONS = [
  'contains',
  'startswith',
  'endswith',
  'tolower',
  'toupper',
  'year',
  'geo.distance',
  'geo.intersects',
  'f',
]
const OPTIONS = [
  '$select',
  '$top',
  '$skip',
  '$count',
  '$expand',
  '$search',
  '$skiptoken',
  '$format',
  '$compute',
  '$x',
  'a',
]

/** Requests below /odata. Most of them have a valid filter. */
export class ODataCalls {
  readonly #keyOf: KeyOf
  readonly #seed: number

  constructor(keyOf: KeyOf, seed: number) {
    this.#keyOf = keyOf
    this.#seed = seed
  }

  at(number: number): FuzzRequest {
    const random = new Random(Math.imul(this.#seed, 0x165667b1) + Math.imul(number, 0x9e3779b1))
    const options = this.#options(random).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    const target = `/odata${this.#path(random)}${options.length === 0 ? '' : `?${options.join('&')}`}`.slice(0, 70_000)
    const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST'])
    const lines = [`${method} ${target} HTTP/1.1`, ...headLinesFor(this.#keyOf(random), random), '', '']
    return { method, bytes: Buffer.from(lines.join('\r\n'), 'latin1'), wrongWith }
  }

  #path(random: Random): string {
    const resource = random.pick(RESOURCES)
    return random.pick([
      () => `/${resource}`,
      () => `/${resource}`,
      () => `/${resource}`,
      () => `/${resource}/$count`,
      () =>
        `/${resource}('${random.pick(['1', '%00', "it''s", 'x'.repeat(3000)])}')${random.pick(['', '/Media', '/x'])}`,
      () => random.pick(['', '/', '/$metadata', '/$batch', '/property', `/${'a/'.repeat(500)}`, '/Property()', '/%ff']),
    ])()
  }

  #options(random: Random): (readonly [name: string, value: string])[] {
    const options: [name: string, value: string][] = []
    if (random.chance(0.8)) options.push(['$filter', this.#filter(random, random.whole(0, 3))])
    if (random.chance(0.3)) {
      const items = Array.from(
        { length: random.whole(1, 7) },
        () => `${random.pick(FIELDS)} ${random.pick(['asc', 'desc', ''])}`,
      )
      options.push(['$orderby', items.join(',')])
    }
    if (random.chance(0.5)) options.push(['$count', random.pick(['true', 'true', 'false', 'x'])])
    if (random.chance(0.4)) {
      const values = [
        '0',
        '1',
        '200',
        '100000',
        '-1',
        'a',
        'ListingKey,City',
        '*',
        'Media',
        'Media($filter=Order eq 1)',
      ]
      options.push([random.pick(OPTIONS), random.pick([...values, '"the of" OR NOT pool', 'W10=', 'json'])])
    }
    return options
  }

  #filter(random: Random, depth: number): string {
    const kind = depth === 0 ? 'compare' : random.pick(['junction', 'junction', 'not', 'group', 'compare', 'many'])
    switch (kind) {
      case 'junction':
        return `${this.#filter(random, depth - 1)} ${random.pick(['and', 'or'])} ${this.#filter(random, depth - 1)}`
      case 'not':
        return `not (${this.#filter(random, depth - 1)})`
      case 'group':
        return `${'('.repeat(random.pick([1, 2, 200]))}${this.#filter(random, depth - 1)})`
      case 'many':
        return Array.from({ length: random.pick([5, 99, 100, 101, 900]) }, () => this.#compare(random)).join(' or ')
      default:
        return this.#compare(random)
    }
  }

  #compare(random: Random): string {
    const [field, literal] = [random.pick(FIELDS), random.pick(LITERALS)]
    return random.pick([
      () => `${field} ${random.pick(OPERATORS)} ${literal}`,
      () => `${field} ${random.pick(OPERATORS)} ${literal}`,
      () =>
        `${field} in (${Array.from({ length: random.pick([1, 2, 50, 1001]) }, () => random.pick(LITERALS)).join(',')})`,
      () => `${random.pick(FUNCTIONS)}(${field},${literal})`,
      () => `contains(tolower(${field}),${literal})`,
      () => `${field}/${random.pick(['any', 'all'])}(x:x eq ${literal})`,
      () => `geo.distance(Coordinates,geography'SRID=4326;POINT(-97.7 30.2)') lt ${literal}`,
    ])()
  }
}

/** Allowed statuses of answers below /odata. 501 means an unsupported function. */
const OF_ODATA: ReadonlySet<number> = new Set([...STATUSES, 501])

function wrongWith(answer: Answer): string | undefined {
  return wrongWithHead(answer.status === 501 ? { ...answer, status: 400 } : answer, OF_ODATA)
}
