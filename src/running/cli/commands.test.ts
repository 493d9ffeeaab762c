import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS, commandsMeant } from './commands.ts'

test('a word that names a command means that one, and any other word means none', () => {
  assert.deepEqual(commandsMeant(['import', 'help']), ['import'])
  assert.deepEqual(commandsMeant(['help', 'keys', 'create']), ['keys'])
  assert.deepEqual(commandsMeant(['keys', 'help', 'create']), ['keys'])
  for (const words of [[], ['help'], ['--help'], ['imprt'], ['constructor'], ['--json', 'import']])
    assert.deepEqual(commandsMeant(words), [], words.join(' '))
})

test('the list of commands describes each argument that its command describes', async () => {
  for (const { usage, load } of Object.values(COMMANDS)) {
    const { COMMAND } = await load()
    if ('commands' in COMMAND) assert.doesNotMatch(usage, / /)
    else assert.equal(usage.split(' ').length - 1, COMMAND.arguments?.length ?? 0, usage)
  }
})
