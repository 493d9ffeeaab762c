import type { SavedSearch, Subscriber } from '../../guard/subscriptions/index.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { quote, visible } from '../../kit/base/sentence.ts'
import type { Call, CommandGroup } from '../terminal/command.ts'
import { table } from '../terminal/table.ts'
import { minuteOf } from './keys-view.ts'
import { withSubscriptions } from './with-subscriptions.ts'

/** `plat searches …` lists the saved searches of keys, and deletes searches that no client reads any more. */
export const COMMAND: CommandGroup = {
  description: 'List the saved searches and webhooks of keys, and delete searches.',
  examples: `
Examples:
  ./plat searches list
  ./plat searches list --key key_7h2m9x4c
  ./plat searches delete key_7h2m9x4c s_0123456789abcdef

Clients save, read and change searches over HTTP: see docs/saved-searches.md.
A running service picks up every change within seconds.`,
  commands: [
    {
      usage: 'list',
      summary: 'Count the searches and webhooks of each key, or list the searches of one key.',
      example: 'list --key key_7h2m9x4c',
      options: ['key'],
      texts: { key: 'Only the saved searches of this key, one by one.' },
      run: list,
    },
    {
      usage: 'delete <KEYID> <SEARCHID>',
      summary: 'Delete a search of a key, and the webhooks that watch only this search.',
      example: 'delete key_7h2m9x4c s_0123456789abcdef',
      run: end,
    },
  ],
}

function list(call: Call): Promise<void> {
  const { terminal, options, answer } = call
  const { key: keyId, json } = options
  return withSubscriptions(call, async (subscriptions) => {
    if (keyId !== undefined) {
      const searches = await subscriptions.searchesOf(keyId)
      if (searches.length === 0 && !json) terminal.note(`The key ${quote(keyId)} has no saved searches.`)
      else answer({ searches: searches.map(searchDocument) }, searchTable(searches, terminal.watched))
      return
    }
    const keys = await subscriptions.subscribers()
    if (keys.length === 0 && !json) terminal.note('No key has saved searches or webhooks.')
    else answer({ keys }, keyTable(keys, terminal.watched))
  })
}

function end(call: Call): Promise<void> {
  const [keyId = '', searchId = ''] = call.words
  return withSubscriptions(call, async (subscriptions) => {
    const search = await subscriptions.endSearch(keyId, searchId)
    if (search === undefined) {
      const accepted = './plat searches list --key shows the ids'
      throw new CommandFault(`The key ${quote(keyId)} has no saved search ${quote(searchId)}: ${accepted}.`, EXIT.data)
    }
    call.answer({ search: searchDocument(search) }, [`Deleted the saved search ${search.searchId} of ${keyId}.`])
  })
}

function searchDocument({ searchId, keyId, label, path, parameters, madeMs }: SavedSearch): object {
  return { searchId, keyId, label: label ?? null, path, parameters, made: new Date(madeMs).toISOString() }
}

function keyTable(keys: readonly Subscriber[], watched: boolean): readonly string[] {
  const rows = keys.map(({ keyId, searches, webhooks }) => [keyId, String(searches), String(webhooks)])
  return table(['KEY', 'SEARCHES', 'WEBHOOKS'], rows, watched)
}

function searchTable(searches: readonly SavedSearch[], watched: boolean): readonly string[] {
  const rows = searches.map(({ searchId, label, path, parameters, madeMs }) => {
    const query = new URLSearchParams(parameters).toString()
    return [searchId, minuteOf(madeMs), visible(label ?? ''), visible(`${path}?${query}`)]
  })
  return table(['SEARCH', 'MADE', 'LABEL', 'CALL'], rows, watched)
}
