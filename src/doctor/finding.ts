/**
 * `fine`: as it should be. `look`: works, and somebody should know. `mend`: something does not work, or will not
 * before long.
 */
export type Level = 'fine' | 'look' | 'mend'

/** One thing that was looked at. */
export interface Finding {
  readonly about: string
  readonly level: Level
  /** What was found and, where it is not fine, what to do. */
  readonly sentence: string
}

/** Findings about one thing. */
export function findingsAbout(about: string) {
  const at =
    (level: Level) =>
    (sentence: string): Finding => ({ about, level, sentence })
  return { fine: at('fine'), look: at('look'), mend: at('mend') }
}
