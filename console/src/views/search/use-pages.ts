import type { Query } from '../../service/query.ts'
import { type AnswerState, shownIn, useAnswer } from '../../service/use-answer.ts'
import { type Further, useFurther } from '../../service/use-further.ts'
import type { Page } from './search-page.ts'

export interface Pages extends Further<Page> {
  readonly asked: AnswerState<Page>
  /** The number of pages not loaded yet. */
  readonly left: number
}

/** Loads the first page of a search with counts of the whole result. Further pages load on request. */
export function usePages(query: Query | undefined): Pages {
  const asked = useAnswer<Page>(query && withFacets(query))
  const first = shownIn(asked)
  const further = useFurther(first, ({ query: of }, pages) => ({
    ...of,
    params: { ...of.params, facets: undefined, page: pages + 1 },
  }))
  const left = (first?.body.pagesInfo?.totalPages ?? 1) - further.answers.length
  return { asked, left, ...further }
}

/** Adds facets, which are free. Searches of a past day have none. */
function withFacets(query: Query): Query {
  return query.params.as_of ? query : { ...query, params: { ...query.params, facets: 'all' } }
}
