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
      const [last = '', ...others] = [...new Set(words.map(ownerTerm))].toReversed()
      const values: unknown[] = [last, `${last}\u{10ffff}`]
      const ofOthers =
        () => `AND owner IN (SELECT owner FROM catalog.owner_term WHERE term = ANY ($${values.push(others)})
        GROUP BY owner HAVING count(*) = ${others.length})`
      const within = () =>
        `AND place IN (SELECT place FROM catalog.place_region WHERE region = $${values.push(region)})`
      const text = `${GROUPED}
        WHERE owner IN (SELECT owner FROM catalog.owner_term WHERE term >= $1 AND term < $2)
          ${others.length > 0 ? ofOthers() : ''} ${region === undefined ? '' : within()}
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
