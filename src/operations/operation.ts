import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Args, Parameters, Rule } from '../params/index.ts'

export type Area = 'A' | 'B' | 'C'

/** Everything that an operation may use beside its arguments. Frozen; nothing in it belongs to one request alone. */
export interface Context {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly log: Log
  readonly words: Words
}

/** The two brand words and the origins that stand in answers. */
export interface Words {
  /** The portal word as written, e.g. `Portal`: in `daysOnPortal`. */
  readonly Portal: string
  /** The portal word in lower case: in `portalURL`. */
  readonly portal: string
  readonly portalOrigin: string
  readonly mediaOrigin: string
}

/** What an operation returns: the body of a 200, as plain data or as the bytes of its JSON. */
export type Answer = object

/** A body that is ready to be sent. */
export class EncodedAnswer {
  readonly json: Uint8Array
  /**
   * Stands for everything that the body follows beside the call's own path and query: wherever all three are the same, so is
   * every byte. undefined: nothing does, the bytes speak for themselves.
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
  /**
   * Whom a call asks about, for the audit log: calls of an operation that says so are written down, with the key, before
   * they run.
   */
  subject?(args: Args<P>): string
  run(args: Args<P>, context: Context): Promise<Answer>
}

type Declaration<P extends Parameters> = Omit<Operation<P>, 'rules' | 'area' | 'credits'> &
  Partial<Pick<Operation<P>, 'rules' | 'area' | 'credits'>>

/** Fills in what most operations have in common: area A, one credit, no rules. */
export function operation<P extends Parameters>(declaration: Declaration<P>): Operation {
  const filled: Operation<P> = { area: 'A', credits: 1, rules: [], ...declaration }
  return Object.freeze(filled as unknown as Operation) // P matters inside the declaration only: parse makes its args
}
