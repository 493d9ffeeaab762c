import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Refused, Skeleton } from '../../parts/states.tsx'
import { Away, type Problem } from '../../service/problem.ts'
import { queryOf } from '../../service/query.ts'
import { type AnswerState, useAnswer } from '../../service/use-answer.ts'

interface PageProps<T> {
  /** The path of the page, such as `/operator/runs`. */
  readonly path: string
  /** Seconds between updates while the page is visible. */
  readonly everyS: number
  /** `again` loads the page again. */
  readonly children: (page: T, again: () => void) => ComponentChildren
}

/** A page for operators that updates itself while it is visible. */
export function OperatorPage<T>({ path, everyS, children }: PageProps<T>) {
  const asked = useAnswer<T>(queryOf(path), { isOpen: true })
  const again = asked.state === 'answered' || asked.state === 'failed' ? asked.again : undefined
  const waitS = waitOf(asked, everyS)
  useEffect(() => {
    if (again === undefined || waitS === undefined) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), waitS * 1000)
    return () => clearInterval(timer)
  }, [again, waitS])
  const { page, failure } = useLatest(asked)
  return (
    <>
      {failure && <Refused failure={failure} again={() => again?.()} />}
      {page !== undefined && (
        <div class="operator-page" aria-busy={asked.state === 'asking'}>
          {children(page, () => again?.())}
        </div>
      )}
      {page === undefined && failure === undefined && <Skeleton rows={8} />}
    </>
  )
}

/**
 * Returns the seconds until the next request. Undefined if only another key can help, or if the request repeats anyway
 * when the service is back.
 */
function waitOf(asked: AnswerState<unknown>, everyS: number): number | undefined {
  if (asked.state !== 'failed') return everyS
  const { failure } = asked
  return failure instanceof Away || failure.isOfKey ? undefined : Math.max(everyS, failure.retryAfterS ?? 0)
}

interface Latest<T> {
  readonly page?: T
  /** Why the last update failed; undefined after a success. */
  readonly failure?: Problem | Away
}

/** Keeps the last loaded page visible while an update runs or fails. Hides it if the refusal asks for another key. */
function useLatest<T>(asked: AnswerState<T>): Latest<T> {
  const latest = useRef<Latest<T>>({})
  if (asked.state === 'answered') latest.current = { page: asked.answer.body }
  if (asked.state === 'failed') {
    const { failure } = asked
    const isClosed = !(failure instanceof Away) && failure.isOfKey
    latest.current = isClosed ? { failure } : { ...latest.current, failure }
  }
  return latest.current
}
