import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dayOf, systemClock } from '../src/kit/base/clock.ts'
import { programVersion } from '../src/kit/base/program.ts'
import { run } from './run.ts'

/**
 * `npm run release -- 1.2.3` prepares a release in a clean checkout: it sets the version everywhere, dates the entry in
 * CHANGELOG.md, runs all checks and trials, and packs `release/`. It publishes nothing.
 */

/** Files that contain the version, besides package.json and package-lock.json. */
const NAMING_THE_VERSION = [
  'deploy/helm/Chart.yaml',
  'deploy/helm/values.yaml',
  'README.md',
  'docs/clients.md',
  'docs/containers.md',
  'client/README.md',
  'client/python/README.md',
]
const UNRELEASED = '## [Unreleased]\n'

const [version = ''] = process.argv.slice(2)
const changes = readFileSync('CHANGELOG.md', 'utf8')
const [, entry = ''] = changes.split(UNRELEASED)
if (!/^\d+\.\d+\.\d+$/.test(version)) refuse('Name the version, such as: npm run release -- 1.2.3')
if (changes.includes(`## [${version}]`))
  refuse(`CHANGELOG.md has an entry for ${version} already: name a newer version.`)
if (/^\s*(## |$)/.test(entry)) refuse(`Write what is new below "${UNRELEASED.trim()}" in CHANGELOG.md first.`)
const changed = run('git', ['status', '--porcelain'])
if (changed !== '') refuse(`Commit these changes first:\n${changed}`)

const before = programVersion()
for (const folder of ['.', 'client'])
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts'], folder)
for (const page of NAMING_THE_VERSION) writeFileSync(page, readFileSync(page, 'utf8').replaceAll(before, version))
const day = dayOf(systemClock.now())
writeFileSync('CHANGELOG.md', changes.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${day}\n`))
for (const step of [['ok'], ['trials'], ['package']]) {
  const { status } = spawnSync('npm', ['run', ...step], { stdio: 'inherit' })
  if (status !== 0) refuse(`npm run ${step.join(' ')} failed. "git checkout ." undoes the change of the version.`)
}
process.stdout.write(`
Plat ${version} is packed in release/. Next:
  git commit --all --message "Release ${version}"
  git tag v${version}
Then upload the files in release/ with the tag, and publish the packages if you want to.
`)

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
