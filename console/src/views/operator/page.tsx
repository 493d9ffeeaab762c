import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Refused, Skeleton } from '../../parts/states.tsx'
import { queryOf } from '../../service/query.ts'
import { shownIn, useAnswer } from '../../service/use-answer.ts'

interface PageProps<T> {
  /** Of the page: `/operator/runs`. */
  readonly path: string
  /** How often it is asked anew while it is looked at, in seconds. */
  readonly everyS: number
  readonly children: (page: T) => ComponentChildren
}

/** A page for operators, which keeps itself up to date while it is in sight. */
export function OperatorPage<T>({ path, everyS, children }: PageProps<T>) {
  const asked = useAnswer<T>(queryOf(path), { isOpen: true })
  const { state } = asked
  const again = asked.state === 'answered' ? asked.again : undefined
  useEffect(() => {
    if (again === undefined) return undefined
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), everyS * 1000)
    return () => clearInterval(timer)
  }, [again, everyS])
  const answer = shownIn(asked)
  if (asked.state === 'failed') return <Refused failure={asked.failure} again={asked.again} />
  if (answer === undefined) return <Skeleton rows={8} />
  return (
    <div class="operator-page" aria-busy={state === 'asking'}>
      {children(answer.body)}
    </div>
  )
}
