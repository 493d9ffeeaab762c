import { readFileSync } from 'node:fs'
import { projectFiles, report, sourceFiles } from './files.ts'

const MAX_LINES = 400

/** Maximum line length in Markdown. Short lines are easy to read and give small diffs. */
const MAX_COLUMNS = 120

/** Forbidden patterns, the files in which they are allowed, and the reason. */
const HABITS: readonly { readonly pattern: RegExp; readonly except: RegExp; readonly why: string }[] = [
  {
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    except: /^src\/kit\/base\/clock\.ts$|^client\/src\/caller\.ts$/,
    why: 'time is passed in, as a Clock',
  },
  { pattern: /\bMath\.random\(/, except: /^$/, why: 'randomness is passed in' },
  { pattern: /:\s*any\b|\bas any\b|<any>/, except: /^$/, why: 'no `any`' },
  { pattern: /@ts-(ignore|expect-error)/, except: /^$/, why: 'fix type errors instead of silencing them' },
  {
    pattern: /\b(test|it|describe|suite)\.(only|skip)\(|\b(TODO|FIXME|XXX)\b/,
    except: /^tools\/(habits|test)\.ts$/,
    why: 'nothing is left for later in silence',
  },
  {
    pattern:
      /\baddress\??\.streetAddress\b|\bstreetAddress\b[^{}]*\}.*=\s*[\w.]*\baddress\b|\baddress: \{[^}]*\bstreetAddress\b/,
    except:
      /^(?!src\/(service\/rendering|service\/operations|worth)\/)|^src\/service\/rendering\/shown-address\.ts$|\.test\.ts$/,
    why: 'answers must show addresses through shown-address.ts, which handles withheld streets',
  },
  {
    pattern:
      /\b(openSync|readFileSync|writeFileSync|appendFileSync|truncateSync|copyFileSync|cpSync|createReadStream|createWriteStream)\b|'node:fs\/promises'/,
    except:
      /^(?!src\/(kit\/(base|store|threads|postgres|algorithms)|catalog|guard)\/)|^src\/kit\/base\/(program|stack-traces)\.ts$|^src\/kit\/postgres\/(migrations|script)\.ts$|^src\/catalog\/embedded\/folder\.ts$|^src\/guard\/access\/(plans-file|embedded\/(file-ledger|folder-owner|format-4|revocations))\.ts$|\.test\.ts$/,
    why: 'only SQLite may open files of a store: closing another descriptor would drop all locks of the process on the file',
  },
  {
    pattern: /\bimport\.meta\.(url|dirname|filename)\b/,
    except: /^(?!src\/)|^src\/kit\/base\/program\.ts$|^src\/places\/regions\/reference\/county-map\.ts$|\.test\.ts$/,
    why: 'the bundle finds its files and threads by kit/base/program.ts',
  },
  { pattern: /^export default /, except: /^console\/vite\.config\.ts$/, why: 'exports have names' },
]

const NO_ROOMS = /(^|\/)(utils?|helpers?|common|shared|misc)(\.ts|\/)/

const files = ['src', 'sample', 'client', 'console', 'test', 'tools', 'bench', 'attack'].flatMap(sourceFiles)
const problems = files.flatMap((path) => {
  const lines = readFileSync(path, 'utf8').split('\n')
  const matches = lines.flatMap((line, i) => {
    const isComment = /^\s*(\/\/|\*|\/\*)/.test(line)
    return HABITS.filter(({ pattern, except }) => !isComment && pattern.test(line) && !except.test(path))
      .filter(() => path !== 'tools/habits.ts')
      .map(({ why }) => `${path}:${i + 1}: ${why}`)
  })
  if (NO_ROOMS.test(path)) matches.push(`${path}: a file that fits into no room means that a room is missing`)
  if (lines.length > MAX_LINES && !path.endsWith('.test.ts'))
    matches.push(`${path}: ${lines.length} lines, at most ${MAX_LINES}`)
  return matches
})
report('habits', [...problems, ...projectFiles().filter(isProse).flatMap(tooWide)])

/** Whether a page is written by hand. Generated pages contain sentences of the code, so their lines may be long. */
function isProse(path: string): boolean {
  return path.endsWith('.md') && !/(Made|Generated) by `npm run docs`/.test(readFileSync(path, 'utf8'))
}

/** Returns the lines that are too long. Tables, code and links cannot be broken, so they may be long. */
function tooWide(path: string): string[] {
  let isCode = false
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      const isFence = /^\s*```/.test(line)
      if (isFence) isCode = !isCode
      const isUnbreakable = isFence || isCode || /^\s*\|/.test(line) || !/\S\s+\S/.test(line.replace(/^\s*[-*]\s/, ''))
      return isUnbreakable || line.length <= MAX_COLUMNS ? [] : [`${path}:${i + 1}: prose over ${MAX_COLUMNS} columns`]
    })
}
