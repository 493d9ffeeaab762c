import type { Command } from 'commander'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import { SOURCE_NOTES } from '../../intake/ingest/import-notes.ts'
import { removeSource } from '../../intake/ingest/remove-source.ts'
import { markName } from '../../intake/sync/mark.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import type { OptionName } from '../../kit/base/settings.ts'
import { bringUp } from '../serving/bring-up.ts'
import { catalogStoreOf, withheldOf } from '../serving/database.ts'
import { cardsOf } from '../serving/words.ts'
import { commandGroup, printJson, subcommand } from '../terminal/command-group.ts'
import { readTold, type Told } from '../terminal/options.ts'
import { Progress, type Terminal } from '../terminal/terminal.ts'
import { newCatalogId } from './import-files.ts'
import { type SourceView, sourceDocument, sourceTable, sourceViews } from './sources-view.ts'

const EXAMPLES = `
Examples:
  ./plat sources list
  ./plat sources remove old-mls --dry-run
  ./plat sources remove old-mls --yes

A source is what a mapping calls so. Removing one takes away all records that its
files brought, and a running service follows within seconds. Agents, offices,
schools and people from an earlier version do not say where they came from: they
are listed without a source, until their file is imported again.`

type Action = (terminal: Terminal, told: Told, args: readonly string[]) => Promise<void> | void

/** `plat sources …` lists the sources of records and their imports, and removes sources. */
export function sourcesCommand(terminal: Terminal): Command {
  const group = commandGroup('sources', terminal, 'See what came from which source, and remove a source.', EXAMPLES)
  const add = (
    usage: string,
    summary: string,
    example: string,
    action: Action,
    options: readonly OptionName[] = [],
  ) => {
    const command = subcommand(group, usage, { summary, example }, options)
    command.action(() => action(terminal, readTold(command, terminal), command.args))
  }
  add('list', 'List the sources with their records and last imports.', 'list --json', list)
  add('remove <NAME>', 'Remove all records of a source.', 'remove old-mls --yes', remove, ['dryRun', 'yes'])
  return group
}

async function list(terminal: Terminal, { settings, options }: Told): Promise<void> {
  const sources = viewsOf(terminal, await catalogStoreOf(settings))
  if (options.json) printJson(terminal, { sources: sources.map(sourceDocument) })
  else if (sources.length === 0) terminal.note('The catalogue is empty.')
  else for (const line of sourceTable(sources, terminal.watched)) terminal.print(line)
}

function viewsOf(terminal: Terminal, store: CatalogStore): readonly SourceView[] {
  bringUp(store, terminal)
  const progress = new Progress(terminal, 'Counting')
  try {
    return sourceViews(store.tallySources(SOURCE_NOTES, (done, total) => progress.update(done, total)))
  } finally {
    progress.end()
  }
}

async function remove(terminal: Terminal, { settings, options }: Told, [name = '']: readonly string[]): Promise<void> {
  const { json = false, dryRun = false, yes = false } = options
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
  if (!dryRun) await removeFrom(terminal, store, settings, source)
  if (json) printJson(terminal, { source: name, dryRun, removed: records })
  else if (dryRun) terminal.print(`Dry run: of source ${name}, ${what.join(' and ')} would be removed.`)
  else terminal.print(`Removed of source ${name}: ${what.join(' and ')}.`)
}

function sourceNamed(name: string, sources: readonly SourceView[]): SourceView & { readonly name: string } {
  const source = sources.find((one) => one.name === name)
  if (source !== undefined) return { ...source, name }
  const names = sources.flatMap((one) => one.name ?? [])
  const nearest = nearestName(name, names)
  const accepted = names.length === 0 ? 'the catalogue has none' : `accepted are ${names.join(', ')}`
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new CommandFault(`There is no source ${quote(name)} in this catalogue: ${accepted}.${hint}`, EXIT.data)
}

async function removeFrom(
  terminal: Terminal,
  store: CatalogStore,
  settings: Told['settings'],
  { name, records }: SourceView & { readonly name: string },
): Promise<void> {
  const withheld = await withheldOf(settings)
  const cards = cardsOf(settings)
  const { interrupted: signal } = terminal
  const writer = store.openWriter({ kind: 'imported', replace: false, cards, withheld, newCatalogId, signal })
  const progress = new Progress(terminal, 'Putting in order')
  try {
    removeSource(
      writer,
      name,
      records.map(({ noun }) => noun),
    )
    // Without its marks, a server that is followed again is read from the beginning.
    for (const note of store.notes(markName(name, '')).keys()) writer.setNote(note, undefined)
    writer.commit((done, total) => progress.update(done, total))
  } catch (error) {
    writer.rollback()
    throw error
  } finally {
    progress.end()
  }
}
