import type { FieldTable } from '../../model/field.ts'
import type { HomePart } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import { MOMENT_FIELD, momentOfRow } from './deletes.ts'
import { type Made, Rejection, Withheld } from './finding.ts'
import { type ImportNoun, importNounIn } from './import-noun.ts'
import type { FileContext, Identity, RowContent } from './noun.ts'
import { type HeldPart, type PartPlace, PartStore, partId } from './part-store.ts'
import { type Fills, withUnmapped } from './unmapped.ts'

/** Describes how rows become parts of homes, such as pictures. Part and home are from the same source. */
export interface PartSpec<P extends HomePart> extends PartPlace<P> {
  readonly noun: string
  readonly plural: string
  readonly fields: FieldTable
  /** The field with the key of the part. */
  readonly partKey: string
  /** Further required fields. */
  readonly needed: readonly string[]
  readonly fills: Fills
  make(content: RowContent, file: FileContext): Made<P> | Withheld | Rejection
}

/** Describes a type of parts. In its mappings, `key` is the key of the home to which the part belongs. */
export function partNoun<P extends HomePart>(spec: PartSpec<P>): ImportNoun {
  const { noun, plural, fields, partKey, needed, fills } = spec
  const kind = { noun, stored: 'home', partKey } as const
  return importNounIn<HeldPart<P>, string>(kind, (writer) => new PartStore(writer, spec), {
    called: 'part',
    plural,
    fields,
    required: [partKey],
    someOf: [needed],
    keyed: true,
    make: (content, file) => heldPart(spec.make(content, file), content, file),
    id: ({ zpid, key }) => partId(zpid, key),
    named: (identity, source) => partId(zpidOf(identity, source), keyOf(identity)),
    momentOf: ({ part }) => part.toldMs ?? Number.NEGATIVE_INFINITY,
    merge: (existing, fresh) => fresh.reduce(laterOf, existing ?? fresh[0]) as HeldPart<P>, // there is at least one row
    keep: (merged, known, mapped) => (merged === known ? known : kept(merged, known, fills, mapped)),
    unlisted: () => undefined,
    confirmed: (held, listedMs) => (listedMs > (held.part.toldMs ?? -1) ? withMoment(held, listedMs) : held),
    withMomentOf: (merged, known) => withMoment(merged, known.part.toldMs),
  })
}

function heldPart<P extends HomePart>(
  made: Made<P> | Withheld | Rejection,
  content: RowContent,
  { source, asOfMs }: FileContext,
): Made<HeldPart<P>> | Withheld | Rejection {
  if (made instanceof Rejection || made instanceof Withheld) return made
  const { sourceKey } = content
  const key = keyOf(content)
  const held = { zpid: zpidOf(content, source), source, sourceKey, key, part: { ...made.record, key } }
  return { record: withMoment(held, momentOfRow(content) ?? asOfMs), findings: made.findings }
}

/** Returns the newer row; on a tie, the later one in the file. A row without a moment counts as newest. */
function laterOf<P extends HomePart>(one: HeldPart<P> | undefined, other: HeldPart<P>): HeldPart<P> {
  const isOlder = (other.part.toldMs ?? Number.POSITIVE_INFINITY) < (one?.part.toldMs ?? Number.NEGATIVE_INFINITY)
  return one !== undefined && isOlder ? one : other
}

function kept<P extends HomePart>(
  merged: HeldPart<P>,
  known: HeldPart<P>,
  fills: Fills,
  mapped: ReadonlySet<string>,
): HeldPart<P> {
  const part = withUnmapped(merged.part, known.part, fills, mapped)
  // A row without a moment is as recent as the catalog's part.
  const isTimeless = part.toldMs === undefined && !mapped.has(MOMENT_FIELD)
  return isTimeless ? withMoment({ ...merged, part }, known.part.toldMs) : { ...merged, part }
}

function withMoment<P extends HomePart>(held: HeldPart<P>, toldMs: number | undefined): HeldPart<P> {
  const { toldMs: _before, ...part } = held.part
  return { ...held, part: { ...part, ...(toldMs !== undefined && { toldMs }) } as P } // only the moment may differ
}

function zpidOf({ zpid, sourceKey }: Identity, source: string): number {
  return zpid ?? derivedZpid(source, sourceKey)
}

function keyOf({ partKey }: Identity): string {
  if (partKey === undefined) throw new Error('the row names no part')
  return partKey
}
