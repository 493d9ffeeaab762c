import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Empty, Refused, Skeleton } from '../../parts/states.tsx'
import { factsSoFar } from '../../service/facts.ts'
import { keyPrompt } from '../../service/key.ts'
import { BASE, usePlace } from '../../service/place.ts'
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
  const { signIn } = factsSoFar()
  return (
    <>
      {failure && (isClosed(failure) && signIn ? <SignIn /> : <Refused failure={failure} again={() => again?.()} />)}
      {page !== undefined && (
        <div class="operator-page" aria-busy={asked.state === 'asking'}>
          {children(page, () => again?.())}
        </div>
      )}
      {page === undefined && failure === undefined && <Skeleton rows={8} />}
    </>
  )
}

/** Leads to the OpenID provider, and from there back to this page. */
function SignIn() {
  const { path, search } = usePlace()
  return (
    <Empty title="Sign in to continue" text="These pages are for operators.">
      <div class="row">
        <Button
          kind="main"
          onClick={() => location.assign(`/operator/sign-in?to=${encodeURIComponent(`${BASE}${path}${search}`)}`)}
        >
          Sign in
        </Button>
        <Button onClick={() => keyPrompt.set({})}>Use a key</Button>
      </div>
    </Empty>
  )
}

/**
 * Returns the seconds until the next request. Undefined if only another key can help, or if the request repeats anyway
 * when the service is back.
 */
function waitOf(asked: AnswerState<unknown>, everyS: number): number | undefined {
  if (asked.state !== 'failed') return everyS
  const { failure } = asked
  return failure instanceof Away || isClosed(failure) ? undefined : Math.max(everyS, failure.retryAfterS ?? 0)
}

/** Whether the page needs another key, or an operator who signs in. */
function isClosed(failure: Problem | Away): boolean {
  return !(failure instanceof Away) && failure.isOfKey
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
    latest.current = isClosed(failure) ? { failure } : { ...latest.current, failure }
  }
  return latest.current
}
