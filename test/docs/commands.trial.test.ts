import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Command } from 'commander'
import { programFor } from '../../src/running/cli/index.ts'
import { trialTerminal } from '../terminal.ts'
import { type Block, blocksOf, pages, textOf } from './blocks.ts'
import { FILES, PAGES, PLACEHOLDERS } from './pages.ts'
import { TrialService } from './service.ts'
import { TrialShell } from './shell.ts'

/**
 * Runs every command in the docs. Each page has its own folder. The page's `sh` blocks run there from top to bottom. A
 * block that cannot run in a test says why after its fence: `sh not-run: it needs systemd`.
 */

/** Blocks of commands are marked `sh`, never with the name of a particular shell. */
const LANGUAGES = /^(?!bash|shell|console)[a-z]+$/

const folder = mkdtempSync(join(tmpdir(), 'plat-docs-'))
const all = pages().flatMap(blocksOf)
let shell: TrialShell
let service: TrialService

before(async () => {
  shell = await TrialShell.open(folder)
  service = await TrialService.start(join(folder, 'sample'))
})
after(async () => {
  await service?.stop()
  shell.close()
  rmSync(folder, { recursive: true })
})

test('every code block names its language, and one that is not run gives the reason', () => {
  for (const { page, line, language, notRun } of all) {
    assert.match(language, LANGUAGES, `${page}:${line}: put the language behind the fence, such as sh or text`)
    if (notRun !== undefined) assert.match(notRun, /^\S+( \S+){2,}$/, `${page}:${line}: say why it is not run`)
  }
})

suite('the commands of', () => {
  for (const page of pages()) {
    const blocks = blocksOf(page).filter(({ language }) => language === 'sh')
    if (blocks.length === 0) continue
    const run = blocks.filter(({ notRun }) => notRun === undefined)
    test(`${page} work (${run.length} blocks, ${blocks.length - run.length} not run)`, async () => {
      const whole = blocks.map(({ text }) => text).join('')
      const { code, noted } = await shell.bash(whole, folder, '-n')
      assert.equal(code, 0, `${page} has what bash cannot read: ${noted}`)
      const place = furnished(page)
      for (const block of run) await runs(block, place)
    })
  }
})

/** Makes a folder with everything that the page assumes. */
function furnished(page: string): string {
  const place = join(folder, 'places', page.replaceAll(/\W/g, '-'))
  shell.furnish(place)
  const { files = [], empty = false } = PAGES[page] ?? {}
  for (const name of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), FILES[name] ?? assert.fail(`${name} is not in FILES`))
  }
  if (!empty) cpSync(service.dataDir, join(place, 'data'), { recursive: true })
  return place
}

async function runs({ page, line, text, isRefused }: Block, place: string): Promise<void> {
  let script = service.addressed(text)
  for (const [placeholder, command] of PLACEHOLDERS) {
    if (!script.includes(placeholder)) continue
    const { code, printed, noted } = await shell.bash(command, place)
    assert.equal(code, 0, `${page}:${line}: ${placeholder} is not found: ${noted}`)
    script = script.replaceAll(placeholder, printed.trim())
  }
  const { code, printed, noted } = await shell.bash(script, place)
  assert.equal(code !== 0, isRefused, `${page}:${line} ends with ${code}:\n${script}\n${printed}${noted}`)
}

test('every ./plat in the docs, also in blocks that are not run and in sentences, is a command with its options', async () => {
  const program = await programFor(trialTerminal())
  for (const page of pages()) {
    for (const [command, words] of platCalls(textOf(page))) {
      const declared = commandOf(program, words)
      assert.ok(declared !== undefined, `${page}: there is no command ${command}`)
      const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=.,:;)]+.*$/, ''))
      const accepted = new Set(['--help', ...declared.options.map(({ long }) => long)])
      for (const option of options) assert.ok(accepted.has(option), `${page}: ${command} does not take ${option}`)
    }
  }
})

/**
 * Returns the words of each `./plat` command on a page, such as `./plat keys create --plan basic`. A command ends at a
 * pipe.
 */
function platCalls(text: string): readonly (readonly [string, readonly string[]])[] {
  const joined = text.replaceAll('\\\n', ' ')
  const calls = joined.match(/\.\/plat [a-z][^`\n|;&#<>()"]*/g) ?? []
  return calls.map((call) => [call.trim(), call.trim().split(/\s+/).slice(1)] as const)
}

function commandOf(program: Command, [first, second]: readonly string[]): Command | undefined {
  if (first === 'help') return program
  const command = program.commands.find((one) => one.name() === first)
  return command?.commands.find((one) => one.name() === second) ?? command
}

/** Runs each Python program if `requests` is installed. Otherwise only compiles it. */
const READ_PYTHON = `
import importlib.util, sys
for path in sys.argv[1:]:
    program = compile(open(path).read(), path, "exec")
    if importlib.util.find_spec("requests"):
        exec(program, {})
    else:
        print(path)
`

test('the Python programs on docs/clients.md run, or at least compile if requests is missing', async () => {
  const programs = blocksOf('docs/clients.md').filter(({ language }) => language === 'python')
  for (const { line, text } of programs) writeFileSync(join(folder, `${line}.py`), service.addressed(text))
  writeFileSync(join(folder, 'read.py'), READ_PYTHON)
  const names = programs.map(({ line }) => `${line}.py`).join(' ')
  const { code, printed, noted } = await shell.bash(
    `PYTHONPATH=${resolve('client/python')} python3 read.py ${names}`,
    folder,
  )
  assert.equal(code, 0, noted)
  assert.equal(printed.trim().split('\n').length, programs.length)
})
