/** The figures of an attack, name to value: `{ 'slowest health check, ms': 12 }`. */
export type Measured = Readonly<Record<string, number>>

/** Options of the command line. */
export interface Asked {
  /** Whether the attacked service keeps everything in PostgreSQL instead of its folder. */
  readonly database?: boolean | undefined
  readonly requests?: number | undefined
  readonly seed?: number | undefined
  /** The number of the one request that is asked. */
  readonly only?: number | undefined
}

/**
 * A program that does to Plat what a hostile or unlucky outside would do, and checks that a promise holds all the
 * same.
 */
export interface Attack {
  /** Its name on the command line. */
  readonly name: string
  /** The promise that must hold, in one sentence. */
  readonly promise: string
  /**
   * Where present, the attack at the size of `npm run trials`, without asserting a time. Absent where only the full
   * size says anything.
   */
  readonly short?: () => Promise<Measured>
  /** Where present, why `short` is left to a long run: a sentence on what it is that no single change breaks. */
  readonly long?: string
  /**
   * The attack at full size; a text says why it cannot be run on this machine. Rejects when the promise does not
   * hold.
   */
  readonly full: (asked: Asked) => Promise<Measured | string>
}
