import type { Located } from '../places/locate.ts'

/** What an answer says of a location that was asked for. */
export interface ShownLocation {
  readonly query: string
  readonly type: string | null
  readonly name: string | null
  readonly found: boolean
  readonly alternatives: readonly string[]
  readonly why?: string
}

export function shownLocation({ query, type, name, found, alternatives, why }: Located): ShownLocation {
  return { query, type: type ?? null, name: name ?? null, found, alternatives, ...(why !== undefined && { why }) }
}
