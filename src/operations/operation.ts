import type { OnlyDeclared, Value } from '../answers/index.ts'
import type { Context } from '../catalog/context.ts'
import type { Args, Parameters, Rule, Texts } from '../params/index.ts'
import { withWarnings } from './warnings.ts'

export type Area = 'A' | 'B' | 'C'

/** What an operation returns: the body of a 200, as plain data or as the bytes of its JSON. */
export type Answer = object

/** A body that is ready to be sent; `T` is what its bytes say. */
export class EncodedAnswer<out T = object> {
  /** Never there: carries the type. */
  declare readonly body?: T
  readonly json: Uint8Array
  /**
   * Stands for everything that the body follows beside the call's own path and query: wherever all three are the
   * same, so is every byte. undefined: nothing does, the bytes speak for themselves.
   */
  readonly follows: string | undefined
  /** Called when the body has been sent or is not wanted any more: its memory may then be used again. */
  readonly release: () => void

  constructor(json: Uint8Array, follows: string | undefined, release = () => {}) {
    this.json = json
    this.follows = follows
    this.release = release
  }
}

/** One operation of the interface: its declaration on top, `run` below. */
export interface Operation<P extends Parameters = Parameters> {
  readonly area: Area
  /** As the interface writes it; requests match it without regard to case. */
  readonly path: string
  /** Sentence for the list of operations. */
  readonly summary: string
  /** Group in the docs, e.g. `Property look-ups`. */
  readonly group: string
  readonly credits: number
  /** Open only to plans that allow skip tracing. */
  readonly skip?: true
  readonly parameters: P
  readonly rules: readonly Rule<P>[]
  /** What the body of a 200 holds: its type, OpenAPI and the check of every answer in tests follow. */
  readonly answer: Value<object>
  /**
   * Whom a call asks about, for the audit log: calls of an operation that says so are written down, with the key,
   * before they run.
   */
  subject?(args: Args<P>): string
  /** `texts`: the arguments as they were given, by their names. */
  run(args: Args<P>, context: Context, texts: Texts): Promise<Answer>
}

type Run<P extends Parameters, T> = (args: Args<P>, context: Context, texts: Texts) => Promise<T | EncodedAnswer<T>>

type Declaration<P extends Parameters, T extends object, R extends Run<P, T>> = Omit<
  Operation<P>,
  'rules' | 'area' | 'credits' | 'answer' | 'run'
> &
  Partial<Pick<Operation<P>, 'area' | 'credits'>> & {
    readonly rules?: readonly Rule<NoInfer<P>>[]
    readonly answer: Value<T>
    readonly run: R & OnlyDeclared<Said<Awaited<ReturnType<R>>>, T>
  }

/** What an answer says, as data or as bytes. */
type Said<A> = A extends EncodedAnswer<infer T> ? T : A

/**
 * Fills in what most operations have in common: area A, one credit, no rules. `run` must return what `answer`
 * declares.
 */
export function operation<P extends Parameters, T extends object, R extends Run<P, T>>(
  declaration: Declaration<P, T, R>,
): Operation {
  const answer = tellsWarnings(declaration) ? withWarnings(declaration.answer) : declaration.answer
  const filled = { area: 'A', credits: 1, rules: [], ...declaration, answer }
  return Object.freeze(filled as unknown as Operation) // P, T and R matter inside the declaration only
}

/** Without parameters there is nothing to warn of but unknown names, which the header tells. */
export function tellsWarnings({ parameters }: { readonly parameters: Parameters }): boolean {
  return Object.keys(parameters).length > 0
}
