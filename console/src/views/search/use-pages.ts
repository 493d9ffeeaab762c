import { useEffect, useState } from 'preact/hooks'
import type { Query } from '../../service/query.ts'
import { type Answer, request } from '../../service/request.ts'
import { type Asked, shownIn, useAnswer } from '../../service/use-answer.ts'
import type { Page } from './found.ts'

export interface Pages {
  readonly asked: Asked<Page>
  /** Those of one search, from the first on; none before it is answered. */
  readonly answers: readonly Answer<Page>[]
  /** Pages that are left to load. */
  readonly left: number
  readonly isLoading: boolean
  /** Why no further page came. */
  readonly failure: string | undefined
  /** Loads the next page, which costs a call. */
  readonly more: () => void
}

/** The first page of a search with the counts of the whole, and as many further pages as are asked for. */
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

/** They cost nothing more, but are not known of what was so on another day. */
function withFacets(query: Query): Query {
  return query.params.as_of ? query : { ...query, params: { ...query.params, facets: 'all' } }
}
