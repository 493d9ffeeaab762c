import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** Returns the names of the npm packages that contain these modules. */
export function packagesOf(modules: Iterable<string>): ReadonlySet<string> {
  const names = [...modules].map((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

/** Returns the notices that the licenses of these packages require, with their texts. */
export function noticesOf(names: Iterable<string>): string {
  const notices = [...names].sort().map((name) => {
    const folder = join('node_modules', name)
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package
    const [file] = globSync(join(folder, '{licen[sc]e,LICEN[SC]E,License,Licence,COPYING}*'))
    const text = file === undefined ? 'The package contains no text of its license.' : readFileSync(file, 'utf8').trim()
    return `${name} ${about.version} (${about.license ?? 'license not stated'})\n\n${text}\n`
  })
  return `Plat contains code and data of these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`
}
