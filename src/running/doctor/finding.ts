/**
 * `fine`: in order. `look`: works, but operators should know about it. `mend`: something fails or will fail soon, so
 * operators must fix it.
 */
export type Level = 'fine' | 'look' | 'mend'

/** The result of one check. */
export interface Finding {
  readonly about: string
  readonly level: Level
  /** The result and, if the level is not `fine`, what to do. */
  readonly sentence: string
}

/** Returns functions that make findings about one subject. */
export function findingsAbout(about: string) {
  const at =
    (level: Level) =>
    (sentence: string): Finding => ({ about, level, sentence })
  return { fine: at('fine'), look: at('look'), mend: at('mend') }
}
