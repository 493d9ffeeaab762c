/**
 * `fine`: nothing to do. `look`: works, but operators should know. `mend`: fails now or soon, so operators must fix it.
 */
export type Level = 'fine' | 'look' | 'mend'

/** The result of one check. */
export interface Finding {
  readonly about: string
  readonly level: Level
  /** What the check found and, unless the level is `fine`, what to do. */
  readonly sentence: string
}

/** Returns one function per level. Each function makes a finding about the subject. */
export function findingsAbout(about: string) {
  const at =
    (level: Level) =>
    (sentence: string): Finding => ({ about, level, sentence })
  return { fine: at('fine'), look: at('look'), mend: at('mend') }
}
