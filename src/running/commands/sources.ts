import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { SOURCE_NOTES } from '../../intake/ingest/import-notes.ts'
import { removeSource } from '../../intake/ingest/remove-source.ts'
import { markName } from '../../intake/sync/mark.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'
import { changeCatalog } from './change-catalog.ts'
import { type SourceView, sourceDocument, sourceTable, sourceViews } from './sources-view.ts'

/** `plat sources …` lists the sources of records and their imports, and removes sources. */
export const COMMAND: CommandGroup = {
  description: 'See what came from which source, and remove a source.',
  examples: `
Examples:
  ./plat sources list
  ./plat sources remove old-mls --dry-run
  ./plat sources remove old-mls --yes

A source is what a mapping calls so. Removing one takes away all records that its
files brought, and a running service follows within seconds. Agents, offices,
schools and people from an earlier version do not say where they came from: they
are listed without a source, until their file is imported again.`,
  commands: [
    {
      usage: 'list',
      summary: 'List the sources with their records and last imports.',
      example: 'list --json',
      run: list,
    },
    {
      usage: 'remove <NAME>',
      summary: 'Remove all records of a source.',
      example: 'remove old-mls --yes',
      options: ['dryRun', 'yes'],
      run: remove,
    },
  ],
}

async function list({ terminal, settings, options, answer }: Call): Promise<void> {
  const sources = viewsOf(terminal, await catalogStoreOf(settings))
  if (sources.length === 0 && !options.json) terminal.note('The catalogue is empty.')
  else answer({ sources: sources.map(sourceDocument) }, sourceTable(sources, terminal.watched))
}

function viewsOf(terminal: Terminal, store: CatalogStore): readonly SourceView[] {
  const tallies = showing(terminal, 'Counting', (onProgress) => store.tallySources(SOURCE_NOTES, onProgress))
  return sourceViews(tallies)
}

async function remove(call: Call): Promise<void> {
  const { terminal, settings, options, words } = call
  const { dryRun = false, yes = false } = options
  const [name = ''] = words
  const store = await catalogStoreOf(settings)
  if (store.kind() === 'sample') {
    throw new CommandFault(
      `${store.name} holds a sample catalogue, which goes as a whole: ./plat import --replace-sample puts your data in its place.`,
      EXIT.usage,
    )
  }
  const source = sourceNamed(name, viewsOf(terminal, store))
  const what = source.records.map(({ noun, records }) => `${records.toLocaleString('en-US')} of the noun ${noun}`)
  const records = Object.fromEntries(source.records.map(({ noun, records: count }) => [noun, count]))
  if (!dryRun && !yes) {
    throw new CommandFault(
      `This would remove the records of source ${quote(name)}, ${what.join(' and ')}: run it again with --yes.`,
      EXIT.usage,
    )
  }
  if (!dryRun) await removeFrom(call, store, source)
  call.answer({ source: name, dryRun, removed: records }, [
    dryRun
      ? `Dry run: of source ${name}, ${what.join(' and ')} would be removed.`
      : `Removed of source ${name}: ${what.join(' and ')}.`,
  ])
}

function sourceNamed(name: string, sources: readonly SourceView[]): SourceView & { readonly name: string } {
  const source = sources.find((one) => one.name === name)
  if (source !== undefined) return { ...source, name }
  const names = sources.flatMap((one) => one.name ?? [])
  const nearest = nearestName(name, names)
  const accepted = names.length === 0 ? 'the catalog has no sources' : `the sources are ${names.join(', ')}`
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new CommandFault(`There is no source ${quote(name)} in this catalog: ${accepted}.${hint}`, EXIT.data)
}

function removeFrom(call: Call, store: CatalogStore, { name, records }: SourceView & { readonly name: string }) {
  return changeCatalog(call, store, (writer) => {
    removeSource(
      writer,
      name,
      records.map(({ noun }) => noun),
    )
    // Without its marks, a server that is followed again is read from the beginning.
    for (const note of store.notes(markName(name, '')).keys()) writer.setNote(note, undefined)
  })
}
