import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS, commandsIn } from './commands.ts'

test('a word that names a command selects it, and any other word selects none', () => {
  assert.deepEqual(commandsIn(['import', 'help']), ['import'])
  assert.deepEqual(commandsIn(['help', 'keys', 'create']), ['keys'])
  assert.deepEqual(commandsIn(['keys', 'help', 'create']), ['keys'])
  for (const words of [[], ['help'], ['--help'], ['imprt'], ['constructor'], ['--json', 'import']])
    assert.deepEqual(commandsIn(words), [], words.join(' '))
})

test('the list of commands describes each argument that its command describes', async () => {
  for (const { usage, load } of Object.values(COMMANDS)) {
    const { COMMAND } = await load()
    if ('commands' in COMMAND) assert.doesNotMatch(usage, / /)
    else assert.equal(usage.split(' ').length - 1, COMMAND.arguments?.length ?? 0, usage)
  }
})
