import type { Properties, ToolArguments } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { KINDS, type Kind } from './kinds.ts'
import { Refusal } from './refusal.ts'

/** The arguments of a tool that become parameters of an operation. */
export interface Translation {
  readonly properties: Properties
  /** Turns the arguments into parameters. Throws a Refusal if an argument does not apply. */
  constraints(args: ToolArguments, facts: RequestFacts): readonly Constraint[]
}

/** Facts that the meaning of an argument may depend on. */
export interface RequestFacts {
  /** The kind of listings; undefined for operations without kinds. */
  readonly kind?: Kind
  /** The day that counts as today, as YYYY-MM-DD. */
  readonly today: string
  /** The portal's name, as in the names of parameters. */
  readonly portal: string
}

/** A parameter that a tool translates, and the listings that its values apply to. */
export interface Translated {
  readonly name: string
  /** The statuses of listings to which the parameter applies; all if left out. */
  readonly statuses?: readonly string[] | undefined
  /** The values that listings of each status may have; all if left out. */
  readonly texts?: Readonly<Record<string, readonly string[]>> | undefined
  readonly isList?: boolean
  /** The parameter's values, by the tool's words for them. */
  readonly words?: Readonly<Record<string, string>>
}

/** Refuses an argument whose parameter does not apply to the kind of listings. */
export function requireKind(argument: string, translated: Translated, { kind }: RequestFacts): void {
  if (kind === undefined || appliesTo(translated, kind)) return
  const kinds = (Object.keys(KINDS) as Kind[]).filter((each) => appliesTo(translated, each)) // keys of KINDS
  throw new Refusal(`Cannot use ${argument} with kind ${kind}: it works with ${kinds.join(' and ')}.`)
}

/** Whether a parameter applies to a kind of listings. */
function appliesTo({ statuses }: Translated, kind: Kind): boolean {
  return statuses?.includes(KINDS[kind]) ?? true
}

/** Returns the first of these texts that listings of the kind can have; undefined if they can have none of them. */
function textOfKind(
  translated: Translated,
  texts: string | readonly string[],
  kind: Kind | undefined,
): string | undefined {
  const all = typeof texts === 'string' ? [texts] : texts
  if (translated.texts === undefined || kind === undefined) return all[0]
  return all.find((text) => translated.texts?.[KINDS[kind]]?.includes(text))
}

/**
 * Returns the first of these texts that listings of the kind can have. Throws a Refusal if they can have none of them.
 */
export function requireText(
  argument: string,
  word: string,
  translated: Translated,
  texts: string | readonly string[],
  { kind }: RequestFacts,
): string {
  const text = textOfKind(translated, texts, kind)
  if (text !== undefined) return text
  throw new Refusal(
    `Cannot use ${argument} "${word}" with kind ${kind}: such listings have no such value. Leave it out, or request another kind.`,
  )
}
