import { ownerRows, ownersOf } from '../../src/catalog/owners/rows.ts'
import type { Owner, OwnerLookup } from '../../src/catalog/ports/owner-lookup.ts'
import type { Home } from '../../src/model/home.ts'
import { ownerWords } from '../../src/model/owner-name.ts'
import { regionKeysOf } from '../../src/places/regions/region-keys.ts'

/** Looks up owners in memory, by testing every home for every query. Hides nobody. */
export function naiveOwnerLookup(homes: readonly Home[]): OwnerLookup {
  const all = homes.flatMap((home) => ownersOf(home).map((owner) => ({ home, owner, row: ownerRows(home, 0)[0] })))
  const owned = (id: string) =>
    all.filter(({ owner }) => owner.ownerId === id).sort((a, b) => a.home.zpid - b.home.zpid)
  const described = (some: typeof all): readonly Owner[] =>
    [...Map.groupBy(some, ({ owner }) => owner.ownerId)]
      .map(([ownerId, own]) => {
        const first = own.toSorted((a, b) => a.home.zpid - b.home.zpid)[0] as (typeof all)[number] // groups are not empty
        const address = first.home.owner?.address
        const { kind, name } = first.owner
        return { ownerId, kind, name, ...(address !== undefined && { address }), homes: own.length }
      })
      .sort((a, b) => b.homes - a.homes || (a.ownerId < b.ownerId ? -1 : 1))
  return {
    page: async ({ words, region, offset, limit }) => {
      const fitting = all.filter(({ home, owner }) => {
        const own = ownerWords(owner.key)
        const last = words.at(-1) ?? ''
        const isNamed =
          words.slice(0, -1).every((word) => own.includes(word)) && own.some((word) => word.startsWith(last))
        return isNamed && (region === undefined || Object.values(regionKeysOf(home.address)).includes(region))
      })
      const owners = described(fitting)
      return { total: owners.length, owners: owners.slice(offset, offset + limit) }
    },
    owner: async (id) => described(owned(id))[0],
    homesOf: async (id, { offset, limit }) =>
      owned(id)
        .slice(offset, offset + limit)
        .map(({ home }) => home.zpid),
    sharing: async (id) => {
      const mails = new Set(owned(id).map(({ owner }) => owner.mail))
      mails.delete('')
      return described(all.filter(({ owner }) => owner.ownerId !== id && mails.has(owner.mail))).slice(0, 100)
    },
    totals: async (id) => {
      const own = owned(id)
      const cities = Map.groupBy(
        own.filter(({ home }) => regionKeysOf(home.address).city !== undefined),
        ({ home }) => regionKeysOf(home.address).city ?? '',
      )
      const points = own.flatMap(({ home: { zpid, point } }) => (point === undefined ? [] : [{ zpid, ...point }]))
      const [longitudes, latitudes] = [points.map(({ longitude }) => longitude), points.map(({ latitude }) => latitude)]
      return {
        homes: own.length,
        estimates: sumOf(own.map(({ row }) => row?.[5])),
        assessments: sumOf(own.map(({ row }) => row?.[6])),
        cities: [...cities]
          .map(([region, there]) => ({ region, homes: there.length }))
          .sort((a, b) => b.homes - a.homes || (a.region < b.region ? -1 : 1)),
        points,
        ...(points.length > 0 && {
          bounds: {
            west: Math.min(...longitudes),
            south: Math.min(...latitudes),
            east: Math.max(...longitudes),
            north: Math.max(...latitudes),
          },
        }),
      }
    },
  }
}

function sumOf(values: readonly (number | null | undefined)[]) {
  const known = values.filter((value) => typeof value === 'number')
  return { homes: known.length, sum: known.reduce((sum, value) => sum + value, 0) }
}
