import { quote } from '../../../kit/base/sentence.ts'

/** The reason why a query option is invalid. The message is a sentence for the caller. */
export class QueryError extends Error {
  /** The name of the option: `$filter`. Options of an expanded item count as part of `$expand`. */
  readonly option: string
  /** Position of the mistake in the option's value, in UTF-16 code units. */
  readonly at: number
  /** Whether the text is valid OData that this service does not support: status 501 instead of 400. */
  readonly isUnsupported: boolean

  constructor(option: string, at: number, sentence: string, isUnsupported = false) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0 // the error becomes an answer, so nobody reads its stack
    super(sentence)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'QueryError'
    this.option = option
    this.at = at
    this.isUnsupported = isUnsupported
  }
}

/** A piece of an option's value, as sent. At the end of the value, the text is empty. */
export interface Piece {
  readonly at: number
  readonly text: string
}

/** Returns the refusal of a piece of text. `accepted` completes the sentence; `hint` is a separate sentence. */
export function unreadable(option: string, piece: Piece, accepted: string, hint = ''): QueryError {
  return new QueryError(
    option,
    piece.at,
    `Cannot read ${placeOf(option, piece)}: it must be ${accepted}.${after(hint)}`,
  )
}

/** Returns the refusal of a feature of the standard that this service does not support. */
export function unsupported(option: string, piece: Piece, instead: string): QueryError {
  return new QueryError(option, piece.at, `Not supported in ${placeOf(option, piece)}: use ${instead}.`, true)
}

/** Returns the refusal of a number above its maximum. `what` has a `#` for the number: `$filter has # terms`. */
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
