import { outside } from '../../../kit/base/slots.ts'
import type { Parameters, ParsedParameters } from '../../../kit/params/index.ts'
import { sinceCursor } from '../../../service/changes/cursor.ts'
import { whenChanged } from '../../../service/changes/when-changed.ts'
import type { EventPage } from '../../../service/operations/operation.ts'
import type { Call } from '../request/call.ts'
import type { KeyedRoute } from '../routes/route.ts'
import type { KeyedRequestContext } from './admit.ts'
import { ofOneState } from './one-state.ts'
import type { Service } from './service.ts'

/** Reads the pages of changes for one call, and waits for new changes. */
export class Reader {
  readonly call: Call
  readonly service: Service
  readonly requestContext: KeyedRequestContext
  readonly route: KeyedRoute
  readonly #ended = new AbortController()
  #read: ParsedParameters<Parameters>
  #dataVersion = ''

  constructor(
    route: KeyedRoute,
    read: ParsedParameters<Parameters>,
    call: Call,
    service: Service,
    requestContext: KeyedRequestContext,
  ) {
    this.route = route
    this.#read = read
    this.call = call
    this.service = service
    this.requestContext = requestContext
    const end = () => this.#ended.abort()
    const forget = service.whenClosing(end)
    service.whenOver(call, () => {
      forget()
      end()
    })
  }

  /** Whether the client disconnected or the service is shutting down. */
  get hasEnded(): boolean {
    return this.#ended.signal.aborted || this.call.gone || this.service.closing
  }

  /** Sets the cursor after which the next page begins. */
  goOnBehind(cursor: string): void {
    this.#read = { ...this.#read, args: { ...this.#read.args, since: sinceCursor(cursor) } }
  }

  /** Reads the next page and moves the cursor to its end. */
  async next(): Promise<EventPage> {
    const { days, backend } = this.service
    const { catalog } = backend.context
    const { access, account } = this.requestContext
    const run = async () => {
      this.#dataVersion = catalog.about().dataVersion
      return this.route.run(this.#read, days.contextOf(this.route), { access, account, days })
    }
    const page = (await ofOneState(run, catalog, this.requestContext)) as EventPage // routes with `follows` return event pages
    this.goOnBehind(page.next)
    return page
  }

  /** Waits up to `ms` for new events and returns their page; an empty page if the time is up. */
  async within(ms: number): Promise<EventPage> {
    const untilMs = performance.now() + ms
    for (;;) {
      const page = await this.next()
      const leftMs = untilMs - performance.now()
      if (page.events.length > 0 || page.more || leftMs <= 0 || this.hasEnded) return page
      const { connections } = this.service
      connections.finish() // a waiting call does not count as running
      await this.changed(leftMs).finally(() => connections.begin())
    }
  }

  /**
   * Waits until the catalog changes or the time is up. Returns whether it changed since the last page. While the call
   * waits, the thread works on other calls.
   */
  async changed(withinMs: number): Promise<boolean> {
    const { service, requestContext } = this
    const { catalog } = service.backend.context
    const sinceMs = performance.now()
    await outside(whenChanged(catalog, this.#dataVersion, withinMs, this.#ended.signal))
    requestContext.waitedMs += performance.now() - sinceMs
    return catalog.about().dataVersion !== this.#dataVersion
  }
}
