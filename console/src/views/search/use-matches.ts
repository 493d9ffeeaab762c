import { useMemo } from 'preact/hooks'
import type { Bounds, MapPoint, Matches } from '../../parts/map/shapes.ts'
import type { FormValues } from '../../service/operation-fields.ts'
import { type Query, queryOf, type Value } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'
import { useIsKeyed } from '../../service/use-row-price.ts'
import type { Where } from './where.ts'

/** The fields of a TileJSON document that this view reads. */
interface TileJson {
  readonly tiles: readonly string[]
  readonly maxzoom: number
  readonly bounds?: readonly [west: number, south: number, east: number, north: number]
  readonly homes: number
  readonly unplaced: number
}

export interface AllMatches {
  readonly matches: Matches
  readonly bounds: Bounds | undefined
  readonly homes: number
  /** The number of homes that are in no tile, because their sources hide the position. */
  readonly unplaced: number
  /** The place of the search, if it names one. */
  readonly place: Value
}

interface Shown {
  readonly where: Where | undefined
  readonly filters: FormValues
  /** The search, if it found more homes than are loaded. */
  readonly larger: Query | undefined
}

interface TilesOfMap {
  readonly all: AllMatches | undefined
  /** Why the tiles of the search are missing. */
  readonly failure: string | undefined
}

/**
 * Tiles of all homes for a map. Before a search, tiles of the whole catalog are free. Tiles of a search cost as much as
 * the search itself, at most once an hour.
 */
export function useMatches({ where, filters, larger }: Shown): TilesOfMap {
  const isKeyed = useIsKeyed()
  const status = filters.listingStatus ?? ''
  const ofSearch = larger && queryOf('/tiles', { path: larger.path, ...larger.params, sortOrder: undefined })
  const query = where === undefined ? queryOf(`/tiles/${encodeURIComponent(status)}`) : ofSearch
  const asked = useAnswer<TileJson>(isKeyed ? query : undefined)
  const answer = shownIn(asked)
  const all = useMemo(() => {
    const [template] = answer?.body.tiles ?? []
    if (answer === undefined || template === undefined) return undefined
    const { maxzoom, bounds, homes, unplaced } = answer.body
    const [west, south, east, north] = bounds ?? []
    return {
      matches: {
        // behind a proxy, the service may know itself by another host name than the browser does
        url: template.replace(/^https?:\/\/[^/]+/, location.origin),
        maxZoom: maxzoom,
        kind: kindOf(answer.query),
      },
      bounds: west === undefined ? undefined : { west, south: south ?? 0, east: east ?? 0, north: north ?? 0 },
      homes,
      unplaced,
      place: answer.query.params.location,
    }
  }, [answer])
  return { all, failure: asked.state === 'failed' ? asked.failure.message : undefined }
}

function kindOf({ path, params }: Query): MapPoint['kind'] {
  const text = `${path} ${params.listingStatus}`
  if (/rent/i.test(text)) return 'rent'
  return /sold/i.test(text) ? 'sold' : 'sale'
}
