import { oncePer } from '../../../base/once-per.ts'
import type { QueryNode } from '../../../catalog/query.ts'
import { type LocationSource, locate } from '../../../locate/locate.ts'
import { REGION_TYPES, type Region, type RegionType } from '../../../model/region.ts'
import { regionLabel } from '../../../regions/region-label.ts'
import { regionPath } from '../../../rendering/portal-urls.ts'
import type { RegionChoice } from './forms.ts'
import type { Entry, Notes } from './notes.ts'

/** A place: nodes that must all hold, and its name. */
export interface Place {
  readonly nodes: readonly QueryNode[]
  readonly name: string
}

/** The numbers that a search state uses for types of regions. */
const TYPES_BY_NUMBER: ReadonlyMap<number, RegionType> = new Map([
  [2, 'state'],
  [4, 'county'],
  [6, 'city'],
  [7, 'zipcode'],
  [8, 'neighborhood'],
])

/** Looks up the places that a URL names, and notes the outcome of each. */
export class Places {
  readonly #source: LocationSource
  readonly #notes: Notes

  constructor(source: LocationSource, notes: Notes) {
    this.#source = source
    this.#notes = notes
  }

  /** The union of the regions that this catalogue has; undefined if it has none of them. */
  regions(entries: readonly Entry<RegionChoice>[]): Place | undefined {
    const found = entries.map((entry) => this.#region(entry)).filter((region) => region !== undefined)
    if (found.length === 0) return undefined
    const regions = [...new Set(found)]
    const [first] = regions
    return {
      nodes: [{ kind: 'place', regions: regions.map(({ key }) => key) }],
      name: first && regions.length === 1 ? regionLabel(first) : `${regions.length} regions`,
    }
  }

  /** A place by name: the region whose page has this path, or else what `location` in a search would find. */
  async named(entry: Entry<string> | undefined): Promise<Place | undefined> {
    if (!entry) return undefined
    const region = bookOf(this.#source.regions()).byPath.get(pathOf(entry.value))
    if (region) return this.#found(entry, [{ kind: 'place', regions: [region.key] }], regionLabel(region))
    const { found, name = entry.value, all, zpids, why, alternatives } = await locate(entry.value, this.#source)
    if (!found) {
      this.#notes.leaveOut(entry.key, why ?? 'this catalogue has no such place.')
      return undefined
    }
    const nodes = all.map((key): QueryNode => ({ kind: 'place', regions: [key] }))
    const as = [name, ...alternatives.map((other) => `not ${other}`), why].filter(Boolean).join('; ')
    return this.#found(entry, zpids.length > 0 ? [...nodes, { kind: 'homes', zpids }] : nodes, name, as)
  }

  leaveOut(entries: readonly (Entry<unknown> | undefined)[], why: string): void {
    for (const entry of entries) if (entry) this.#notes.leaveOut(entry.key, why)
  }

  #found(entry: Entry<string>, nodes: readonly QueryNode[], name: string, as = name): Place {
    this.#notes.understand(entry, as)
    return { nodes, name }
  }

  #region({ key, value }: Entry<RegionChoice>): Region | undefined {
    const { regionId, regionType } = value
    const region = bookOf(this.#source.regions()).byId.get(regionId)
    const type = regionType === undefined ? undefined : TYPES_BY_NUMBER.get(regionType)
    if (!region)
      this.#notes.leaveOut(
        key,
        `${regionId} is no region of this catalogue; /autocomplete gives the ids of those it has.`,
      )
    else if (type !== undefined && type !== region.type) {
      this.#notes.leaveOut(key, `region ${regionId} of this catalogue is a ${region.type}, not a ${type}.`)
    } else {
      this.#notes.understand({ key, value }, regionLabel(region))
      return region
    }
    return undefined
  }
}

interface RegionBook {
  readonly byId: ReadonlyMap<number, Region>
  /** By the path of its page, without slashes. Of several regions with one path, a city comes first. */
  readonly byPath: ReadonlyMap<string, Region>
}

/** Computed once per state of the catalogue, which returns the same array until it changes. */
const bookOf = oncePer((regions: readonly Region[]): RegionBook => {
  const cityLast = regions.toSorted((one, other) => rank(one) - rank(other))
  return {
    byId: new Map(regions.map((region) => [region.regionId, region])),
    byPath: new Map(cityLast.map((region) => [regionPath(region).replaceAll('/', ''), region])),
  }
})

/** Regions of higher rank override others with the same path. */
function rank({ type }: Region): number {
  return type === 'city' ? REGION_TYPES.length : REGION_TYPES.indexOf(type)
}

/** `austin, TX 78703` → `austin-tx-78703` */
function pathOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}
