import { Fault } from '../../kit/base/failure.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import { parseAddress } from '../../places/addresses/address.ts'
import type { Owner, OwnerLookup, OwnerTotals } from '../ports/owner-lookup.ts'
import type { Withheld } from '../ports/withheld.ts'
import { type NamedOwner, ownersOf, ownerTerm } from './rows.ts'

/** Reads the tables about owners. */
export interface OwnerTables {
  /** Runs SQL that works in both PostgreSQL and SQLite. */
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  home(zpid: number): Promise<Home | undefined>
  readonly withheld: Withheld
}

const CITIES_MAX = 50
const POINTS_MAX = 1000
const SHARING_MAX = 100
/** Maximum number of homes whose addresses may recognize a hidden person. */
const HOMES_OF_PERSON_MAX = 1000

/** Maximum number of owners that have the rarest word of a search. Reading this many takes about 50 ms. */
const OWNERS_MAX = 10_000
const TOO_MANY = `More than ${OWNERS_MAX.toLocaleString('en-US')} owners have each of these words in their names: add another word of the name.`

/** Returns the SQL condition for the nth term. Its value is a range, because the last term may be the beginning of a word. */
function isTerm(nth: number): string {
  return `term BETWEEN $${2 * nth + 1} AND $${2 * nth + 2}`
}

/** A row of a search. */
interface Found {
  readonly owner: string
  readonly name: string
  readonly homes: number
  /** Some home of the owner. */
  readonly zpid: number
}

/** Looks up owners with the same SQL in both backends. */
export function ownerLookup({ query, home, withheld }: OwnerTables): OwnerLookup {
  const homesOf = async (ownerId: string, limit: number, offset = 0) =>
    (await query<{ zpid: number }>(HOMES, [ownerId, limit, offset])).map(({ zpid }) => zpid)

  /** Whether the owner is hidden: by id, or by name at the mailing address or at the address of one of the homes. */
  const isHidden = async ({ owner, name }: Found) => {
    if (withheld.mayHave?.(owner, name) === false) return false
    const homes = await Promise.all((await homesOf(owner, HOMES_OF_PERSON_MAX)).map(home))
    const addresses = homes.flatMap((each) => (each === undefined ? [] : [each.address, mailingOf(each)].flat()))
    return withheld.has({ ...NOBODY, personId: owner, name, addresses })
  }

  const shown = async (rows: readonly Found[]) => {
    const hidden = await Promise.all(rows.map(isHidden))
    return rows.filter((_, at) => !hidden[at])
  }

  /** Returns the index of the term that the fewest owners have. Rejects with a Fault if too many have it. */
  const rarestOf = async (terms: readonly string[], values: readonly unknown[]): Promise<number> => {
    const counts = terms.map(
      (_, at) => `(SELECT count(*) FROM (SELECT 1 FROM catalog.owner_term
      WHERE ${isTerm(at)} LIMIT ${OWNERS_MAX + 1}) AS owners) AS n${at}`,
    )
    const [owners = {}] = await query<Readonly<Record<string, number>>>(`SELECT ${counts.join(', ')}`, values)
    const fewest = Math.min(...Object.values(owners))
    if (fewest > OWNERS_MAX) throw new Fault('search.too_costly', TOO_MANY)
    return Object.values(owners).indexOf(fewest)
  }

  const described = async (rows: readonly Found[]): Promise<readonly Owner[]> => {
    const owners = await Promise.all(
      rows.map(async ({ owner, zpid, homes }) => {
        const own = await home(zpid)
        const named = own && ownersOf(own).find(({ ownerId }) => ownerId === owner)
        return named === undefined ? [] : [ownerOf(named, homes, own?.owner?.address)]
      }),
    )
    return owners.flat()
  }

  return {
    async page({ words, region, offset, limit }) {
      const terms = [...new Set(words.map(ownerTerm))]
      const values: unknown[] = terms.flatMap((term, at) => [term, at < terms.length - 1 ? term : `${term}\u{10ffff}`])
      const rarest = await rarestOf(terms, values)
      const others = [...terms.keys()].filter((at) => at !== rarest)
      const alsoHas = others.map((at) => `AND EXISTS (${OTHER_TERM} AND other.${isTerm(at)})`)
      const within = () =>
        `AND place IN (SELECT place FROM catalog.place_region WHERE region = $${values.push(region)})`
      const text = `${GROUPED}
        WHERE owner IN (SELECT owner FROM catalog.owner_term AS rarest WHERE ${isTerm(rarest)} ${alsoHas.join(' ')})
          ${region === undefined ? '' : within()}
        GROUP BY owner ORDER BY homes DESC, owner`
      const rows = await shown(await query<Found>(text, values))
      return { total: rows.length, owners: await described(rows.slice(offset, offset + limit)) }
    },
    async owner(ownerId) {
      return (await described(await shown(await query<Found>(ONE, [ownerId]))))[0]
    },
    async totals(ownerId) {
      const [[sums], cities, points] = await Promise.all([
        query<Sums>(SUMS, [ownerId]),
        query<{ region: string; homes: number }>(CITIES, [ownerId]),
        query<OwnerTotals['points'][number]>(POINTS, [ownerId]),
      ])
      // copies, because rows of SQLite have no prototype
      return {
        ...totalsOf(sums),
        cities: cities.map((city) => ({ ...city })),
        points: points.map((point) => ({ ...point })),
      }
    },
    homesOf: (ownerId, { offset, limit }) => homesOf(ownerId, limit, offset),
    async sharing(ownerId) {
      return described(await shown(await query<Found>(SHARING, [ownerId])))
    },
  }
}

const NOBODY: Person = { personId: '', name: '', phones: [], emails: [], addresses: [], relatives: [], associates: [] }

function ownerOf({ ownerId, kind, name }: NamedOwner, homes: number, address: string | undefined): Owner {
  return { ownerId, kind, name, ...(address !== undefined && { address }), homes }
}

/** Returns the mailing address in the parts of a person's address. */
function mailingOf({ owner }: Home): Person['addresses'] {
  if (owner?.address === undefined) return []
  const { houseNumber, preDirection, street, suffix, postDirection, unit, ...where } = parseAddress(owner.address)
  const line = [houseNumber, preDirection, street, suffix, postDirection, unit && `# ${unit}`]
  return [{ ...where, streetAddress: line.filter(Boolean).join(' ') }]
}

const GROUPED = 'SELECT owner, min(name) AS name, count(*) AS homes, min(zpid) AS zpid FROM catalog.home_owner'
const OTHER_TERM = 'SELECT 1 FROM catalog.owner_term AS other WHERE other.owner = rarest.owner'
const ONE = `${GROUPED} WHERE owner = $1 GROUP BY owner`
const SHARING = `${GROUPED} WHERE owner <> $1 AND mail IN (
    SELECT mail FROM catalog.home_owner WHERE owner = $1 AND mail <> '')
  GROUP BY owner ORDER BY homes DESC, owner LIMIT ${SHARING_MAX}`
const HOMES = 'SELECT zpid FROM catalog.home_owner WHERE owner = $1 ORDER BY zpid LIMIT $2 OFFSET $3'
const SUMS = `SELECT count(*) AS homes, count(estimate) AS estimates, sum(estimate) AS estimated,
    count(assessed) AS assessments, sum(assessed) AS assessed, min(longitude) AS west, min(latitude) AS south,
    max(longitude) AS east, max(latitude) AS north FROM catalog.home_owner WHERE owner = $1`
const CITIES = `SELECT region, count(*) AS homes FROM catalog.home_owner JOIN catalog.place_region USING (place)
  WHERE owner = $1 AND region >= 'city/' AND region < 'city0'
  GROUP BY region ORDER BY homes DESC, region LIMIT ${CITIES_MAX}`
const POINTS = `SELECT zpid, latitude, longitude FROM catalog.home_owner
  WHERE owner = $1 AND latitude IS NOT NULL ORDER BY zpid LIMIT ${POINTS_MAX}`

interface Sums {
  readonly homes: number
  readonly estimates: number
  readonly estimated: number | null
  readonly assessments: number
  readonly assessed: number | null
  readonly west: number | null
  readonly south: number | null
  readonly east: number | null
  readonly north: number | null
}

function totalsOf(sums: Sums | undefined): Omit<OwnerTotals, 'cities' | 'points'> {
  const { homes = 0, estimates = 0, estimated, assessments = 0, assessed, west, south, east, north } = sums ?? {}
  const isPlaced = west != null && south != null && east != null && north != null
  return {
    homes,
    estimates: { homes: estimates, sum: estimated ?? 0 },
    assessments: { homes: assessments, sum: assessed ?? 0 },
    ...(isPlaced && { bounds: { west, south, east, north } }),
  }
}
