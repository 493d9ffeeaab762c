import { useEffect, useRef, useState } from 'preact/hooks'
import { ownKey } from '../../service/key.ts'
import { type Query, targetOf } from '../../service/query.ts'
import { request } from '../../service/request.ts'
import { useStore } from '../../service/store.ts'
import type { FoundHome } from './search-page.ts'
import { type Means, WholeLoad, type WholeState } from './whole.ts'

/** The most homes that the page loads: more pins would make it slow. */
export const MAX_HOMES = 50_000

export interface Whole {
  readonly state: WholeState
  /** The loaded homes once loading has ended. While loading, the visible list stays as it is. */
  readonly homes: readonly FoundHome[]
  readonly plan: () => void
  readonly load: () => void
  readonly cancel: () => void
}

const MEANS: Means = {
  ask: request,
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end)
    }),
}

/** Starts over when the search or the key changes, because loading is charged to the key. */
export function useWhole(query: Query | undefined): Whole {
  const [state, setState] = useState<WholeState>({ at: 'start' })
  const [homes, setHomes] = useState<readonly FoundHome[]>([])
  const current = useRef<WholeLoad | undefined>(undefined)
  const key = useStore(ownKey)
  const wanted = query && targetOf(query)
  useEffect(() => {
    setState({ at: 'start' })
    setHomes([])
    if (query === undefined) return undefined
    const load = new WholeLoad(query, MEANS, (next, found) => {
      setState(next)
      if (found !== undefined) setHomes(found)
    })
    current.current = load
    return () => load.close()
  }, [wanted, key])
  return {
    state,
    homes,
    plan: () => void current.current?.plan(),
    load: () => void current.current?.load(),
    cancel: () => current.current?.cancel(),
  }
}
