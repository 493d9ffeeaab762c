import { useEffect, useState } from 'preact/hooks'
import type { Query } from '../../service/query.ts'
import { type Answer, request } from '../../service/request.ts'
import { type Asked, shownIn, useAnswer } from '../../service/use-answer.ts'
import type { Page } from './found.ts'

export interface Pages {
  readonly asked: Asked<Page>
  /** The pages of one search, starting with the first; empty before the first answer. */
  readonly answers: readonly Answer<Page>[]
  /** The number of pages not loaded yet. */
  readonly left: number
  readonly isLoading: boolean
  /** Why loading the next page failed. */
  readonly failure: string | undefined
  /** Loads the next page, which costs a call. */
  readonly more: () => void
}

/** Loads the first page of a search with counts of the whole result, and further pages on request. */
export function usePages(query: Query | undefined): Pages {
  const asked = useAnswer<Page>(query && withFacets(query))
  const first = shownIn(asked)
  const [further, setFurther] = useState<readonly Answer<Page>[]>([])
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | undefined>()
  useEffect(() => {
    setFurther([])
    setFailure(undefined)
  }, [first])
  const answers = first === undefined ? [] : [first, ...further]
  const left = (first?.body.pagesInfo?.totalPages ?? 1) - answers.length
  const more = async () => {
    if (first === undefined || isLoading) return
    setLoading(true)
    setFailure(undefined)
    try {
      const { query: of } = first
      const next = await request<Page>({ ...of, params: { ...of.params, facets: undefined, page: answers.length + 1 } })
      setFurther((pages) => [...pages, next])
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setLoading(false)
    }
  }
  return { asked, answers, left, isLoading, failure, more: () => void more() }
}

/** Adds facets, which are free, unless the search is about a past day, for which they are unavailable. */
function withFacets(query: Query): Query {
  return query.params.as_of ? query : { ...query, params: { ...query.params, facets: 'all' } }
}
