import { useEffect, useRef, useState } from 'preact/hooks'
import { Problem } from '../../service/problem.ts'
import { type Query, queryOf, targetOf } from '../../service/query.ts'
import { type Answer, request } from '../../service/request.ts'
import { type FoundHome, homesIn, type Page } from './found.ts'

/** A page of the service, and as many of them as one search gives. */
const [PAGE_HOMES, MOST_PAGES] = [200, 5]

/** More pins than that would make the page slow. */
export const MOST_HOMES = 50_000

/** The list and the map are drawn anew after so many homes: each time costs more the more there are. */
const SHOWN_EVERY = 2000

interface Plan {
  readonly parts: readonly { readonly query: string; readonly path: string; readonly total: number }[]
}

interface PartPage {
  readonly query: Query
  readonly homes: number
}

export type WholeState =
  | { readonly at: 'start' }
  | { readonly at: 'planning' }
  /** What loading all of them will cost, and how many it will bring. */
  | { readonly at: 'planned'; readonly credits: number; readonly homes: number }
  | { readonly at: 'loading'; readonly done: number; readonly homes: number }
  /** All that came, what it cost with the plan, and why it ended before its end. */
  | {
      readonly at: 'over'
      readonly done: number
      readonly cost: number
      readonly failure?: string
      /** The data changed meanwhile: a home may be missing, or stand twice as it was and is. */
      readonly isMixed: boolean
    }

/** All homes of a search that has more than one search gives: planned, told, loaded part by part, and ended at will. */
export interface Whole {
  readonly state: WholeState
  readonly homes: readonly FoundHome[]
  readonly plan: () => void
  readonly load: () => void
  readonly cancel: () => void
}

export function useWhole(query: Query | undefined): Whole {
  const [state, setState] = useState<WholeState>({ at: 'start' })
  const [homes, setHomes] = useState<readonly FoundHome[]>([])
  const pages = useRef<readonly PartPage[]>([])
  const ending = useRef(new AbortController())
  const planned = useRef<Answer<Plan> | undefined>(undefined)
  const wanted = query && targetOf(query)
  useEffect(() => {
    ending.current = new AbortController()
    setState({ at: 'start' })
    setHomes([])
    return () => ending.current.abort()
  }, [wanted])
  const plan = async (of: Query) => {
    const { signal } = ending.current
    setState({ at: 'planning' })
    try {
      const { page: _, ...params } = of.params
      const answer = await request<Plan>(queryOf('/search/plan', params), signal)
      planned.current = answer
      pages.current = answer.body.parts.flatMap(pagesOf)
      const reached = pages.current.reduce((sum, page) => sum + page.homes, 0)
      setState({ at: 'planned', credits: pages.current.length, homes: reached })
    } catch (error) {
      if (!signal.aborted) setState({ at: 'over', done: 0, cost: 0, isMixed: false, failure: messageOf(error) })
    }
  }
  const load = async () => {
    const begun = ending.current
    const { signal } = begun
    const found: FoundHome[] = []
    let cost = planned.current?.cost ?? 0
    let isMixed = false
    let shown = 0
    let failure: string | undefined
    const total = pages.current.reduce((sum, page) => sum + page.homes, 0)
    setState({ at: 'loading', done: 0, homes: total })
    try {
      for (const page of pages.current) {
        const answer = await patiently(() => request<Page>(page.query, signal), signal)
        cost += answer.cost
        isMixed ||= answer.dataVersion !== planned.current?.dataVersion
        found.push(...homesIn(answer.body))
        setState({ at: 'loading', done: found.length, homes: total })
        if (found.length - shown < SHOWN_EVERY) continue
        shown = found.length
        setHomes([...found])
      }
    } catch (error) {
      if (!signal.aborted) failure = messageOf(error)
    }
    if (begun !== ending.current) return // another search has taken its place
    setHomes(found)
    setState({ at: 'over', done: found.length, cost, isMixed, ...(failure !== undefined && { failure }) })
  }
  return {
    state,
    homes,
    plan: () => query && void plan(query),
    load: () => void load(),
    cancel: () => ending.current.abort(),
  }
}

/** Of a part that cannot be divided far enough, as many as one search gives. */
function pagesOf({ query, path, total }: Plan['parts'][number]): PartPage[] {
  const params = Object.fromEntries(new URLSearchParams(query))
  const count = Math.min(MOST_PAGES, Math.ceil(total / PAGE_HOMES))
  return Array.from({ length: count }, (_, i) => ({
    query: queryOf(path, { ...params, page: i + 1 }),
    homes: Math.min(PAGE_HOMES, total - i * PAGE_HOMES),
  }))
}

/** Asks again after a refusal that says when. */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || error.retryAfterS === undefined) throw error
      await paused(error.retryAfterS * 1000, signal)
    }
  }
}

function paused(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error) // an abort has one
    })
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
