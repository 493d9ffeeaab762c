import type { ComponentChildren } from 'preact'
import type { Query } from '../service/query.ts'
import type { Answer } from '../service/request.ts'
import { shownIn, useAnswer } from '../service/use-answer.ts'
import { RequestPanel } from './request-panel.tsx'
import { Refused, Skeleton } from './states.tsx'

interface AnsweredProps<T> {
  /** The query to send; undefined to send none yet. */
  readonly query: Query | undefined
  /** Height of the placeholder, in lines. */
  readonly rows: number
  /** Content shown while there is no query. */
  readonly idle?: ComponentChildren
  readonly children: (answer: Answer<T>) => ComponentChildren
}

/** Sends a query and shows its answer or its refusal. Below, it shows the request as code. */
export function Answered<T>({ query, rows, idle, children }: AnsweredProps<T>) {
  const asked = useAnswer<T>(query)
  const answer = shownIn(asked)
  const isAsking = asked.state === 'asking'
  return (
    <>
      {asked.state === 'idle' && idle}
      {asked.state === 'failed' && <Refused failure={asked.failure} again={asked.again} />}
      {isAsking && answer === undefined && <Skeleton rows={rows} />}
      {answer !== undefined && (
        <div class="latest" aria-busy={isAsking}>
          {children(answer)}
        </div>
      )}
      {query !== undefined && <RequestPanel query={query} answer={answer} />}
    </>
  )
}
