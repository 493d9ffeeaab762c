import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { printedBy, TrialService } from '../../test/docs/service.ts'
import { needs } from '../../test/needs.ts'
import { Plat } from '../src/index.ts'
import { askEverything, methodsByPath } from './every-method.ts'

/** Runs the Python client's own tests, checks its types against real answers, and runs the example in its README. */

const PYTHON = join(import.meta.dirname, '..', 'python')

suite('the Python client', needs('Python'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-python-'))
  let served: TrialService

  before(async () => {
    served = await TrialService.start(join(folder, 'sample'))
  })
  after(async () => {
    await served.stop()
    rmSync(folder, { recursive: true })
  })

  const python = (...words: readonly string[]) =>
    promisify(execFile)('python3', words, {
      cwd: PYTHON,
      env: {
        ...process.env,
        PYTHONPATH: PYTHON,
        PYTHONDONTWRITEBYTECODE: '1',
        PLAT_TEST_ANSWERS: join(folder, 'answers.json'),
      },
    })

  test('passes its tests, and its types match the real answers of each operation', async () => {
    const url = served.address
    const [answers, methods] = [await askEverything(new Plat({ url, key: served.key })), await methodsByPath()]
    const named = [...answers].map(([path, own]) => [snake(methods.get(path) ?? path), own])
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(Object.fromEntries(named)))
    const { stderr } = await python('-m', 'unittest', 'discover', '-s', 'tests')
    assert.match(stderr, /\nOK\n$/)
  })

  test('has 60 calls at once on the plan basic all answered, and each is charged once', async () => {
    const made = await printedBy('keys', 'create', '--plan', 'basic', '--data', served.dataDir)
    const { stdout } = await python('-c', CROWD, served.address, /plat_\w+/.exec(made)?.[0] ?? '')
    assert.equal(stdout, '60 answers, 60 credits\n')
  })

  test('runs the example of its README', async () => {
    const readme = readFileSync(join(PYTHON, 'README.md'), 'utf8')
    const [, text = ''] = /^```python\n([\s\S]*?)^```$/m.exec(readme) ?? []
    const { stdout } = await python('-c', served.addressed(text))
    assert.match(stdout, /^\d+ homes, \d+ credits left\n\d+ sales, .*\nhome\.unknown 404 404: /)
  })
})

const CROWD = `
import sys
from concurrent.futures import ThreadPoolExecutor
from plat_client import Plat

plat = Plat(sys.argv[1], sys.argv[2])
with ThreadPoolExecutor(60) as pool:
    answers = list(pool.map(lambda _: plat.autocomplete(query="San"), range(60)))
usage = plat.usage().data
print(len(answers), "answers,", usage["creditsLimit"] - usage["creditsRemaining"], "credits")
`

/** Turns `['search']['byAddress']` into `search_by_address`. */
function snake(name: string): string {
  const steps = [...name.matchAll(/\w+/g)].map(([step]) => step)
  return steps.join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
