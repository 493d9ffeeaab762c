import type { ComponentChildren } from 'preact'
import type { Query } from '../service/query.ts'
import type { Answer } from '../service/request.ts'
import { shownIn, useAnswer } from '../service/use-answer.ts'
import { RequestPanel } from './request-panel.tsx'
import { Refused, Skeleton } from './states.tsx'

interface AnsweredProps<T> {
  /** The call that is asked; undefined until there is something to ask. */
  readonly query: Query | undefined
  /** The height of what comes, in lines. */
  readonly rows: number
  /** Stands there while nothing is asked. */
  readonly idle?: ComponentChildren
  readonly children: (answer: Answer<T>) => ComponentChildren
}

/** Asks the service and shows its answer or its refusal, and below it the request. */
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
