import { type BatchItem, type BatchLine, type BatchOf, batchOf } from './batch.ts'
import { Caller, type PlatOptions } from './caller.ts'
import { Operations } from './generated/operations.ts'
import type { CallOptions } from './operation.ts'
import { Service } from './service.ts'

/** A client of a service. It uses one key for all calls. */
export class Plat extends Operations {
  readonly #caller: Caller

  constructor(options: PlatOptions) {
    const caller = new Caller(options)
    super(new Service(caller))
    this.#caller = caller
  }

  /**
   * `POST /batch`: yields the answer or refusal of each item, in the order of the items. There may be any number of
   * items; 25 at a time are sent.
   */
  batch<Data = Readonly<Record<string, unknown>>>(
    call: BatchOf,
    items: Iterable<BatchItem> | AsyncIterable<BatchItem>,
    options?: CallOptions,
  ): AsyncIterableIterator<BatchLine<Data>> {
    return batchOf<Data>(this.#caller, call, items, options)
  }
}
