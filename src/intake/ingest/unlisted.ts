import { dataFault } from './file-fault.ts'
import { Rejection } from './finding.ts'
import type { FileContext, ListEnd, RecordSpec, Settled } from './noun.ts'
import { inPieces } from './pieces.ts'
import type { RecordStore } from './record-store.ts'

export const NO_LONGER_LISTED = new Rejection(
  'row.older',
  'A newer complete list from the source no longer has the record.',
  'the file is older than the newest list',
)

/**
 * Number of records that a list may always delete. Small lists change fast: three of ten listings can end within an
 * hour.
 */
const GONE_ALWAYS = 10

/**
 * Deletes the records that a complete list of their source does not name, or reduces them to what `unlisted` returns.
 * Skips records with a later moment than the list. Holds only ids in memory.
 */
export function* goneOf<R, I extends number | string>(
  { plural, momentOf }: RecordSpec<R, I>,
  unlisted: NonNullable<RecordSpec<R, I>['unlisted']>,
  store: RecordStore<R, I>,
  list: FileContext,
  isNamed: (id: I) => boolean,
  { maxGone }: ListEnd,
): Generator<Settled> {
  const { source, asOfMs = Number.POSITIVE_INFINITY } = list
  let named = 0
  const missing: I[] = []
  for (const id of store.idsOf(source)) {
    if (isNamed(id)) named++
    else missing.push(id)
  }
  const left = (id: I): { readonly before: R; readonly after: R | undefined } | undefined => {
    const before = store.get(id)
    if (before === undefined || (momentOf && momentOf(before) > asOfMs)) return undefined
    const after = unlisted(before, list)
    return after === before ? undefined : { before, after }
  }
  const going: I[] = []
  for (const ids of inPieces(missing)) {
    store.expect(ids)
    going.push(...ids.filter((id) => left(id) !== undefined))
    store.flush()
  }
  refuseTooMany({ going: going.length, named, maxGone, plural, source })
  for (const ids of inPieces(going)) {
    store.expect(ids)
    for (const id of ids) {
      const { before, after } = left(id) ?? {}
      if (after === undefined) store.withdraw(id)
      else store.put(after, before)
      yield { id, outcome: 'gone' }
    }
    store.flush()
  }
}

interface Removals {
  readonly going: number
  readonly named: number
  readonly maxGone: number
  readonly plural: string
  readonly source: string
}

/**
 * Refuses a list that would delete too many records: it is probably cut off or incomplete. The share is of the named
 * and deleted records, not of the whole source. Among a million old sales, the loss of all listings would go unnoticed.
 */
function refuseTooMany({ going, named, maxGone, plural, source }: Removals): void {
  const share = going / Math.max(1, going + named)
  if (going <= GONE_ALWAYS || share <= maxGone) return
  const [gone, kept] = [going, named].map((count) => count.toLocaleString('en-US'))
  throw dataFault(
    `A complete list may remove at most ${percent(maxGone)} of the ${plural} of a source; this list has ${kept} of source "${source}" and would remove the ${gone} others, ${percent(share)}. Nothing was imported. If they really were removed, run the import again with --max-gone 1.`,
  )
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}
