import { quote } from '../../../kit/base/sentence.ts'

/** Thrown for an invalid query option. The message is a sentence for the client. */
export class QueryError extends Error {
  /** The option's name, such as `$filter`. For options inside `$expand`, it is `$expand`. */
  readonly option: string
  /** The position of the mistake in the option's value, in UTF-16 code units. */
  readonly at: number
  /** Whether the text is valid OData that Plat does not support. The status is then 501 instead of 400. */
  readonly isUnsupported: boolean

  constructor(option: string, at: number, sentence: string, isUnsupported = false) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0 // making a stack trace takes time, and nobody reads it
    super(sentence)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'QueryError'
    this.option = option
    this.at = at
    this.isUnsupported = isUnsupported
  }
}

/** A part of an option's value as sent. The text is empty at the end of the value. */
export interface Piece {
  readonly at: number
  readonly text: string
}

/** Returns the error for an unexpected piece of text. `accepted`: what is expected. `hint`: another sentence. */
export function unreadable(option: string, piece: Piece, accepted: string, hint = ''): QueryError {
  return new QueryError(
    option,
    piece.at,
    `Cannot read ${placeOf(option, piece)}: it must be ${accepted}.${after(hint)}`,
  )
}

/** Returns the error for an OData feature that Plat does not support. */
export function unsupported(option: string, piece: Piece, instead: string): QueryError {
  return new QueryError(option, piece.at, `Not supported in ${placeOf(option, piece)}: use ${instead}.`, true)
}

/**
 * Returns the error for a number above its maximum. `what` contains `#` for the number, as in `$filter has # terms`.
 */
export function excessive(option: string, at: number, what: string, count: number, most: number): QueryError {
  return new QueryError(
    option,
    at,
    `${what.replace('#', inFigures(count))}, but at most ${inFigures(most)} are allowed.`,
  )
}

function placeOf(option: string, { at, text }: Piece): string {
  return text === '' ? `${option} at its end` : `${option} at character ${at + 1} ${quote(text)}`
}

function after(hint: string): string {
  return hint === '' ? '' : ` ${hint}`
}

function inFigures(count: number): string {
  return count.toLocaleString('en-US')
}
