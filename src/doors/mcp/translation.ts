import type { Properties, ToolArguments } from './arguments.ts'
import type { Constraint } from './constraints.ts'
import { KINDS, type Kind } from './kinds.ts'
import { Refusal } from './refusal.ts'

/** Arguments of a tool, and how they become parameters of an operation. */
export interface Translation {
  readonly properties: Properties
  /** Converts the arguments to parameters. Throws a Refusal if an argument does not apply. */
  constraints(args: ToolArguments, facts: RequestFacts): readonly Constraint[]
}

/** Facts about a request on which the meaning of arguments may depend. */
export interface RequestFacts {
  /** The listing kind; undefined for operations without kinds. */
  readonly kind?: Kind
  /** The date that counts as today, as YYYY-MM-DD. */
  readonly today: string
  /** The portal's name, which occurs in names of parameters. */
  readonly portal: string
}

/** A parameter that a tool sets, and the listings to which it applies. */
export interface Translated {
  readonly name: string
  /** The listing statuses to which the parameter applies. Undefined if it applies to all. */
  readonly statuses?: readonly string[] | undefined
  /** The values that are possible for each listing status. Undefined if all values are possible. */
  readonly texts?: Readonly<Record<string, readonly string[]>> | undefined
  readonly isList?: boolean
  /** The parameter's values, by the words that the tool uses for them. */
  readonly words?: Readonly<Record<string, string>>
}

/** Throws a Refusal if the parameter of an argument does not apply to the listing kind. */
export function requireKind(argument: string, translated: Translated, { kind }: RequestFacts): void {
  if (kind === undefined || appliesTo(translated, kind)) return
  const kinds = (Object.keys(KINDS) as Kind[]).filter((each) => appliesTo(translated, each)) // KINDS has no other keys
  throw new Refusal(`Cannot use "${argument}" with kind "${kind}": it works with ${kinds.join(' and ')}.`)
}

/** Whether a parameter applies to a listing kind. */
function appliesTo({ statuses }: Translated, kind: Kind): boolean {
  return statuses?.includes(KINDS[kind]) ?? true
}

/** Returns the first of these values that is possible for the listing kind; undefined if none is. */
function textOfKind(
  translated: Translated,
  texts: string | readonly string[],
  kind: Kind | undefined,
): string | undefined {
  const all = typeof texts === 'string' ? [texts] : texts
  if (translated.texts === undefined || kind === undefined) return all[0]
  return all.find((text) => translated.texts?.[KINDS[kind]]?.includes(text))
}

/** Returns the first of these values that is possible for the listing kind. Throws a Refusal if none is. */
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
    `Cannot use ${argument} "${word}" with kind "${kind}": these listings have no such value. Leave it out, or request another kind.`,
  )
}
