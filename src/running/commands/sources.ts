import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { SOURCE_NOTES } from '../../intake/ingest/import-notes.ts'
import { removeSource } from '../../intake/ingest/remove-source.ts'
import { markName } from '../../intake/sync/mark.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { didYouMean, quote } from '../../kit/base/sentence.ts'
import { catalogStoreOf } from '../serving/backend.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { showing, type Terminal } from '../terminal/terminal.ts'
import { changeCatalog } from './change-catalog.ts'
import { type SourceView, sourceDocument, sourceTable, sourceViews } from './sources-view.ts'

/** `plat sources …` lists the sources of records and their imports, and removes sources. */
export const COMMAND: CommandGroup = {
  description: 'List the sources of your records, or remove a source with all its records.',
  examples: `
Examples:
  ./plat sources list
  ./plat sources remove old-mls --dry-run
  ./plat sources remove old-mls --yes

The mapping of a file names its source. Removing a source removes all records
from its files; a running service picks this up within seconds. Agents, offices, schools
and people that an earlier version imported have no source until you import their
file again.`,
  commands: [
    {
      usage: 'list',
      summary: 'List the sources with their record counts and last imports.',
      example: 'list --json',
      run: list,
    },
    {
      usage: 'remove <NAME>',
      summary: 'Remove all records of a source.',
      example: 'remove old-mls --yes',
      options: ['dryRun', 'yes'],
      texts: { dryRun: 'Count what would be removed, and remove nothing.' },
      run: remove,
    },
  ],
}

async function list({ terminal, settings, options, answer }: Call): Promise<void> {
  const sources = viewsOf(terminal, await catalogStoreOf(settings))
  if (sources.length === 0 && !options.json) terminal.note('The catalog is empty.')
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
      `${store.name} has a sample catalog, which can only be removed as a whole: to replace it with your data, use ./plat import --replace-sample.`,
      EXIT.usage,
    )
  }
  const source = sourceNamed(name, viewsOf(terminal, store))
  const what = source.records.map(
    ({ noun, records }) => `${records.toLocaleString('en-US')} ${noun} record${records === 1 ? '' : 's'}`,
  )
  const records = Object.fromEntries(source.records.map(({ noun, records: count }) => [noun, count]))
  if (!dryRun && !yes) {
    throw new CommandFault(
      `This would remove the source ${quote(name)} with ${what.join(' and ')}: to remove it, add --yes.`,
      EXIT.usage,
    )
  }
  if (!dryRun) await removeFrom(call, store, source)
  call.answer({ source: name, dryRun, removed: records }, [
    dryRun
      ? `Dry run: this would remove the source ${name} with ${what.join(' and ')}.`
      : `Removed the source ${name} with ${what.join(' and ')}.`,
  ])
}

function sourceNamed(name: string, sources: readonly SourceView[]): SourceView & { readonly name: string } {
  const source = sources.find((one) => one.name === name)
  if (source !== undefined) return { ...source, name }
  const names = sources.flatMap((one) => one.name ?? [])
  const accepted = names.length === 0 ? 'the catalog has no sources' : `the sources are ${names.join(', ')}`
  const hint = didYouMean(name, names)
  throw new CommandFault(`There is no source ${quote(name)} in this catalog: ${accepted}.${hint}`, EXIT.data)
}

function removeFrom(call: Call, store: CatalogStore, { name, records }: SourceView & { readonly name: string }) {
  return changeCatalog(call, store, (writer) => {
    removeSource(
      writer,
      name,
      records.map(({ noun }) => noun),
    )
    // Also deletes the bookmarks of a sync, so that the next sync reads the server from the beginning.
    for (const note of store.notes(markName(name, '')).keys()) writer.setNote(note, undefined)
  })
}
