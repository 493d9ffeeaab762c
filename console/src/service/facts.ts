import { readJson } from './read-json.ts'
import { store } from './store.ts'

/** The facts about the service that it gives this page. */
export interface Facts {
  readonly keyHeader: string
  /** Good for this browser without having been asked for; null elsewhere. */
  readonly demoKey: string | null
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
  /** An address with {z}, {x} and {y} for the number of a tile, or the path of a PMTiles file on the service. */
  readonly url: string
  readonly attribution: string
  /** The zooms that a PMTiles file has tiles for; null for other tiles. */
  readonly zooms: readonly [least: number, most: number] | null
  /** The area of its tiles in degrees: west, south, east, north. It is absent where the service does not tell it. */
  readonly bounds?: readonly [west: number, south: number, east: number, north: number] | null
}

/** Undefined until the service has told them. */
export const knownFacts = store<Facts | undefined>(undefined)

let asked: Promise<Facts> | undefined

/** Asks for the facts once, and after a failure again at the next call. Throws a Problem when the service refuses. */
export function facts(): Promise<Facts> {
  asked ??= load().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

async function load(): Promise<Facts> {
  const answered = (await readJson(await fetch('/console/facts.json'))) as Facts // of the same release as this page
  knownFacts.set(answered)
  return answered
}

/** Once something has been asked; before that, what is surely true. */
export function factsSoFar(): Facts {
  return (
    knownFacts.get() ?? {
      keyHeader: 'x-api-key',
      demoKey: null,
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
