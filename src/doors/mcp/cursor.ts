import { createHash } from 'node:crypto'
import type { ToolArguments } from './arguments.ts'
import { Refusal } from './refusal.ts'

const CURSOR = /^(\d{1,9})\.([A-Za-z0-9_-]{8})(?:\.(.{1,300}))?$/

/** Where a page begins: its first row, and the operation's own cursor (`inner`), if it uses cursors. */
export interface Place {
  readonly offset: number
  readonly inner?: string
}

/** Parses the cursor of a call. Throws a Refusal if the cursor was made for other arguments. */
export function placeOf(args: ToolArguments): Place {
  const cursor = args.text('cursor')
  if (cursor === undefined) return { offset: 0 }
  const [, offset, tag, inner] = CURSOR.exec(cursor) ?? []
  if (offset === undefined || tag !== tagOf(args))
    throw new Refusal('Cannot use "cursor": all other arguments must be the same as in the call that returned it.')
  return { offset: Number(offset), ...(inner !== undefined && { inner }) }
}

export function cursorFor(args: ToolArguments, { offset, inner }: Place): string {
  return [String(offset), tagOf(args), ...(inner === undefined ? [] : [inner])].join('.')
}

function tagOf(args: ToolArguments): string {
  return createHash('sha256').update(args.textWithout('cursor')).digest('base64url').slice(0, 8)
}
