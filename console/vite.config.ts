import { readFileSync } from 'node:fs'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { groundLines } from './ground.ts'

/** Minimum population of a town with a label on the map. Labels of smaller towns cost more bytes than they help. */
const LEAST_PEOPLE = 1500

const TABLES: Readonly<Record<string, (rows: readonly string[][]) => readonly (string | number | undefined)[][]>> = {
  counties: (rows) =>
    rows
      .filter((row) => row[7] === '')
      .map(([, name, , latitude, longitude]) => [name, near(latitude), near(longitude)]),
  places: (rows) =>
    rows
      .filter((row) => Number(row[5]) >= LEAST_PEOPLE)
      .sort((one, other) => Number(other[5]) - Number(one[5]))
      .map(([, name, , latitude, longitude, people]) => [name, near(latitude), near(longitude), people]),
  zips: (rows) => rows.map(([zip, , latitude, longitude]) => [zip, near(latitude), near(longitude)]),
}

/**
 * Turns the Census tables in `reference/` into modules such as `reference:zips`, reduced to what the map needs. The
 * module `reference:ground` has lakes, rivers and built-up areas.
 */
function reference(): Plugin {
  const prefix = 'reference:'
  return {
    name: 'plat-reference',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      const name = id.startsWith(`\0${prefix}`) ? id.slice(prefix.length + 1) : ''
      if (name === 'ground') return textModule(groundLines(rowsOf('zips')))
      const table = TABLES[name]
      return table === undefined
        ? null
        : textModule(
            table(rowsOf(name))
              .map((row) => row.join('|'))
              .join('\n'),
          )
    },
  }
}

function textModule(text: string) {
  return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' } as const
}

/** Returns the rows of a table in `reference/`. */
function rowsOf(name: string): string[][] {
  const text = readFileSync(new URL(`../reference/${name}.txt`, import.meta.url), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.split('|'))
}

/** Rounds a coordinate to about a hundred meters, precise enough for a label. */
function near(degrees: string | undefined): number {
  return Math.round(Number(degrees) * 1000) / 1000
}

const JSX = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const

/** Builds the page for agent hosts as one file, because hosts forbid it to load anything. */
function agentView(): Plugin {
  return {
    name: 'plat-agent-view',
    apply: 'build',
    async generateBundle() {
      const built = (await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: 'warn',
        oxc: JSX,
        build: {
          write: false,
          target: 'es2023',
          modulePreload: false,
          rolldownOptions: { input: 'src/views/agents/view.tsx', output: { codeSplitting: false } },
        },
      })) as Rolldown.RolldownOutput // the result of a single build, without watching
      this.emitFile({ type: 'asset', fileName: 'agent-view.html', source: pageOf(built.output) })
    },
  }
}

function pageOf(output: Rolldown.RolldownOutput['output']): string {
  const texts = (ending: string) =>
    output
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
      .join('\n')
      .replace(/<\/(?=script|style)/gi, '<\\/') // no script or style may contain its own end tag
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plat</title>
<style>${texts('.css')}</style>
</head>
<body>
<script type="module">${texts('.js')}</script>
</body>
</html>
`
}

/** All scripts and styles are separate files, because the page's security policy forbids inline code. */
export default defineConfig({
  base: '/console/',
  plugins: [reference(), agentView()],
  oxc: JSX,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
