import type { QueryNode } from '../../../../catalog/ports/query.ts'
import { each, type SlicedWork } from '../../../../kit/threads/slices.ts'
import { REGION_TYPES, type Region, type RegionType } from '../../../../model/region.ts'
import { type LocationSource, locate } from '../../../../places/locate/locate.ts'
import { ofNames } from '../../../../places/regions/of-regions.ts'
import { regionLabel } from '../../../../places/regions/region-label.ts'
import { regionPath } from '../../../rendering/portal-urls.ts'
import type { RegionChoice } from './forms.ts'
import type { Entry, Notes } from './notes.ts'

/** A place: its name, and conditions that must all hold. */
export interface Place {
  readonly nodes: readonly QueryNode[]
  readonly name: string
}

/** Types of regions by their numbers in the JSON of a URL. */
const TYPES_BY_NUMBER: ReadonlyMap<number, RegionType> = new Map([
  [2, 'state'],
  [4, 'county'],
  [6, 'city'],
  [7, 'zipcode'],
  [8, 'neighborhood'],
])

/** Looks up the places that a URL names, and records each outcome for the answer. */
export class Places {
  readonly #source: LocationSource
  readonly #notes: Notes

  constructor(source: LocationSource, notes: Notes) {
    this.#source = source
    this.#notes = notes
  }

  /** Returns the union of those regions that this catalog has; undefined if it has none of them. */
  regions(entries: readonly Entry<RegionChoice>[]): Place | undefined {
    const matching = entries.map((entry) => this.#region(entry)).filter((region) => region !== undefined)
    if (matching.length === 0) return undefined
    const regions = [...new Set(matching)]
    const [first] = regions
    return {
      nodes: [{ kind: 'place', regions: regions.map(({ key }) => key) }],
      name: first && regions.length === 1 ? regionLabel(first) : `${regions.length} regions`,
    }
  }

  /**
   * Returns a place by name: the region whose page has this path. If no page has it, the place that `location` would
   * find.
   */
  async named(entry: Entry<string> | undefined): Promise<Place | undefined> {
    if (!entry) return undefined
    const regions = this.#source.regions()
    const region = regions[bookOf(regions).byPath.get(pathOf(entry.value)) ?? -1]
    if (region) return this.#found(entry, [{ kind: 'place', regions: [region.key] }], regionLabel(region))
    const { isFound, name = entry.value, all, zpids, why, alternatives } = await locate(entry.value, this.#source)
    if (!isFound) {
      this.#notes.leaveOut(entry.key, why ?? 'this catalog has no such place.')
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
    const regions = this.#source.regions()
    const region = regions[bookOf(regions).byId.get(regionId) ?? -1]
    const type = regionType === undefined ? undefined : TYPES_BY_NUMBER.get(regionType)
    if (!region)
      this.#notes.leaveOut(
        key,
        `${regionId} is not a region of this catalog; /autocomplete returns the ids of its regions.`,
      )
    else if (type !== undefined && type !== region.type) {
      this.#notes.leaveOut(key, `region ${regionId} of this catalog is a ${region.type}, not a ${type}.`)
    } else {
      this.#notes.understand({ key, value }, regionLabel(region))
      return region
    }
    return undefined
  }
}

/** Indices of regions by id and by path. */
interface RegionBook {
  readonly byId: ReadonlyMap<number, number>
  /**
   * Index of each region by the path of its page, without slashes. If a city shares its path with other regions, the
   * city wins.
   */
  readonly byPath: ReadonlyMap<string, number>
}

const bookOf = ofNames(function* (regions): SlicedWork<RegionBook> {
  const [byId, byPath] = [new Map<number, number>(), new Map<string, number>()]
  yield* each(regions, (region, index) => {
    byId.set(region.regionId, index)
    const path = regionPath(region).replaceAll('/', '')
    const regionOfPath = regions[byPath.get(path) ?? -1]
    if (regionOfPath === undefined || rank(region) >= rank(regionOfPath)) byPath.set(path, index)
  })
  return { byId, byPath }
})

/** Returns the rank of a region. Of regions with the same path, the region with the highest rank wins. */
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
