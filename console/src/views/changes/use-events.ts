import { useEffect, useState } from 'preact/hooks'
import type { Change } from '../../parts/changes/change.ts'
import { messagesOf } from '../../service/events.ts'
import { Problem } from '../../service/problem.ts'
import { type Query, targetOf } from '../../service/query.ts'
import { type Answer, request } from '../../service/request.ts'
import { type Asked, shownIn, useAnswer } from '../../service/use-answer.ts'

/** The keys of /changes that this view reads; those of areas B and C are the same. */
export interface ChangesPage {
  readonly events: readonly Change[]
  readonly next: string
  readonly more: boolean
}

/** Changes that may come while a page is open before the person is asked to go on: each 200 or so cost a credit. */
const FOLLOWED_MAX = 400

/** How long to wait before a stream that ended is opened again. */
const AGAIN_MS = 3000

export interface Events {
  readonly asked: Asked<ChangesPage>
  readonly first: Answer<ChangesPage> | undefined
  readonly changes: readonly Change[]
  /** There are more that happened already. */
  readonly hasMore: boolean
  readonly isLoading: boolean
  /** New ones are shown as they happen. */
  readonly isFollowing: boolean
  readonly failure: string | undefined
  /** Loads the next page, and then follows what happens. */
  readonly more: () => void
}

interface Behind {
  readonly changes: readonly Change[]
  readonly next: string
  readonly hasMore: boolean
}

/** The changes of a query page by page, and behind the last page as they happen. */
export function useEvents(query: Query, follows: boolean): Events {
  const asked = useAnswer<ChangesPage>(query)
  const first = shownIn(asked)
  const [behind, setBehind] = useState<Behind | undefined>()
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<string | undefined>()
  useEffect(() => {
    setFailure(undefined)
    setBehind(first && { changes: first.body.events, next: first.body.next, hasMore: first.body.more })
  }, [first])
  const wanted = targetOf(query)
  const isFollowing = follows && asked.state === 'answered' && behind?.hasMore === false && failure === undefined
  useEffect(() => {
    if (!isFollowing || behind === undefined) return undefined
    const ending = new AbortController()
    const add = ({ cursor, event }: { readonly cursor: string; readonly event: Change | undefined }, isLast: boolean) =>
      setBehind(
        (last) => last && { changes: event ? [...last.changes, event] : last.changes, next: cursor, hasMore: isLast },
      )
    follow({ ...query, params: { ...query.params, since: behind.next } }, ending.signal, add).catch((error: Error) => {
      if (!ending.signal.aborted) setFailure(error.message)
    })
    return () => ending.abort()
  }, [wanted, isFollowing, query.area])
  const more = async () => {
    if (behind === undefined || isLoading) return
    setLoading(true)
    setFailure(undefined)
    try {
      const { body } = await request<ChangesPage>({ ...query, params: { ...query.params, since: behind.next } })
      setBehind({ changes: [...behind.changes, ...body.events], next: body.next, hasMore: body.more })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setLoading(false)
    }
  }
  const changes = behind?.changes ?? []
  return {
    asked,
    first,
    changes,
    hasMore: behind?.hasMore ?? false,
    isLoading,
    isFollowing,
    failure,
    more: () => void more(),
  }
}

type Add = (message: { readonly cursor: string; readonly event: Change | undefined }, isLast: boolean) => void

/** Goes on until `signal` aborts or so much came that the person has to say so. Throws a Problem of a refusal. */
async function follow(query: Query, signal: AbortSignal, add: Add): Promise<void> {
  let since = query.params.since
  for (let came = 0; !signal.aborted; ) {
    try {
      for await (const message of messagesOf<Change>({ ...query, params: { ...query.params, since } }, signal)) {
        since = message.cursor
        if (message.event !== undefined) came++
        add(message, came >= FOLLOWED_MAX)
        if (came >= FOLLOWED_MAX) return
      }
    } catch (error) {
      if (error instanceof Problem || signal.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
