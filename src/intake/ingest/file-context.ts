import { dayOf } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { momentOfFile } from './as-of.ts'
import { dataFault } from './file-fault.ts'
import type { FileContext } from './noun.ts'
import { importNounOf } from './nouns.ts'
import type { ImportOptions } from './run.ts'

/** If a list that deletes records states no moment, the modification time of its file counts. */
function contextOf(
  file: string,
  fileNumber: number,
  { mapping, asOf, gazetteer, clock }: Pick<ImportOptions, 'mapping' | 'asOf' | 'gazetteer' | 'clock'>,
): FileContext {
  const { source, reporter, complete, partial, replica } = mapping
  const isTaking = complete && importNounOf(mapping.noun).removes
  const moment = asOf ?? momentOfFile(mapping.asOf ?? (isTaking ? 'modified' : undefined), file)
  if (complete && moment === undefined && !isTaking) {
    throw new CommandFault(
      `The complete list "${file}" has no date: pass --as-of, or set asOf in the mapping.`,
      EXIT.usage,
    )
  }
  const common = { fileNumber, source, complete, partial, ...(replica && { replica }), gazetteer, nowMs: clock.now() }
  return {
    ...common,
    ...(reporter !== undefined && { reporter }),
    ...(moment && { asOf: moment.day, asOfMs: moment.ms }),
  }
}

/** Returns the contexts of an import's files. Complete lists in one import are parts of one list with one moment. */
export function contextsOf(files: readonly string[], options: Parameters<typeof contextOf>[2]): readonly FileContext[] {
  const contexts = files.map((file, fileNumber) => contextOf(file, fileNumber, options))
  const { complete, asOf, noun } = options.mapping
  const [first] = contexts
  const other = contexts.find(({ asOfMs }) => asOfMs !== first?.asOfMs)
  // Without a stated moment, the modification times count. They differ slightly between the files of one list.
  const isTold = asOf !== undefined && asOf !== 'modified'
  if (!complete || !isTold || !importNounOf(noun).removes || !first || !other) return contexts
  const [one, two] = [first, other].map(({ fileNumber, asOfMs = 0 }) => `"${files[fileNumber]}" of ${minuteOf(asOfMs)}`)
  throw new CommandFault(
    `Cannot import ${one} and ${two} together: import complete lists of different times one by one, oldest first.`,
    EXIT.usage,
  )
}

/** Returns a file's context. Refuses a file that is older than the source's newest complete list in the catalog. */
export function contextAfter(context: FileContext, file: string, listedMs: number | undefined): FileContext {
  const { complete, asOfMs, source } = context
  if (listedMs === undefined) return context
  if (!complete || asOfMs === undefined || asOfMs >= listedMs) return { ...context, listedMs }
  throw dataFault(
    `The complete list "${file}" is dated ${minuteOf(asOfMs)}, but the catalog already has a list from source "${source}" dated ${minuteOf(listedMs)}: import lists in order, oldest first.`,
  )
}

function minuteOf(ms: number): string {
  return `${dayOf(ms)} ${new Date(ms).toISOString().slice(11, 16)} UTC`
}
