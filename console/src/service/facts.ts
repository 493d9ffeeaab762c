import { readJson } from './read-json.ts'
import { store } from './store.ts'

/** Facts about the service that the console needs before it sends a request. */
export interface Facts {
  readonly keyHeader: string
  /** A demo key that this browser may use. Null if there is none. */
  readonly demoKey: string | null
  /** Whether the homes are fictional sample data. */
  readonly sample: boolean
  /** Whether this browser may see the pages for operators without a key. */
  readonly operator: boolean
  /** Whether operators can sign in without a key. */
  readonly signIn: boolean
  /** The operator who has signed in; null if nobody has. */
  readonly person: string | null
  /** The number of fictional homes; null if the homes are real. */
  readonly homes: number | null
  /** The places with the most homes on the market, most homes first; empty if unknown. */
  readonly starts: readonly StartPlace[]
  /** Origins besides this page's own from which pictures may be loaded; the security policy blocks all others. */
  readonly pictureOrigins: readonly string[]
  /** Background tiles configured by the operator; null if the map uses outlines only. */
  readonly tiles: MapTiles | null
}

export interface StartPlace {
  readonly name: string
  /** West, south, east, north, in degrees. */
  readonly bounds: readonly [number, number, number, number]
}

export interface MapTiles {
  readonly kind: 'raster' | 'vector'
  /** A URL template with {z}, {x} and {y}, or the path of a PMTiles file on the service. */
  readonly url: string
  readonly attribution: string
  /** The zooms of a PMTiles file; null for other tile sources. */
  readonly zooms: readonly [least: number, most: number] | null
  /** The area that the tiles cover, in degrees: west, south, east, north. Absent if unknown. */
  readonly bounds?: readonly [west: number, south: number, east: number, north: number] | null
}

/** Undefined until the facts are loaded. */
export const knownFacts = store<Facts | undefined>(undefined)

let asked: Promise<Facts> | undefined

/** Loads the facts once. After a failure, the next call tries again. Throws a Problem if the service refuses. */
export function facts(): Promise<Facts> {
  asked ??= load().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

async function load(): Promise<Facts> {
  // the page comes with the service, so it knows this type
  const answered = (await readJson(await fetch('/console/facts.json'))) as Facts
  knownFacts.set(answered)
  return answered
}

/** Returns the loaded facts; before that, safe defaults. */
export function factsSoFar(): Facts {
  return (
    knownFacts.get() ?? {
      keyHeader: 'x-api-key',
      demoKey: null,
      sample: false,
      operator: false,
      signIn: false,
      person: null,
      homes: null,
      starts: [],
      pictureOrigins: [],
      tiles: null,
    }
  )
}

/** Discards the facts, because after an outage the service at the address may be a different one. */
export function forgetFacts(): void {
  asked = undefined
}
