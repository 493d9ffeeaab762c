import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { report, sourceFiles } from './files.ts'

/**
 * Reports unused exports. An export that only tests import counts as unused, unless its own file uses it. An export for
 * tests needs the comment `@internal For tests.`
 *
 * Also limits the number of types that the lower wings (top folders of src/) export: each is one more name to learn.
 */
const TYPES_MAX = 600
const TYPES = /^export (?:interface|type) \w+/gm
const LOWER_WINGS = /^src\/(?:catalog|guard|kit|model)\//

const DECLARED = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
const PASSED_ON = /^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm
const IMPORTED = /^import (?:type )?(?:\w+, )?\{([^}]*)\} from '(\.[^']+)'/gm
/** Matches imports of a whole module: a namespace, a dynamic import, a thread or a re-export. */
const WHOLE = /(?:\* as \w+ from|import\(|^export \* from|new URL\()\s*'(\.[^']+)'/gm

const texts = new Map(
  ['src', 'sample', 'console', 'bench', 'attack', 'tools', 'client/src']
    .flatMap(sourceFiles)
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)
const usedNames = new Set<string>()
const usedFiles = new Set<string>()
for (const [path, text] of texts) {
  for (const pattern of [IMPORTED, PASSED_ON])
    for (const [, list = '', target = ''] of text.matchAll(pattern))
      for (const { name } of namesIn(list)) usedNames.add(`${resolved(path, target)} ${name}`)
  for (const [, target = ''] of text.matchAll(WHOLE)) usedFiles.add(resolved(path, target))
}
const lower = [...texts].filter(([path]) => LOWER_WINGS.test(path))
const types = lower.reduce((sum, [, text]) => sum + [...text.matchAll(TYPES)].length, 0)
report('exports', [
  ...[...texts].flatMap(([path, text]) => unusedIn(path, text)),
  ...(types > TYPES_MAX ? [`catalog, guard, kit and model export ${types} types: ${TYPES_MAX} is the limit`] : []),
])

function unusedIn(path: string, text: string): string[] {
  if (!/^(src|sample)\//.test(path) || usedFiles.has(path)) return []
  const declared = [...text.matchAll(DECLARED)]
    .filter((match) => !isForTests(text, match.index))
    .map(([, name = '']) => name)
    .filter((name) => [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length === 1)
  const passedOn = [...text.matchAll(PASSED_ON)].flatMap(([, list = '']) => namesIn(list).map(({ as }) => as))
  return [...declared, ...passedOn]
    .filter((name) => !usedNames.has(`${path} ${name}`))
    .map((name) => `${path}: nothing but tests uses the export "${name}"`)
}

function isForTests(text: string, index: number): boolean {
  return /@internal For tests\.\s*\*\/\s*$/.test(text.slice(0, index))
}

function resolved(path: string, target: string): string {
  return normalize(join(dirname(path), target))
}

/**
 * Splits an import list such as `a, type B, c as d`. Returns for each name what the module and the importing file call
 * it.
 */
function namesIn(list: string): { readonly name: string; readonly as: string }[] {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((item) => item !== '')
    .map((item) => {
      const [name = '', as = name] = item.split(' as ')
      return { name, as }
    })
}
