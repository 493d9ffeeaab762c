import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { EXIT } from '../../kit/base/failure.ts'
import { OPTION_NAMES, OPTIONS, optionOf, TOPICS, variableOf } from '../../kit/base/settings.ts'
import { optionsOf } from '../terminal/options.ts'
import { everyCommand, settingsPage } from './settings-page.ts'

const COMMANDS = [...(await everyCommand()).values()]

test('every option of every command is declared in the table, and help always names its variable in the same way', () => {
  for (const command of COMMANDS) {
    const help = command.helpInformation().replaceAll(/\s+/g, ' ')
    assert.equal(command.options.length, optionsOf(command).length, command.name())
    for (const name of optionsOf(command)) {
      const note = new RegExp(`${optionOf(name)}\\b[^[]* \\[${variableOf(name)}(, (required|default [^\\]]+))?\\]`)
      assert.match(help, note, command.name())
    }
    assert.doesNotMatch(help, /\(env:|\(default:/)
  }
})

test('every declared option is taken by at least one command', () => {
  const taken = new Set(COMMANDS.flatMap(optionsOf))
  assert.deepEqual(
    OPTION_NAMES.filter((name) => !taken.has(name)),
    [],
  )
})

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

test('help says which options are required, and every command has an example and its exit codes', () => {
  const texts = COMMANDS.map(helpOf)
  for (const text of texts) {
    assert.match(text, /\nExamples?:\n {2}\.\/plat /)
    for (const code of [EXIT.ok, EXIT.failed, EXIT.usage, EXIT.interrupted])
      assert.match(text, new RegExp(`\n {2}${code} +\\w`))
  }
  const having = (code: number) => texts.filter((text) => text.includes(`\n  ${code} `)).length
  assert.equal(having(EXIT.nobody), 1, 'people suppress')
  assert.equal(having(EXIT.busy), texts.length - 2, 'all but doctor and inspect')
  const required = texts.flatMap((text) => text.replace(/\s+/g, ' ').match(/PLAT_\w+, required/g) ?? [])
  const names = ['MAPPING', 'CONFIG', 'FILE', 'PLAN', 'TO']
  assert.deepEqual(
    required,
    names.map((name) => `PLAT_${name}, required`),
  )
})

test('the help of serve lists all settings under headings', async () => {
  const help = helpOf((await everyCommand()).get('serve') ?? assert.fail())
  const headings = [...help.matchAll(/^(\w[\w ]+):\n {2}--/gm)].map(([, heading]) => heading)
  assert.deepEqual(headings, [...Object.values(TOPICS), 'Options'])
})

test('the page has a row for every option, with its variable, its default and its allowed values, and for every exit code', async () => {
  const { text } = await settingsPage()
  for (const name of OPTION_NAMES) {
    const { kind, fallback = '', doc } = OPTIONS[name]
    const row = text
      .split('\n')
      .find((line) => line.startsWith(`| \`${optionOf(name)}`) && line.includes(`\`${variableOf(name)}\``))
    for (const part of [String(fallback), doc, kind.accepted]) assert.ok(row?.includes(part), `${name}: ${part}`)
  }
  for (const code of Object.values(EXIT)) assert.ok(text.includes(`| ${code} |`), String(code))
  for (const table of text.match(/(^\|.*\n)+/gm) ?? []) {
    const widths = table
      .trim()
      .split('\n')
      .map((row) => row.replaceAll('\\|', '').split('|').length)
    assert.equal(new Set(widths).size, 1, table)
  }
})
