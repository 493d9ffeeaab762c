import type { Where } from './operation.ts'
import { queryOf } from './query.ts'

/** One call, ready to send: its path with ids, its query and its body. */
export interface OutgoingCall {
  readonly where: Where
  readonly query: string
  /** JSON text. Present for calls that change something. */
  readonly body?: string
}

/** Puts each parameter into the path or the query. Calls that change something have a body instead of a query. */
export function outgoingCall(where: Where, parameters: object): OutgoingCall {
  const rest: Record<string, unknown> = { ...parameters }
  const path = where.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = rest[name]
    delete rest[name]
    return encodeURIComponent(String(id))
  })
  const filled = { ...where, path }
  if (where.method === undefined) return { where: filled, query: queryOf(rest) }
  return { where: filled, query: '', ...(Object.keys(rest).length > 0 && { body: JSON.stringify(rest) }) }
}
