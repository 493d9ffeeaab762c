import { quote } from '../../../kit/base/sentence.ts'

/** Why a query option cannot be read. The message is a sentence for the caller. */
export class QueryError extends Error {
  /** The option as it is called: `$filter`. Options of an expanded item count as part of `$expand`. */
  readonly option: string
  /** Where the mistake begins in the option's value: a number of UTF-16 code units from its start. */
  readonly at: number
  /** Whether the text is right by the standard, but asks for something that is not offered: a 501 rather than a 400. */
  readonly isUnsupported: boolean

  constructor(option: string, at: number, sentence: string, isUnsupported = false) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0 // it is an answer, not a defect: nobody reads its stack
    super(sentence)
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'QueryError'
    this.option = option
    this.at = at
    this.isUnsupported = isUnsupported
  }
}

/** A piece of an option's value, as it stands there. The end of the value has no text. */
export interface Piece {
  readonly at: number
  readonly text: string
}

/** Refuses a piece of text. `accepted` completes the sentence, and `hint` is a sentence of its own. */
export function unreadable(option: string, piece: Piece, accepted: string, hint = ''): QueryError {
  return new QueryError(
    option,
    piece.at,
    `Cannot read ${placeOf(option, piece)}: it must be ${accepted}.${after(hint)}`,
  )
}

/** Refuses something that the standard has, but this service does not offer. */
export function unsupported(option: string, piece: Piece, instead: string): QueryError {
  return new QueryError(option, piece.at, `Not supported in ${placeOf(option, piece)}: use ${instead}.`, true)
}

/** Refuses more of something than is accepted. `what` is written as `$filter has # terms`. */
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
