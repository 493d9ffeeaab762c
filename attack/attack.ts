/** What an attack measured, by name: `{ 'slowest health check, ms': 12 }`. */
export type Measured = Readonly<Record<string, number>>

/** Options of the command line. */
export interface AttackOptions {
  /** Whether the attacked service stores everything in PostgreSQL instead of in its folder. */
  readonly database?: boolean | undefined
  readonly requests?: number | undefined
  readonly seed?: number | undefined
  /** Number of the only request to send, for repeating a failure. */
  readonly only?: number | undefined
}

/** A program that attacks Plat, or lets its environment fail, and checks that Plat keeps a promise. */
export interface Attack {
  /** The name of the attack on the command line. */
  readonly name: string
  /** The promise that must hold, as a sentence. */
  readonly promise: string
  /**
   * The attack at the size of `npm run trials`, without assertions about time. Undefined if the attack is useful only
   * at full size.
   */
  readonly short?: () => Promise<Measured>
  /**
   * For an attack whose `short` runs only in long runs: what `short` tests, and why a single change is unlikely to
   * break it.
   */
  readonly long?: string
  /**
   * Runs the attack at full size. Resolves with what it measured, or with the reason why this machine cannot run the
   * attack. Rejects if the promise does not hold.
   */
  readonly full: (options: AttackOptions) => Promise<Measured | string>
}
