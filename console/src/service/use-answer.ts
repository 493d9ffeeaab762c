import { useCallback, useEffect, useState } from 'preact/hooks'
import { retryTrigger } from './connection.ts'
import { ownKey } from './key.ts'
import { Away, Problem } from './problem.ts'
import { type Query, targetOf } from './query.ts'
import { type Answer, request, requestOpenly } from './request.ts'
import { useStore } from './store.ts'

export type AnswerState<T> =
  | { readonly state: 'idle' }
  /** `before` is the answer to the previous query, which stays visible. */
  | { readonly state: 'asking'; readonly before: Answer<T> | undefined; readonly again: () => void }
  | { readonly state: 'answered'; readonly answer: Answer<T>; readonly again: () => void }
  | { readonly state: 'failed'; readonly failure: Problem | Away; readonly again: () => void }

/**
 * Sends a query when the query or the key changes, and retries after temporary failures. Never shows an outdated answer
 * as the answer to the current query. `isOpen`: the query needs no key.
 */
export function useAnswer<T>(query: Query | undefined, { isOpen = false } = {}): AnswerState<T> {
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((last) => last + 1), [])
  const [asked, setAsked] = useState<AnswerState<T>>({
    state: query === undefined ? 'idle' : 'asking',
    before: undefined,
    again,
  })
  const worth = useStore(retryTrigger)
  const key = useStore(ownKey)
  const wanted = query && targetOf(query)
  useEffect(() => {
    if (query === undefined) {
      setAsked({ state: 'idle' })
      return undefined
    }
    const ending = new AbortController()
    setAsked((last) => ({ state: 'asking', before: shownIn(last), again }))
    const asking = isOpen ? requestOpenly<T>(query, ending.signal) : request<T>(query, ending.signal)
    asking.then(
      (answer) => !ending.signal.aborted && setAsked({ state: 'answered', answer, again }),
      (error: unknown) => !ending.signal.aborted && setAsked({ state: 'failed', failure: failureOf(error), again }),
    )
    return () => ending.abort()
  }, [wanted, turn, key])
  useEffect(() => {
    if (asked.state === 'failed') again()
  }, [worth])
  return asked
}

/** Returns the answer to show: the previous one until the new one arrives. */
export function shownIn<T>(asked: AnswerState<T>): Answer<T> | undefined {
  if (asked.state === 'answered') return asked.answer
  return asked.state === 'asking' ? asked.before : undefined
}

/** Returns a failure of the service unchanged. Any other error becomes a Problem that blames the page. */
function failureOf(error: unknown): Problem | Away {
  if (error instanceof Problem || error instanceof Away) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new Problem({ status: 0, code: 'console.failed', title: 'Error in the console', detail })
}
