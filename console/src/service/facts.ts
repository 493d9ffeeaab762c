import type { Area } from './query.ts'
import { readJson } from './read-json.ts'
import { store } from './store.ts'

/** What the service says of itself to this page. */
export interface Facts {
  readonly keyHeader: string
  /** Good for this browser without having been asked for; null elsewhere. */
  readonly demoKey: string | null
  readonly areas: Readonly<Record<Area, string | null>>
  /** The homes are invented. */
  readonly sample: boolean
  /** This browser may see the pages for operators without a key. */
  readonly operator: boolean
  /** The invented homes; null where they are not invented. */
  readonly homes: number | null
  /** Where most homes are on the market, that with the most first; none where the service does not tell. */
  readonly starts: readonly StartPlace[]
  /** Origins that pictures are loaded from, beside that of this page; its policy blocks all others. */
  readonly pictureOrigins: readonly string[]
  /** Tiles of the ground that the operator names; null where the map is drawn from outlines alone. */
  readonly tiles: MapTiles | null
}

export interface StartPlace {
  readonly name: string
  /** West, south, east, north, in degrees. */
  readonly bounds: readonly [number, number, number, number]
}

export interface MapTiles {
  readonly kind: 'raster' | 'vector'
  /** With {z}, {x} and {y} where the number of a tile goes; of a PMTiles file its path on the service. */
  readonly url: string
  readonly attribution: string
  /** Of a PMTiles file: the zooms that it has tiles for. */
  readonly zooms: readonly [least: number, most: number] | null
  /** Likewise where: west, south, east, north, in degrees; absent where the service does not tell. */
  readonly bounds?: readonly [west: number, south: number, east: number, north: number] | null
}

/** Undefined until the service has told them. */
export const knownFacts = store<Facts | undefined>(undefined)

let asked: Promise<Facts> | undefined

/** Asked once; what failed is asked again by whoever comes next. Throws a Problem when the service refuses. */
export function facts(): Promise<Facts> {
  asked ??= load().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** This page comes from area A: to the browser its own origin is the only sure address of it. */
async function load(): Promise<Facts> {
  const told = (await readJson(await fetch('/console/facts.json'))) as Facts // of the same release as this page
  const known = { ...told, areas: { ...told.areas, A: location.origin } }
  knownFacts.set(known)
  return known
}

/** Once something has been asked; before that, what is surely true. */
export function factsSoFar(): Facts {
  return (
    knownFacts.get() ?? {
      keyHeader: 'x-api-key',
      demoKey: null,
      areas: { A: location.origin, B: null, C: null },
      sample: false,
      operator: false,
      homes: null,
      starts: [],
      pictureOrigins: [],
      tiles: null,
    }
  )
}

/** Another service may stand at the address after one that was away. */
export function forgetFacts(): void {
  asked = undefined
}
