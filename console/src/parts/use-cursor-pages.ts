import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../service/problem.ts'
import { type Query, queryOf } from '../service/query.ts'
import { type AnswerState, shownIn, useAnswer } from '../service/use-answer.ts'
import { type Further, useFurther } from '../service/use-further.ts'
import type { CursorPage } from './changes/change.ts'

export interface CursorPages<T> extends Further<T> {
  readonly asked: AnswerState<T>
  readonly hasMore: boolean
}

/**
 * Loads the first page of changes; the newest come first if the query has `before`. Further pages load on request, or at once if they are free. If `since` is older than
 * the stored changes, loads all stored changes instead.
 */
export function useCursorPages<T extends CursorPage>(query: Query | undefined): CursorPages<T> {
  const since = query?.params.since
  const [expired, setExpired] = useState<unknown>()
  const kept = query && since !== undefined && since === expired ? withSince(query, undefined) : query
  const asked = useAnswer<T>(kept)
  const isExpired =
    asked.state === 'failed' &&
    asked.failure instanceof Problem &&
    asked.failure.code === 'changes.expired' &&
    /^\d{4}-/.test(String(since))
  useEffect(() => {
    if (isExpired) setExpired(since)
  }, [isExpired])
  const further = useFurther(shownIn(asked), ({ query: { path, params }, body: { next } }) =>
    queryOf(path, { ...params, [params.before === undefined ? 'since' : 'before']: next }),
  )
  const { answers, isLoading, failure, more } = further
  const last = answers.at(-1)
  const hasMore = last?.body.more ?? false
  const isFree = asked.state === 'answered' && hasMore && last?.cost === 0 && failure === undefined
  useEffect(() => {
    if (isFree && !isLoading) more()
  }, [isFree, isLoading, last])
  const shown: AnswerState<T> = isExpired ? { state: 'asking', before: undefined, again: asked.again } : asked
  return { asked: shown, hasMore, ...further }
}

export function withSince({ path, params }: Query, since: string | undefined): Query {
  return queryOf(path, { ...params, since })
}
