import { Away, problemOf } from './problem.ts'
import type { Query } from './query.ts'
import { streamOf } from './request.ts'

/** A message of a stream: an event and the cursor after it. A message without an event only moves the cursor. */
export interface Message<T> {
  readonly cursor: string
  readonly event: T | undefined
}

/**
 * Yields the messages of an operation's stream until `signal` aborts or the service ends the stream. EventSource cannot
 * send a key, so this uses `fetch`. Throws a Problem if the service refuses, even later, and Away if it is unreachable.
 */
export async function* messagesOf<T>(query: Query, signal: AbortSignal): AsyncGenerator<Message<T>> {
  const reader = (await streamOf(query, signal)).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value = '' } = await reader.read().catch((error: unknown) => {
      throw signal.aborted ? error : new Away()
    })
    if (done) return
    const frames = `${text}${value}`.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) yield* messageIn<T>(frame)
  }
}

function messageIn<T>(frame: string): readonly Message<T>[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const [data, cursor] = [field('data'), field('id')]
  const body: unknown = data === undefined ? undefined : JSON.parse(data)
  // an error event contains a problem document
  if (field('event') === 'error') throw problemOf((body as { status: number }).status, body, null)
  return cursor === undefined ? [] : [{ cursor, event: body as T | undefined }] // the operation declares this type
}
