import { CHARACTERS_MAX, NESTING_MAX, TERMS_MAX } from './bounds.ts'
import { type ReadToken, readToken, type Token } from './lexer.ts'
import { excessive, QueryError, unreadable, unsupported } from './query-error.ts'

/** A parser's position in the value of an option. Returns tokens, and counts terms and nesting. */
export class Cursor {
  readonly option: string
  readonly #text: string
  #at = 0
  #readToken: ReadToken = readToken
  #next: Token | undefined
  #nesting = 0
  #expanded = 0
  #terms = 1

  constructor(option: string, text: string) {
    if (text.length > CHARACTERS_MAX)
      throw excessive(option, CHARACTERS_MAX, `${option} has # characters`, text.length, CHARACTERS_MAX)
    this.option = option
    this.#text = text
  }

  /** Returns the next token without consuming it. */
  peek(): Token {
    this.#next ??= this.#readToken(this.option, this.#text, this.#at)
    return this.#next
  }

  take(): Token {
    const token = this.peek()
    this.#at = token.at + token.text.length
    this.#next = undefined
    return token
  }

  /** Consumes the rest of the value, without parsing it. */
  takeRest(): string {
    const rest = this.#text.slice(this.#at)
    this.#at = this.#text.length
    this.#next = undefined
    return rest
  }

  isSign(sign: string): boolean {
    const { kind, text } = this.peek()
    return kind === 'sign' && text === sign
  }

  takeSign(sign: string): boolean {
    const isNext = this.isSign(sign)
    if (isNext) this.take()
    return isNext
  }

  expectSign(sign: string, accepted = `"${sign}"`): void {
    if (!this.takeSign(sign)) throw this.refusal(accepted)
  }

  /**
   * Consumes the next token if it is one of these operators, in any letter case. Returns the operator in lower case.
   */
  takeOperator<O extends string>(operators: readonly O[]): O | undefined {
    const { kind, text } = this.peek()
    if (kind !== 'name') return undefined
    const lowerCase = text.toLowerCase()
    const operator = operators.find((name) => name === lowerCase)
    if (operator !== undefined) this.take()
    return operator
  }

  /** Whether the value of the option ends here. In a nested `$expand`, values end before `;` and `)`. */
  isAtEnd(): boolean {
    return this.#expanded === 0 ? this.peek().kind === 'end' : this.isSign(';') || this.isSign(')')
  }

  /** How error messages name the end of the value. */
  get endName(): string {
    return this.#expanded === 0 ? 'the end' : '";" or ")"'
  }

  /** The current depth of nested `$expand` options. */
  get expanded(): number {
    return this.#expanded
  }

  /** Parses the options in the parentheses of an `$expand` item. */
  inExpanded<T>(parse: () => T): T {
    this.#expanded++
    const parsed = parse()
    this.#expanded--
    return parsed
  }

  /** Parses a nested part that begins at `at`. Throws a QueryError if the nesting is too deep. */
  nested<T>(at: number, parse: () => T): T {
    this.#nesting++
    if (this.#nesting > NESTING_MAX) {
      const sentence = `${this.option} must be nested at most ${NESTING_MAX} levels deep, and exceeds that at character ${at + 1}.`
      throw new QueryError(this.option, at, sentence)
    }
    const parsed = parse()
    this.#nesting--
    return parsed
  }

  /**
   * Parses with `reader` instead of the current token reader. A token that was peeked but not consumed is read again.
   */
  readingWith<T>(reader: ReadToken, parse: () => T): T {
    const before = this.#readToken
    this.#readToken = reader
    this.#next = undefined
    const parsed = parse()
    this.#readToken = before
    this.#next = undefined
    return parsed
  }

  /** Counts another term. The first term is already counted. */
  countTerm(): void {
    this.#terms++
  }

  /** Throws if there are too many terms. Called after parsing, so that the message can say how many. */
  checkTerms(): void {
    if (this.#terms > TERMS_MAX) throw excessive(this.option, 0, `${this.option} has # terms`, this.#terms, TERMS_MAX)
  }

  /** Returns the error for an unexpected token, by default the next token. */
  refusal(accepted: string, hint = '', token: Token = this.peek()): QueryError {
    return unreadable(this.option, token, accepted, hint)
  }

  unsupported(instead: string, token: Token = this.peek()): QueryError {
    return unsupported(this.option, token, instead)
  }
}
