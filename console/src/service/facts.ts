import type { Area } from './query.ts'

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
  /** Pictures of the ground that the operator names; null where the map is drawn from outlines. */
  readonly tiles: { readonly url: string; readonly attribution: string } | null
}

let asked: Promise<Facts> | undefined
let known: Facts | undefined

/** Asked once; what failed is asked again by whoever comes next. */
export function facts(): Promise<Facts> {
  asked ??= fetch('/console/facts.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`status ${response.status}`)
      known = (await response.json()) as Facts // of the same release as this page
      return known
    })
    .catch((error: unknown) => {
      asked = undefined
      throw error
    })
  return asked
}

/** Once something has been asked; before that, what is surely true. */
export function factsSoFar(): Facts {
  return (
    known ?? {
      keyHeader: 'x-api-key',
      demoKey: null,
      areas: { A: location.origin, B: null, C: null },
      sample: false,
      operator: false,
      homes: null,
      tiles: null,
    }
  )
}

/** Another service may stand at the address after one that was away. */
export function forgetFacts(): void {
  asked = undefined
}
