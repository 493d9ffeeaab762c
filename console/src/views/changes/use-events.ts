import { useEffect, useState } from 'preact/hooks'
import type { Change, CursorPage } from '../../parts/changes/change.ts'
import { type CursorPages, useCursorPages } from '../../parts/use-cursor-pages.ts'
import { type Message, messagesOf } from '../../service/events.ts'
import { Problem } from '../../service/problem.ts'
import { type Query, queryOf } from '../../service/query.ts'

/** The fields of a /changes answer that this view reads. */
export interface ChangesPage extends CursorPage {
  readonly events: readonly Change[]
  /** The cursor of the newest change in the catalog. */
  readonly upTo: string
}

/** Changes shown live before the person must confirm to continue. About every 200 changes cost a credit. */
export const FOLLOWED_MAX = 400

/** Pause before reopening a stream that ended. */
const AGAIN_MS = 3000

export interface Events {
  readonly pages: CursorPages<ChangesPage>
  readonly changes: readonly Change[]
  readonly following: Following
  /** Continues following. */
  readonly goOn: () => void
}

type Following =
  | { readonly state: 'off' | 'live' }
  /** The maximum was reached; the person must confirm to continue. */
  | { readonly state: 'full' }
  | { readonly state: 'failed'; readonly failure: string }

interface Live {
  /** The newest change when the first page was loaded, after which the live changes start. */
  readonly behind: string
  readonly changes: readonly Change[]
  readonly next: string
}

/** Loads the changes of a query page by page, newest first. If `follows`, also adds new changes as they happen. */
export function useEvents(query: Query, follows: boolean): Events {
  const pages = useCursorPages<ChangesPage>(query)
  const first = pages.answers[0]
  const behind = first?.body.upTo
  const [live, setLive] = useState<Live | undefined>()
  const [ended, setEnded] = useState<Following | undefined>()
  const own = live !== undefined && live.behind === behind ? live : undefined
  const isFollowing = follows && pages.asked.state === 'answered' && ended === undefined
  useEffect(() => setEnded(undefined), [behind, follows])
  useEffect(() => {
    if (!isFollowing || behind === undefined || first === undefined) return undefined
    const ending = new AbortController()
    let [changes, next] = [own?.changes ?? [], own?.next ?? behind]
    const add = ({ cursor, event }: Message<Change>) => {
      changes = event === undefined ? changes : [...changes, event]
      next = cursor
      setLive({ behind, changes, next })
    }
    follow(followed(first.query, next), ending.signal, add).then(
      () => setEnded({ state: 'full' }),
      (error: Error) => ending.signal.aborted || setEnded({ state: 'failed', failure: error.message }),
    )
    return () => ending.abort()
  }, [isFollowing, behind])
  return {
    pages,
    changes: [...(own?.changes.toReversed() ?? []), ...pages.answers.flatMap(({ body }) => body.events)],
    following: ended ?? { state: isFollowing ? 'live' : 'off' },
    goOn: () => setEnded(undefined),
  }
}

function followed({ path, params }: Query, since: string): Query {
  return queryOf(path, { ...params, before: undefined, since })
}

/**
 * Adds new changes as they happen, and resolves when the maximum is reached. Throws a Problem for a refusal, or the
 * reason of `signal`.
 */
async function follow(query: Query, signal: AbortSignal, add: (message: Message<Change>) => void): Promise<void> {
  let from = query
  for (let came = 0; ; ) {
    try {
      for await (const message of messagesOf<Change>(from, signal)) {
        from = followed(query, message.cursor)
        if (message.event !== undefined) came++
        add(message)
        if (came >= FOLLOWED_MAX) return
      }
    } catch (error) {
      if (error instanceof Problem || signal.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    signal.throwIfAborted()
  }
}
