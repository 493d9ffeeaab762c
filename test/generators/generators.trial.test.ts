import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { OPERATIONS } from '../../src/service/operations/index.ts'
import { IS_LONG } from '../long-run.ts'
import { needs } from '../needs.ts'
import { realAnswers } from './answers.ts'
import { run, runProgram, workFolder } from './programs.ts'

/**
 * Public generators make code from the OpenAPI documents. These tests check that the code compiles, and parses the
 * service's answers.
 */

const ANSWERS = IS_LONG ? 500 : 200
const VERSIONS = ['3.1', '3.0'] as const
const COMPILED = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024']

const generators = needs('generators')
const folder = generators.skip ? '' : workFolder()
const answers = generators.skip ? new Map<string, readonly object[]>() : await realAnswers(ANSWERS)

suite('generated code', generators, () => {
  test(`is tested on ${ANSWERS} answers, of every operation`, () => {
    assert.equal([...answers.values()].flat().length, ANSWERS)
    assert.deepEqual(new Set(answers.keys()), new Set(OPERATIONS.map(({ path }) => path)))
  })

  const runs = (name: string, ...args: readonly string[]) => {
    const { status, said } = runProgram(name, args, folder)
    assert.equal(status, 0, said)
  }

  test(`of openapi-typescript accepts ${ANSWERS} answers under TypeScript 5`, () => {
    const files = VERSIONS.flatMap((version) => {
      runs('openapi-typescript', `plat-${version}.json`, '-o', `types-${version}.ts`)
      return [...answers].map(([path, own], index) => {
        const type = `paths['${path}']['get']['responses'][200]['content']['application/json']`
        const text = `import type { paths } from './types-${version}.ts'\nexport const given: ${type}[] = ${JSON.stringify(own)}\n`
        writeFileSync(join(folder, `answers-${index}-${version}.ts`), text)
        return `answers-${index}-${version}.ts`
      })
    })
    runs('tsc', ...COMPILED, '--allowImportingTsExtensions', ...files)
  })

  test('of hey-api with zod compiles', () => {
    const made = VERSIONS.flatMap((version) => {
      const out = `hey-${version}`
      runs('openapi-ts', '-i', `plat-${version}.json`, '-o', out, '-p', '@hey-api/typescript', '-p', 'zod')
      return ['zod', 'types'].map((name) => `${out}/${name}.gen.ts`)
    })
    runs('tsc', ...COMPILED, '--module', 'esnext', '--moduleResolution', 'bundler', ...made)
  })

  for (const version of VERSIONS) {
    test(`of hey-api with zod, from OpenAPI ${version}, reads ${ANSWERS} answers`, async () => {
      const url = pathToFileURL(join(folder, `hey-${version}`, 'zod.gen.ts'))
      const module = (await import(url.href)) as Readonly<Record<string, Reader>> // the module exports a function per schema
      for (const [path, own] of answers) {
        const name = responseName(path)
        const reader = Object.entries(module).find(([key]) => key.toLowerCase() === name)?.[1]
        assert(reader !== undefined, name)
        for (const answer of own) {
          const { success, error } = reader.safeParse(answer)
          assert(success, `${path}: ${String(error).slice(0, 500)}`)
        }
      }
    })
  }

  test(`of openapi-zod-client, from OpenAPI 3.1, loads and reads ${ANSWERS} answers`, async () => {
    const file = join(folder, 'zodios.ts')
    const template = join(folder, 'node_modules/openapi-zod-client/src/templates/schemas-only.hbs')
    runs('openapi-zod-client', 'plat-3.1.json', '-o', file, '-t', template, '--export-schemas')
    writeFileSync(file, readFileSync(file, 'utf8').replace('from "zod"', 'from "zod/v3"')) // zod 4 includes version 3
    const { schemas } = await import(pathToFileURL(file).href)
    for (const [path, own] of answers) {
      for (const answer of own) {
        const { success, error } = schemas[componentOf(path)].safeParse(answer)
        assert(success, `${path}: ${String(error).slice(0, 500)}`)
      }
    }
  })

  test(`of quicktype in Python reads ${ANSWERS} answers and writes them again`, needs('Python'), () => {
    const source = 'plat-3.1.json#/components/schemas/'
    runs('quicktype', '--src-lang', 'schema', '--lang', 'python', '-o', 'plat.py', source)
    const asked = [...answers].map(([path, own]) => ({ path, type: componentOf(path), own }))
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(asked))
    writeFileSync(join(folder, 'dateutil.py'), DATEUTIL)
    writeFileSync(join(folder, 'read.py'), READ)
    const { status, said } = run('python3', ['read.py'], folder)
    assert.equal(status, 0, said)
    assert.match(said, new RegExp(`^${ANSWERS} read`))
  })

  /** Returns the name of the component in an operation's answer. */
  function componentOf(path: string): string {
    const document = JSON.parse(readFileSync(join(folder, 'plat-3.1.json'), 'utf8'))
    return (
      String(document.paths[path].get.responses[200].content['application/json'].schema.$ref).split('/').at(-1) ?? ''
    )
  }
})

interface Reader {
  safeParse(given: unknown): { readonly success: boolean; readonly error?: unknown }
}

/** Converts `/pro/byzpid` to `zgetprobyzpidresponse`. */
function responseName(path: string): string {
  return `zget${path.replace(/[^A-Za-z0-9]/g, '')}Response`.toLowerCase()
}

/** The only function of python-dateutil that generated code calls, for machines without that package. */
const DATEUTIL = `
import sys, types
from datetime import datetime
parser = types.ModuleType("dateutil.parser")
parser.parse = lambda text: datetime.fromisoformat(text.replace("Z", "+00:00"))
sys.modules["dateutil.parser"] = parser
`

/** Parses every answer with the generated functions of its component, writes it again, and compares both. */
const READ = `
import json, plat

functions = {name.replace("_", ""): one for name, one in vars(plat).items()}

def told(value):
    if isinstance(value, dict): return {k: told(v) for k, v in value.items() if k != "market saletolist ratio"}
    if isinstance(value, list): return [told(v) for v in value]
    return value

def same(a, b):
    if isinstance(a, dict) and isinstance(b, dict):
        return all(k in b and same(v, b[k]) for k, v in a.items() if v is not None)
    if isinstance(a, list) and isinstance(b, list): return len(a) == len(b) and all(map(same, a, b))
    return a == b or (isinstance(a, str) and isinstance(b, str) and a[:10] == b[:10])

read = 0
for asked in json.load(open("answers.json")):
    name = asked["type"].lower()
    read_one, write_one = functions[name + "fromdict"], functions[name + "todict"]
    for answer in asked["own"]:
        written = write_one(read_one(answer))
        assert same(told(answer), written), asked["path"]
        read += 1
print(read, "read")
`
