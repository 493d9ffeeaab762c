import { copyFileSync, existsSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { closeTileFile, openTileFile, tileAttribution } from '../../doors/http/main-thread.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote } from '../../kit/base/sentence.ts'
import { ownTilesIn } from '../serving/own-tiles.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'

/** `plat tiles …` puts a file with a background for the maps into the data folder, or removes it. */
export const COMMAND: CommandGroup = {
  description: 'Give the console’s maps a background with streets, from a PMTiles file.',
  examples: `
Examples:
  ./plat tiles add austin.pmtiles
  ./plat tiles add austin.pmtiles --attribution '© OpenStreetMap contributors'
  ./plat tiles remove

The data folder gets a hard link to the file, or a copy. The service uses it from
its next start on, unless PLAT_MAP_TILES names other tiles. docs/console.md says
where to get such a file, and under which license.`,
  commands: [
    {
      usage: 'add <FILE>',
      summary: 'Use a PMTiles file (version 3) for the maps, in place of the file before.',
      example: 'add austin.pmtiles',
      options: ['attribution'],
      run: add,
    },
    { usage: 'remove', summary: 'Remove the file from the data folder.', example: 'remove', run: remove },
  ],
}

function add({ settings, options, words: [file = ''], answer }: Call): void {
  const opened = openTileFile(file)
  const attribution = options.attribution ?? tileAttribution(opened)
  closeTileFile(opened)
  if (attribution === '')
    throw new CommandFault(
      `${quote(file)} does not say whom to credit: add --attribution with the text that its license requires.`,
      EXIT.usage,
    )
  mkdirSync(settings.data, { recursive: true })
  const own = ownTilesIn(settings.data)
  const made = `${own.tiles}.new`
  rmSync(made, { force: true })
  linkOrCopy(realpathSync(file), made)
  writeFileSync(own.attribution, attribution)
  renameSync(made, own.tiles)
  rmSync(made, { force: true }) // renaming changes nothing if both names are links to one file
  const { header } = opened
  answer({ tiles: own.tiles, attribution, ...header }, [
    `${own.tiles} has ${header.kind === 'vector' ? 'vector tiles' : 'pictures'} of zooms ${header.zooms.join(' to ')}.`,
    `The maps show: ${attribution}`,
    'Restart the service to use the file.',
  ])
}

/** A copy is needed if the folders are on different disks, or if the disk has no hard links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

function remove({ settings, terminal, options, answer }: Call): void {
  const own = ownTilesIn(settings.data)
  const isRemoved = existsSync(own.tiles)
  rmSync(own.tiles, { force: true })
  rmSync(own.attribution, { force: true })
  if (!isRemoved && !options.json) terminal.note('The data folder has no tile file.')
  else answer({ removed: isRemoved }, [`Removed ${own.tiles}. Restart the service to show the maps without it.`])
}
