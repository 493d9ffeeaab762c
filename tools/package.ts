import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureCurrentBuild } from './current-build.ts'
import { run } from './run.ts'

/**
 * `npm run package` writes the package for npm, both clients, a software bill of materials and checksums to `release/`,
 * or to the folder that is its argument.
 */

/** The name of the package. The name `plat` belongs to another package in the public registry. */
const NAME = 'plat-server'

/** What the package contains besides its package.json. */
const CONTENTS = [
  'plat',
  'dist',
  'docs',
  'deploy',
  'mappings/README.md',
  'client/README.md',
  'client/python/README.md',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'LICENSE',
]

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, object>>
}

const { version, description, license, ...all } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const [folder = 'release'] = process.argv.slice(2)
ensureCurrentBuild()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const staged = mkdtempSync(join(tmpdir(), 'plat-package-'))
try {
  const { peerDependencies, peerDependenciesMeta } = all
  for (const path of CONTENTS) cpSync(path, join(staged, path), { recursive: true })
  cpSync('dist/NOTICES', join(staged, 'NOTICES'))
  const described = { name: NAME, version, description, keywords: ['real-estate', 'property', 'mls', 'reso'], license }
  const needs = { type: 'module', bin: { plat: 'plat' }, engines: { node: '>=24' } }
  const manifest = { ...described, ...needs, peerDependencies, peerDependenciesMeta }
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  nameInstalledCommand(staged)
  run('npm', ['pack', '--silent', '--pack-destination', resolve(folder)], staged)
} finally {
  rmSync(staged, { recursive: true })
}
cpSync('dist/clients', folder, { recursive: true })
writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials())
const sums = readdirSync(folder).map((name) => {
  return `${createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')}  ${name}\n`
})
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
process.stdout.write(`${folder}/: ${readdirSync(folder).join(', ')}\n`)

/** Messages and pages name the command `./plat`, as in a checkout. In the package, it is `plat`. */
function nameInstalledCommand(root: string): void {
  for (const path of globSync(join(root, '{*.md,docs/**/*.md,mappings/*.md,dist/*.js}'))) {
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .replace(/\.\/plat(?![\w./-])/g, 'plat')
        .replace('npm ci && npm start', 'plat serve'),
    )
  }
  const bytes = globSync(join(root, 'dist/*.js')).reduce((sum, path) => sum + readFileSync(path).length, 0)
  writeFileSync(join(root, 'dist/complete'), `${bytes}\n`)
}

/** Returns the packages whose code or data is in the build, in the format CycloneDX. */
function billOfMaterials(): string {
  const noticed = new Set(readFileSync('dist/NOTICES', 'utf8').match(/^\S+ [\d.]+(?= \()/gm))
  const bill = JSON.parse(run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'])) as {
    readonly metadata: object
    readonly components: readonly { readonly name: string; readonly version: string; readonly 'bom-ref': string }[]
    readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
  }
  const components = bill.components.filter((one) => noticed.has(`${one.name} ${one.version}`))
  const kept = new Set(components.map((component) => component['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }))
    .concat({ ref: NAME, dependsOn: [...kept] })
  const plat = { type: 'application', 'bom-ref': NAME, name: NAME, version, licenses: [{ license: { id: license } }] }
  const metadata = { ...bill.metadata, component: plat }
  return `${JSON.stringify({ ...bill, metadata, components, dependencies }, null, 2)}\n`
}
