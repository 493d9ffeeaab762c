import { useRef, useState } from 'preact/hooks'
import type { Query } from './query.ts'
import { type Answer, request } from './request.ts'

/** A first page and all further pages loaded so far. */
export interface Further<T> {
  /** The pages of one query, starting with the first; empty before the first answer. */
  readonly answers: readonly Answer<T>[]
  readonly isLoading: boolean
  /** Why loading the next page failed. */
  readonly failure: string | undefined
  /** Loads the next page. */
  readonly more: () => void
}

interface Loaded<T> {
  /** The first page. Further pages continue after it. */
  readonly behind: Answer<T> | undefined
  readonly answers: readonly Answer<T>[]
  readonly failure: string | undefined
}

/**
 * Loads further pages after a first page. `nextOf` gets the last answer and the number of pages, and returns the query
 * for the next page.
 */
export function useFurther<T>(
  first: Answer<T> | undefined,
  nextOf: (last: Answer<T>, pages: number) => Query,
): Further<T> {
  const latest = useRef(first)
  latest.current = first
  const [loaded, setLoaded] = useState<Loaded<T>>({ behind: undefined, answers: [], failure: undefined })
  const [isLoading, setLoading] = useState(false)
  const own = loaded.behind === first ? loaded : undefined
  const answers = first === undefined ? [] : [first, ...(own?.answers ?? [])]
  const last = answers.at(-1)
  const put = (result: Partial<Loaded<T>>) => {
    if (latest.current === first) setLoaded({ behind: first, answers: answers.slice(1), failure: undefined, ...result })
  }
  const more = async () => {
    if (last === undefined || isLoading) return
    setLoading(true)
    put({})
    try {
      const next = await request<T>(nextOf(last, answers.length))
      put({ answers: [...answers.slice(1), next] })
    } catch (error) {
      put({ failure: error instanceof Error ? error.message : String(error) })
    } finally {
      setLoading(false)
    }
  }
  return { answers, isLoading, failure: own?.failure, more: () => void more() }
}
