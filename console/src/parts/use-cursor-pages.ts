import { useEffect, useRef, useState } from 'preact/hooks'
import { Problem } from '../service/problem.ts'
import { type Query, queryOf } from '../service/query.ts'
import { type Answer, request } from '../service/request.ts'
import { type Asked, shownIn, useAnswer } from '../service/use-answer.ts'
import type { CursorPage } from './changes/change.ts'

export interface CursorPages<T> {
  readonly asked: Asked<T>
  /** The pages of one query, starting with the first. */
  readonly answers: readonly Answer<T>[]
  readonly hasMore: boolean
  readonly isLoading: boolean
  /** Why loading the next page failed. */
  readonly failure: string | undefined
  /** Loads the next page, which costs credits if it has rows. */
  readonly more: () => void
}

interface Further<T> {
  /** The first page, which the further pages follow. */
  readonly behind: Answer<T> | undefined
  readonly answers: readonly Answer<T>[]
  readonly failure: string | undefined
}

/**
 * Loads the first page of changes, further pages on request, and pages that turn out to be free by itself. If `since`
 * is older than the stored changes, loads all stored changes instead.
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
  const first = shownIn(asked)
  const latest = useRef(first)
  latest.current = first
  const [further, setFurther] = useState<Further<T>>({ behind: undefined, answers: [], failure: undefined })
  const [isLoading, setLoading] = useState(false)
  const own = further.behind === first ? further : undefined
  const failure = own?.failure
  const answers = first === undefined ? [] : [first, ...(own?.answers ?? [])]
  const last = answers.at(-1)
  const hasMore = last?.body.more ?? false
  const put = (result: Partial<Further<T>>) => {
    if (latest.current === first)
      setFurther({ behind: first, answers: answers.slice(1), failure: undefined, ...result })
  }
  const more = async () => {
    if (last === undefined || isLoading) return
    setLoading(true)
    put({})
    try {
      const next = await request<T>(withSince(last.query, last.body.next))
      put({ answers: [...answers.slice(1), next] })
    } catch (error) {
      put({ failure: error instanceof Error ? error.message : String(error) })
    } finally {
      setLoading(false)
    }
  }
  const isFree = asked.state === 'answered' && hasMore && last?.cost === 0 && failure === undefined
  useEffect(() => {
    if (isFree && !isLoading) void more()
  }, [isFree, isLoading, last])
  const shown: Asked<T> = isExpired ? { state: 'asking', before: undefined, again: asked.again } : asked
  return { asked: shown, answers, hasMore, isLoading, failure, more: () => void more() }
}

export function withSince({ path, params }: Query, since: string | undefined): Query {
  return queryOf(path, { ...params, since })
}
