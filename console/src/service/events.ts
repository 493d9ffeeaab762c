import { Away, problemOf } from './problem.ts'
import type { Query } from './query.ts'
import { streamOf } from './request.ts'

/** A message of a stream: the cursor behind it, and an event unless it only moves the reader on. */
export interface Message<T> {
  readonly cursor: string
  readonly event: T | undefined
}

/**
 * Yields what an operation sends on as it happens, until `signal` aborts or the service ends the stream. An EventSource
 * could send no key. Throws a Problem when the service refuses, then or later, and Away when it is gone.
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
  if (field('event') === 'error') throw problemOf((body as { status: number }).status, body, null) // a problem document
  return cursor === undefined ? [] : [{ cursor, event: body as T | undefined }] // as the operation is declared
}
