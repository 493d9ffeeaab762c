import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { HomeRecords } from '../../src/intake/ingest/home-records.ts'
import type { Home, Listing, Point } from '../../src/model/home.ts'
import { type Gathered, gatherSample } from '../sample/trial.ts'

/** A time later than the clock of any database, so that databases number changes in the same way as folders. */
export const NOW_MS = Date.UTC(2027, 0, 11, 16, 20)
const MINUTE_MS = 60_000

/** The names of the two catalogs. Their records are the same, except for withheld facts. */
export const SIDES = ['one', 'other'] as const
export type Side = (typeof SIDES)[number]

/** The facts that a source withholds together with the address. */
interface Hidden {
  readonly sourceKey: string
  readonly street: string
  readonly point: Point
  readonly parcelNumber: string
  readonly owner: string
  readonly censusTract: string
  readonly place: string
  readonly legal: string
  /** The number of a recorded document. */
  readonly document: string
}

/** Ids of the homes that the test is about. */
export const HOMES = {
  /** The address is withheld from the beginning. In catalog `one`, the home's position changes later. */
  withheld: 700_001,
  /** The address is withheld. The home is the only one in its ZIP code. */
  alone: 700_002,
  /** The address is withheld. The home is sold. */
  sold: 700_003,
  /** The address is withheld. The home is for rent. */
  rental: 700_004,
  /** The address is public first, and withheld later. */
  thenWithheld: 700_005,
  /** The address is public, then withheld. Then the home is deleted. */
  deleted: 700_006,
  /** The address is withheld first, and public later. */
  disclosed: 700_007,
  /** Merged from a county's record without a listing, and a record of a listing service that withholds the address. */
  joined: 700_008,
  /** The address is public. Later, an operator merges the home with `withheld`. */
  matched: 700_010,
  /** The address is public. An operator merges the home with `deleted` while the address of `deleted` is public. */
  matchedEarly: 700_011,
} as const
/** The id of the second record of the home `joined`. */
export const JOINED_RECORD = 700_009

const ALONE_ZIP = { city: 'Absarokee', state: 'MT', zipcode: '59001', county: 'Stillwater', countyFips: '30095' }

/** The commits that both catalogs get, and other records around the homes. */
export interface Story {
  readonly records: Gathered
  /** A house for sale from the sample, near the homes of the test. */
  readonly near: Home & { readonly point: Point; readonly listing: Listing }
  hiddenOf(side: Side, zpid: number): Hidden
  /** The commits after the first one, which writes the sample. */
  readonly commits: readonly ((homes: HomeRecords, side: Side) => void)[]
}

export async function makeStory(sampleHomes: number): Promise<Story> {
  const { records } = await gatherSample(sampleHomes, 1, NOW_MS)
  const near = records.home.find(
    ({ listing, lotId, point }) =>
      listing?.status === 'Active' && listing.kind === 'sale' && lotId === undefined && point !== undefined,
  ) as Story['near']
  const hiddenOf = (side: Side, zpid: number): Hidden => {
    const [nth, off] = [zpid - 700_000, side === 'one' ? 0.004 : -0.009]
    const name = side === 'one' ? 'Hollow' : 'Ridge'
    return {
      sourceKey: `PARCEL${name}${nth}`.toUpperCase(),
      street: `${(side === 'one' ? 4700 : 8200) + 7 * nth} Secret ${name} Ln`,
      point: { latitude: near.point.latitude + off + nth / 1e4, longitude: near.point.longitude - off + nth / 1e4 },
      parcelNumber: `APN-${name}-${nth}`,
      owner: `SECRET ${name.toUpperCase()} ${nth} LLC`,
      censusTract: `${near.address.countyFips ?? '48453'}00${side === 'one' ? 1000 + nth : 2000 + nth}`,
      place: `${name} Heights`,
      document: `DOC-${name}-${nth}`,
      legal: `LOT ${nth} OF ${name.toUpperCase()} ADDITION`,
    }
  }
  const home = (zpid: number, hidden: Hidden, isWithheld: boolean, more: Partial<Home> = {}): Home => {
    const { undisclosed: _undisclosed, ...area } = { ...near.address, ...more.address }
    return {
      ...near,
      ...more,
      zpid,
      source: 'story',
      sourceKey: hidden.sourceKey,
      point: hidden.point,
      parcelNumber: hidden.parcelNumber,
      recorded: [
        { day: '2020-05-04', type: 'Deed', document: hidden.document, source: 'story' },
        { day: hidden.document.includes('Ridge') ? '2025-05-04' : '2015-05-04', type: 'Permit', source: 'story' },
        {
          day: '2026-05-04',
          type: hidden.document.includes('Ridge') ? 'Lien' : 'Mortgage',
          amount: 5,
          source: 'story',
        },
      ],
      owner: { name: hidden.owner, address: 'PO BOX 700, TX' },
      facts: { ...near.facts, ...more.facts, other: { Legal: hidden.legal } },
      address: {
        ...area,
        streetAddress: hidden.street,
        censusTract: hidden.censusTract,
        neighborhood: hidden.place,
        community: `${hidden.place} Club`,
        subdivision: `${hidden.place} Estates`,
        ...(isWithheld && { undisclosed: true }),
      },
      listing: { ...near.listing, ...more.listing, mlsId: `ST${zpid}` },
    }
  }
  const disclosedAt = (zpid: number) => hiddenOf('one', zpid)
  const priced = (listPrice: number) => ({ listing: { ...near.listing, listPrice } })
  const sold: Listing = {
    kind: 'sale',
    status: 'Closed',
    listedBy: 'agent',
    closePrice: 512_000,
    closeDate: '2026-12-03',
  }
  const rental: Listing = {
    kind: 'lease',
    status: 'Active',
    listedBy: 'agent',
    listPrice: 2345,
    lease: { space: 'entire' },
  }
  return {
    records,
    near,
    hiddenOf,
    commits: [
      (homes, side) => {
        const { withheld, alone, thenWithheld, deleted, disclosed, joined } = HOMES
        put(homes, home(withheld, hiddenOf(side, withheld), true))
        put(homes, home(alone, hiddenOf(side, alone), true, { address: { ...near.address, ...ALONE_ZIP } }))
        put(homes, home(HOMES.sold, hiddenOf(side, HOMES.sold), true, { listing: sold }))
        put(homes, home(HOMES.rental, hiddenOf(side, HOMES.rental), true, { listing: rental }))
        for (const zpid of [thenWithheld, deleted, HOMES.matched, HOMES.matchedEarly])
          put(homes, home(zpid, disclosedAt(zpid), false))
        put(homes, home(disclosed, hiddenOf(side, disclosed), true))
        const { listing: _listing, ...unlisted } = home(joined, hiddenOf(side, joined), false)
        put(homes, unlisted)
        homes.flush()
        put(homes, { ...home(JOINED_RECORD, hiddenOf(side, joined), true), source: 'service', sourceKey: 'L1' })
      },
      (homes, side) => {
        for (const zpid of [HOMES.withheld, HOMES.alone, HOMES.disclosed])
          put(
            homes,
            home(
              zpid,
              hiddenOf(side, zpid),
              true,
              zpid === HOMES.alone
                ? { ...priced(1_234_000), address: { ...near.address, ...ALONE_ZIP } }
                : priced(1_234_000),
            ),
          )
        homes.together(HOMES.matchedEarly, HOMES.deleted)
      },
      (homes, side) => {
        for (const zpid of [HOMES.thenWithheld, HOMES.deleted]) put(homes, home(zpid, hiddenOf(side, zpid), true))
      },
      (homes, side) => {
        const moved = hiddenOf(side, side === 'one' ? HOMES.withheld + 50 : HOMES.withheld)
        put(homes, home(HOMES.withheld, moved, true, priced(1_234_000)))
        put(homes, home(HOMES.disclosed, disclosedAt(HOMES.disclosed), false, priced(1_230_000)))
        homes.together(HOMES.matched, HOMES.withheld)
      },
      (homes) => {
        for (const zpid of [HOMES.deleted, HOMES.matchedEarly]) homes.withdraw(zpid)
      },
    ],
  }
}

function put(homes: HomeRecords, record: Home): void {
  homes.put(record, homes.get(record.zpid))
}

/** Writes all commits to one of the catalogs. `open` starts a commit at a given time. */
export function tell({ records, commits }: Story, side: Side, open: (momentMs: number) => CatalogWriter): void {
  const first = open(NOW_MS)
  for (const [noun, own] of Object.entries(records)) {
    for (const record of own) {
      const home = record as Home // the records of this list are homes
      first.put(noun as 'home', noun === 'home' ? { ...home, layers: first.layersOf(home) } : home)
    }
  }
  first.commit()
  commits.forEach((commit, nth) => {
    const writer = open(NOW_MS + (nth + 1) * MINUTE_MS)
    const homes = new HomeRecords(writer)
    commit(homes, side)
    homes.flush()
    writer.commit()
  })
}

/** The time at which both catalogs are queried, in milliseconds since 1970. */
export const ASKED_MS = NOW_MS + 60 * MINUTE_MS
