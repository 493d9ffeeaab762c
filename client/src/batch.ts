import type { Caller } from './caller.ts'
import type { Problem } from './generated/answers.ts'
import type { CallOptions, Where } from './operation.ts'

/** An item of a batch: the id, URL or address of a home, or the parameters of a call. */
export type BatchItem = string | number | Readonly<Record<string, string | number | boolean>>

/** The answer to an item, or its refusal. */
export type BatchLine<Data> = {
  /** The position of the item, from 0. */
  readonly index: number
  readonly item: BatchItem
  readonly credits: number
} & (
  | { readonly status: 200; readonly answer: Data; readonly problem?: undefined }
  | { readonly status: number; readonly answer?: undefined; readonly problem: Problem }
)

/** What all items of a batch share. */
export interface BatchOf {
  /** The path of the operation that answers each item, such as `/pro/byzpid`. */
  readonly path: string
  readonly parameters?: Readonly<Record<string, string | number | boolean>> | undefined
}

/** Number of items per request. Even the slowest plan answers them within the timeout of a request. */
const ITEMS_AT_ONCE = 25

/** A batch may be sent again, because its idempotency key says which items were paid for. */
const BATCH: Where = { path: '/batch', method: 'POST', mayRepeat: true }

/** Yields the answer or refusal of each item, in the order of the items. Accepts any number of items. */
export async function* batchOf<Data>(
  caller: Caller,
  { path, parameters }: BatchOf,
  items: Iterable<BatchItem> | AsyncIterable<BatchItem>,
  options?: CallOptions,
): AsyncGenerator<BatchLine<Data>> {
  let [waiting, before]: [BatchItem[], number] = [[], 0]
  const answered = async function* () {
    if (waiting.length === 0) return
    const body = JSON.stringify({ path, items: waiting, ...(parameters && { parameters }) })
    const { data } = await caller.ask<{ results: readonly BatchLine<Data>[] }>(
      { where: BATCH, query: '', body },
      options,
    )
    for (const line of data.results) yield { ...line, index: before + line.index }
    before += waiting.length
    waiting = []
  }
  for await (const item of items) {
    waiting.push(item)
    if (waiting.length === ITEMS_AT_ONCE) yield* answered()
  }
  yield* answered()
}
