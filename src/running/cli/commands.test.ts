import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMANDS, commandsMeant } from './commands.ts'

test('a word that names a command means that one, and any other word may mean each of them', () => {
  const all = Object.keys(COMMANDS)
  assert.deepEqual(commandsMeant(['import', 'help']), ['import'])
  assert.deepEqual(commandsMeant(['help', 'keys', 'create']), ['keys'])
  assert.deepEqual(commandsMeant(['keys', 'help', 'create']), ['keys'])
  for (const words of [[], ['help'], ['--help'], ['imprt'], ['constructor'], ['--json', 'import']])
    assert.deepEqual(commandsMeant(words), all, words.join(' '))
})
