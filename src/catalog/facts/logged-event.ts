import { CHANGE_KINDS, type ChangeKind, type LoggedNoun } from '../ports/change-log.ts'
import { kindsOf } from './change-kinds.ts'
import { joinedToIn, undoBytes, undoOf, undoOfRemoval } from './record-undo.ts'

/** Encodes kinds of changes as a number with one bit for each kind. */
export function bitsOfKinds(kinds: readonly ChangeKind[]): number {
  return kinds.reduce((bits, kind) => bits | (1 << CHANGE_KINDS.indexOf(kind)), 0)
}

export function kindsIn(bits: number): readonly ChangeKind[] {
  return CHANGE_KINDS.filter((_, i) => (bits & (1 << i)) !== 0)
}

/** What a commit did to a record, without the sequence number. */
export interface Event {
  readonly kinds: readonly ChangeKind[]
  readonly undo: Uint8Array
}

/** Returns the home into which a removed home was merged. */
export function goneTo(kinds: readonly ChangeKind[], undo: Uint8Array): { readonly joinedTo?: number } {
  const joinedTo = kinds.includes('gone') ? joinedToIn(undo) : undefined
  return joinedTo === undefined ? {} : { joinedTo }
}

/**
 * Makes an event in the form that both backends store.
 * @param wasThere See `kindsOf`.
 * @param joinedTo The home into which a removed home was merged.
 */
export function eventOf(
  noun: LoggedNoun,
  before: object | undefined,
  after: object | undefined,
  wasThere = () => false,
  joinedTo?: number,
): Event {
  const kinds = kindsOf(noun, before as never, after as never, wasThere) // records of the type `noun`
  if (noun === 'agent' || before === undefined || kinds.length === 0) return { kinds, undo: undoBytes(undefined) }
  const undo = after === undefined ? undoOfRemoval(noun, before, joinedTo) : undoOf(noun, before, after)
  return { kinds, undo: undoBytes(undo) }
}
