/** The figures of an attack by name: `{ 'slowest health check, ms': 12 }`. */
export type Measured = Readonly<Record<string, number>>

/** Options of the command line. */
export interface AttackOptions {
  /** Whether the attacked service stores everything in PostgreSQL instead of its folder. */
  readonly database?: boolean | undefined
  readonly requests?: number | undefined
  readonly seed?: number | undefined
  /** The number of the only request to send. */
  readonly only?: number | undefined
}

/** A program that treats Plat as a hostile or failing environment would, and checks that a promise still holds. */
export interface Attack {
  /** The attack's name on the command line. */
  readonly name: string
  /** The promise that must hold, in one sentence. */
  readonly promise: string
  /**
   * The attack at the size of `npm run trials`, without assertions about time. Absent if only the full size is
   * meaningful.
   */
  readonly short?: () => Promise<Measured>
  /** Why `short` runs only in long runs: a sentence about what it tests that a single change is unlikely to break. */
  readonly long?: string
  /**
   * The attack at full size. Resolves to a text that says why this machine cannot run it, and rejects if the promise
   * does not hold.
   */
  readonly full: (asked: AttackOptions) => Promise<Measured | string>
}
