/**
 * `fine` means as it should be. `look` means that it works, and the operator should know of it. `mend` means that
 * something fails, or will fail before long.
 */
export type Level = 'fine' | 'look' | 'mend'

/** One thing that was examined. */
export interface Finding {
  readonly about: string
  readonly level: Level
  /** The finding and, where it is not fine, what to do. */
  readonly sentence: string
}

/** Returns a maker of findings about one thing. */
export function findingsAbout(about: string) {
  const at =
    (level: Level) =>
    (sentence: string): Finding => ({ about, level, sentence })
  return { fine: at('fine'), look: at('look'), mend: at('mend') }
}
