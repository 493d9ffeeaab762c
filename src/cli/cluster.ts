import type { Command } from 'commander'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { CommandOptions, OptionName } from '../base/settings.ts'
import { type Cluster, openCluster, type Shard } from '../catalog/cluster.ts'
import { commandGroup, printJson, subcommand } from './command-group.ts'
import { demand, readTold } from './options.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLES = `
Examples:
  ./plat cluster status
  PLAT_SHARDS=postgres://plat:secret@db1/shard,postgres://plat:secret@db2/shard ./plat cluster init
  PLAT_SHARD=postgres://plat:secret@db3/shard ./plat cluster add

The catalogue is that of PLAT_DATABASE_URL, whose server keeps all but the homes. What
searches read of these goes to the shards by county, so that a search of a city asks
one of them, and records by zpid. Without shards, init has Citus do it, once its
workers are added to the database by citus_add_node. Nodes need nothing but
PLAT_DATABASE_URL, as before.`

interface CommandContext {
  readonly terminal: Terminal
  readonly cluster: Cluster
  readonly options: CommandOptions
}

type Action = (context: CommandContext) => Promise<void>

/** `plat cluster …`: distributes homes over several PostgreSQL servers. */
export function clusterCommand(terminal: Terminal): Command {
  const group = commandGroup('cluster', terminal, 'Distribute searches over several PostgreSQL servers.', EXAMPLES)

  const add = (
    name: string,
    summary: string,
    example: string,
    action: Action,
    required: readonly OptionName[] = [],
    optional: readonly OptionName[] = [],
  ) => {
    const options = [...required, ...optional, 'databaseUrl'] as const
    const command = subcommand(group, name, { summary, example }, options, required)
    command.action(() => withContext(terminal, command, required, action))
  }

  add(
    'init',
    'Distribute the catalogue over shards.',
    'init --shards postgres://db1/shard,postgres://db2/shard',
    init,
    [],
    ['shards'],
  )
  add('status', 'Show the shards, their share, and whether they answer.', 'status --json', status)
  add('add', 'Move a share to one more shard, while searches go on.', 'add --shard postgres://db3/shard', addShard, [
    'shard',
  ])
  return group
}

async function init({ cluster, ...context }: CommandContext): Promise<void> {
  const urls = (context.options.shards ?? '').split(',').map((url) => url.trim())
  show(context, await cluster.init(urls.filter((url) => url !== '')))
}

async function status({ cluster, ...context }: CommandContext): Promise<void> {
  show(context, await cluster.status())
}

async function addShard({ cluster, ...context }: CommandContext): Promise<void> {
  const onProgress = (copied: number, total: number) =>
    context.terminal.note(`${copied} of ${total} tables are copied.`)
  show(context, await cluster.add(context.options.shard ?? '', onProgress))
}

function show({ terminal, options }: Omit<CommandContext, 'cluster'>, shards: readonly Shard[]): void {
  if (options.json) printJson(terminal, { shards })
  else if (shards.length === 0) terminal.note('The catalogue is on one server: ./plat cluster init distributes it.')
  else {
    const rows = shards.map(({ name, address, buckets, problem }) => [
      name,
      address,
      String(buckets.length),
      problem ?? 'answers',
    ])
    for (const line of table(['Shard', 'Address', 'Parts', 'State'], rows, terminal.watched, 2)) terminal.print(line)
  }
}

async function withContext(
  terminal: Terminal,
  command: Command,
  required: readonly OptionName[],
  action: Action,
): Promise<void> {
  const told = readTold(command, terminal)
  for (const name of required) demand(command, name, told)
  const { settings, options } = told
  if (settings.databaseUrl === '')
    throw new CommandFault(
      'There is no database to distribute: set PLAT_DATABASE_URL to the address of the one that has the catalogue.',
      EXIT.usage,
    )
  const cluster = await openCluster(settings.databaseUrl)
  try {
    await action({ terminal, cluster, options })
  } finally {
    await cluster.close()
  }
}
